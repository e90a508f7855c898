import { inCharacter, type OocStyle } from '../../domain/audience/ooc.ts';
import type { Message } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { Question } from '../../inference/classifier.ts';
import { quoteForgedLines } from '../../prompt/lines.ts';
import { breakControls } from '../../prompt/template/control.ts';
import { plainTemplate } from '../../prompt/template/turn-template.ts';
import type { OpenChat } from '../chat/open-chat.ts';

const patienceMs = 10_000;
const longestLine = 600;

const whenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

/** What the classifier chooses; null when there is none, or it fails, refuses, is stopped or takes longer than 10 s. */
export async function askClassifier(
  chat: OpenChat,
  question: Question,
  signal: AbortSignal,
): Promise<string | null> {
  const { classifier: open, after } = chat.parts;
  if (!open || signal.aborted) return null;
  const late = new AbortController();
  const cancel = after(patienceMs, () => late.abort());
  const both = AbortSignal.any([signal, late.signal]);
  const answer = async () => (await (await open())?.ask(question, both))?.choice ?? null;
  try {
    return await Promise.race([answer(), whenAborted(both)]);
  } catch {
    return null;
  } finally {
    cancel();
  }
}

/** A text as the classifier may read it: said in character, no forged turn, of a bounded length. */
export const readable = (text: string, ooc: OocStyle, names: readonly string[] = []): string => {
  const said = inCharacter(text, ooc).trim();
  const short = said.length > longestLine ? `…${said.slice(-longestLine)}` : said;
  return breakControls(quoteForgedLines(short, names), plainTemplate);
};

/** Messages as lines of a script, among people who know these names. */
export function scriptOf(chat: OpenChat, messages: readonly Message[], known: readonly Member[]): string {
  const names = known.map(({ name }) => name);
  return messages
    .filter(({ hidden }) => !hidden)
    .map(({ speaker, text }) => {
      const name = memberOf(chat.state.world, speaker)?.name;
      return `${name === undefined ? '' : `${name}: `}${readable(text, chat.parts.settings.ooc, names)}`;
    })
    .join('\n');
}
