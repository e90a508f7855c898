/** Where something stands in a text: from here up to there. */
export type Span = readonly [from: number, to: number];

const straight = /(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])/gu;
const curly = /‘(?:[^‘’\n]|(?<=\p{L})’(?=\p{L}))*’(?!\p{L})/gu;

/** Speech in double quotes; a quote that is not closed runs to the end of its line. */
const doubled = /"[^"\n]*(?:"|$)|“[^”\n]*(?:”|$)|«[^»\n]*(?:»|$)|„[^“”\n]*(?:[“”]|$)/gmu;

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length]);

/** Double quotes within double quotes, of another form. */
const nested = (text: string): Span[] =>
  spansOf(text, doubled).flatMap(([from, to]) =>
    spansOf(text.slice(from + 1, to - 1), doubled).map(([a, b]): Span => [from + 1 + a, from + 1 + b]),
  );

/** Whether what stands in single quotes is the line itself, as some write it, and not what it reports. */
const isOwnSpeech = (text: string, [from]: Span): boolean =>
  !/["“«„]/u.test(text) && /(?:^|[.!?…*]\s|\n)[\s*_]*$/u.test(text.slice(0, from));

/**
 * What a text says in the words of somebody else: single quotes, and quotes within quotes. Double quotes alone are
 * how roleplay marks a speaker's own words.
 */
export const innerQuotes = (text: string): Span[] => [
  ...[...spansOf(text, straight), ...spansOf(text, curly)].filter((span) => !isOwnSpeech(text, span)),
  ...nested(text),
];
