import { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';
import { checkedAgent } from './connect.ts';
import { extract } from './extract.ts';
import { type Answer, get, within } from './get.ts';
import { usualLimitMs, type WebOptions } from './options.ts';
import type { Page } from './page.ts';
import { shortly, targetOf } from './target.ts';
import { textOfBytes } from './text-of-bytes.ts';

const mostRedirects = 5;
const mostOfTitle = 200;
const mostOfText = 100_000;
const markup = ['text/html', 'application/xhtml+xml'];
const plain = ['text/plain', 'text/markdown', 'text/x-markdown'];

/** Asks an address, and those that it leads to, each checked by itself. */
async function followed(url: URL, options: WebOptions, signal: AbortSignal): Promise<[URL, Answer]> {
  const agent = await checkedAgent(options);
  try {
    for (let [at, hops] = [url, 0]; hops <= mostRedirects; hops += 1) {
      const answer = await get(at, { types: [...markup, ...plain], agent, signal });
      if (!('to' in answer)) return [at, answer];
      at = targetOf(answer.to, options, at);
    }
  } finally {
    agent.destroy().catch(() => {});
  }
  const message = `${shortly(url.host)} redirects without end: try another page`;
  throw new SottoError('server', 'too_many_redirects', message);
}

async function pageOf(url: URL, answer: Answer, signal: AbortSignal): Promise<Page> {
  const text = textOfBytes(answer.bytes, answer.contentType);
  return plain.includes(answer.type)
    ? { title: url.pathname.split('/').at(-1) || url.host, text }
    : extract(text, signal);
}

/** A text with nothing that acts on a terminal, and no longer than this. */
const clean = (text: string, most: number, newlines = false): string =>
  sanitize(text.slice(0, 2 * most), { newlines }).slice(0, most);

/** The text of a public page. Rejects with SottoError. */
export async function readPage(address: string, options: WebOptions, signal: AbortSignal): Promise<Page> {
  const url = targetOf(address, options);
  const name = shortly(url.host);
  return within({ name, limitMs: options.limitMs ?? usualLimitMs, signal }, async (either) => {
    const [at, answer] = await followed(url, options, either);
    if (answer.status >= 400) {
      const message = `${shortly(at.host)} has no such page for everyone (it answered ${answer.status}): try another address`;
      throw new SottoError('server', 'no_page', message);
    }
    const { title, text } = await pageOf(at, answer, either);
    const heading = clean(title.replace(/\s+/g, ' '), mostOfTitle).trim();
    return { title: heading || name, text: clean(text, mostOfText, true).trim() };
  });
}
