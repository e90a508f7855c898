import type { App } from '../../src/app/run/app.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { CharacterId } from '../../src/domain/message.ts';
import type { Past } from '../../src/store/recall/past.ts';
import { newChat } from './scene.ts';
import { numbersFrom } from './story.ts';

const vocabulary = 20_000;
const syllables = [...'bcdfghjklmnprstvz'].flatMap((first) => [...'aeiou'].map((second) => first + second));
const wordsOfLine = 40;
const minute = 60_000;
const oneInHowManyIsPrivate = 7;
const atOnce = 10_000;

/** The word of a rank; as in a language, most of what is said are few words. */
const wordOf = (rank: number): string => {
  let word = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
};
const drawn = (next: () => number): string => wordOf(Math.floor(vocabulary ** next()));

/** A line of about 40 words. */
export const lineFrom = (next: () => number): string =>
  Array.from({ length: wordsOfLine }, () => drawn(next)).join(' ');

/** Words that whoever heard such a line might be asked for: neither the commonest nor all rare. */
export const questionFrom = (next: () => number): string =>
  Array.from({ length: 6 }, () => wordOf(Math.floor(40 * 300 ** next()))).join(' ');

/**
 * A chat in which so many lines were said, one in seven to one other alone, and how its second character lived through it; beside
 * them, as a share of them, what the others say to each other alone, which changes nothing about the rest.
 */
export function lived(context: App, count: number, seed: number, hidden = 0): Past {
  const { id, cast } = newChat(context);
  const [next, besides] = [numbersFrom(seed), numbersFrom(-seed)];
  const said = (at: number, text: string, speaker: CharacterId, knownTo: CharacterId[]): NewEvent => {
    const time = new Date(Date.UTC(2015, 0, 1) + (seed * count + at) * minute).toISOString();
    return { kind: 'message_said', at: time, payload: { speaker, raw: text, text, knownTo } };
  };
  const line = (at: number): NewEvent[] => {
    const [speaker, other] = [cast[at % cast.length]!, cast[(at + 1) % cast.length]!];
    const own = said(at, lineFrom(next), speaker, at % oneInHowManyIsPrivate === 0 ? [speaker, other] : []);
    if (Math.floor((at + 1) * hidden) === Math.floor(at * hidden)) return [own];
    return [own, said(at + 0.5, lineFrom(besides), cast[0]!, [cast[0]!, cast[2]!])];
  };
  for (let from = 0; from < count; from += atOnce) {
    const facts = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => line(from + at)).flat();
    context.store.chats.append(id, { actor: 'import', at: context.now() }, () => facts);
  }
  return { chat: id, viewer: cast[1]!, head: context.store.chats.read(id).head };
}
