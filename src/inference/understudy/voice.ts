import { openers } from './phrases.ts';
import type { Script } from './script.ts';

const shortest = 8;
const longest = 220;
const sentence = /[^.!?…\n]+[.!?…]+["”'’*)]*/gu;
const quotation = /["“]([^"“”\n]{8,220})["”]/gu;
const opener = new RegExp(`^(?:${openers.join('|')}) – `);
const keptApart = 3;

const even = (text: string, mark: string): boolean => text.split(mark).length % 2 === 1;

/** The sentences of a text that can stand alone, notes in `(ooc: …)` taken out. */
export const sentencesOf = (text: string): string[] =>
  [...text.replace(/\(ooc:[^)]*\)/gi, '').matchAll(sentence)]
    .map(([match]) => match.trim().replace(opener, ''))
    .filter((one) => one.length >= shortest && one.length <= longest)
    .filter((one) => even(one, '*') && even(one, '"') && !one.includes('__'));

/** The sentences that a speaker says in the prompt, and among them those that it said last. */
export interface Voice {
  readonly own: readonly string[];
  readonly recent: ReadonlySet<string>;
}

/** Gathers the speaker's own sentences: its lines, and where it has few, what descriptions quote. */
export const voiceOf = ({ speaker, lines, rest }: Script): Voice => {
  const mine = lines
    .filter((line) => line.speaker === speaker)
    .map((line) => line.text.split('\n\n')[0] ?? '');
  const recent = new Set(mine.slice(-keptApart).flatMap(sentencesOf));
  const quoted = [...rest.matchAll(quotation)].flatMap(([, words]) =>
    sentencesOf(`${words}.`.replace(/[,;:]\.$/, '.').replace(/([.!?…])\.$/, '$1')),
  );
  return { own: [...new Set([...quoted, ...mine.flatMap(sentencesOf)])], recent };
};
