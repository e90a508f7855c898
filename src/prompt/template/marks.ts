import type { Marks, TurnTemplate } from './turn-template.ts';

const token = /<{1,2}[^<>\s]{1,80}>{1,2}|\[[^[\]\s]{1,80}\]/g;

/** What looks like control tokens in a template's own text, in order: `<…>` and `[…]` without spaces. */
export const tokensIn = (text: string): string[] => text.match(token) ?? [];

/** Every text that a template puts around others. */
export const marksOf = ({ opening, system, user, assistant, cue }: TurnTemplate): string[] => [
  ...[opening, system, user, assistant].flatMap(({ before, after }) => [before, after]),
  cue,
];

/** How a mark shows up where a reply should have ended: a token anywhere, words on a line of their own. */
const asStop = (mark: string): string => {
  const [line = ''] = mark.trim().split('\n', 1);
  if (tokensIn(line).length > 0) return line;
  return /[^\p{L}\p{N}\s]/u.test(line) ? `\n${line}` : '';
};

/** The texts that end a reply: the end of the speaker's turn, and the openings of further turns. */
export const stopsOf = (user: Marks, assistant: Marks): string[] => {
  const end = tokensIn(assistant.after)[0] ?? assistant.after;
  return [...new Set([end, user.before, assistant.before].map(asStop))].filter((stop) => stop !== '');
};
