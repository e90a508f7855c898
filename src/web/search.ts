import * as z from 'zod/mini';
import { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';
import { get, within } from './get.ts';
import { usualLimitMs, type WebOptions } from './options.ts';
import { shortly } from './target.ts';

/** Something that a search found. */
export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

const mostHits = 8;
const most = { title: 200, url: 500, snippet: 400 };

const answers = z.object({ results: z.array(z.unknown()) });
const result = z.object({
  title: z.string(),
  url: z.string().check(z.maxLength(most.url), z.regex(/^https?:\/\//i)),
  content: z.nullish(z.string()),
});

const clean = (text: string, length: number): string =>
  sanitize(text.slice(0, 2 * length).replace(/\s+/g, ' '))
    .trim()
    .slice(0, length);

function hitsIn(json: string): Hit[] | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const read = answers.safeParse(value);
  if (!read.success) return null;
  const hits = read.data.results.flatMap((one): Hit[] => {
    const { success, data } = result.safeParse(one);
    if (!success || !URL.canParse(data.url)) return [];
    const { title, url, content } = data;
    return [
      { title: clean(title, most.title), url: sanitize(url), snippet: clean(content ?? '', most.snippet) },
    ];
  });
  return hits.slice(0, mostHits);
}

const failed = (name: string, why: string): SottoError =>
  new SottoError(
    'server',
    'no_search',
    `${name} does not search: ${why}: check search_url under [tools], and that SearXNG offers the format json`,
  );

/** Where a query is sent: the address as configured, or the usual path where it has none. */
function addressOf(searchUrl: string, query: string): URL {
  const url = new URL(searchUrl);
  if (url.pathname === '/') url.pathname = '/search';
  url.searchParams.set('q', query);
  url.searchParams.set('format', 'json');
  return url;
}

/** What the configured SearXNG finds, the first eight. Rejects with SottoError. */
export async function searchWeb(query: string, options: WebOptions, signal: AbortSignal): Promise<Hit[]> {
  if (options.searchUrl === '' || !URL.canParse(options.searchUrl)) {
    const message =
      'no search is set up: set search_url under [tools] in the config to the address of a SearXNG, such as http://127.0.0.1:8888/search';
    throw new SottoError('usage', 'no_search', message);
  }
  const url = addressOf(options.searchUrl, query.slice(0, 400));
  const name = shortly(url.host);
  return within({ name, limitMs: options.limitMs ?? usualLimitMs, signal }, async (either) => {
    const answer = await get(url, { types: ['application/json', 'text/html'], signal: either });
    if ('to' in answer) throw failed(name, 'it leads to another address');
    if (answer.status >= 400) throw failed(name, `it answered ${answer.status}`);
    const hits = hitsIn(answer.bytes.toString('utf8'));
    if (!hits) throw failed(name, 'its answer is no list of results in JSON');
    return hits;
  });
}
