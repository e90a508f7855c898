import { type OocStyle, type OpenOoc, splitOoc } from '../../domain/audience/ooc.ts';
import { farthestMark, isInLink } from './inline.ts';

const scripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const before = new RegExp(`[ A-Za-z0-9,.;:!?${scripts}]`, 'u');
const behind = new RegExp(
  `(?=\\p{L}|[0-9])[A-Za-z0-9${scripts}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}]`,
  'u',
);
/** What may go on for any length: an escape sequence. */
const endless = /[\x1b\x90-\x9f]/;
/** By so many characters what kind a line is is sure. */
const longestMarker = 24;

interface OocParts {
  readonly style: OocStyle;
  readonly open: OpenOoc | null;
}

/** What is in character and what is not, one sign for each character. */
const partsOf = (text: string, { style, open }: OocParts) => {
  const split = splitOoc(text, style, open);
  const signs = split.spans.map((span) => (span.isOoc ? 'o' : '.').repeat(span.text.length)).join('');
  return { signs, open: split.open };
};

const isApart = (text: string, at: number, ooc: OocParts): boolean => {
  const first = partsOf(text.slice(0, at), ooc);
  const rest = partsOf(text.slice(at), { ...ooc, open: first.open });
  return first.signs + rest.signs === partsOf(text, ooc).signs;
};

const isSafe = (text: string, at: number, isBegun: boolean, ooc: OocParts): boolean => {
  if (!before.test(text.charAt(at - 1)) || !behind.test(text.charAt(at))) return false;
  const line = text.lastIndexOf('\n', at - 1);
  if (at - line <= longestMarker && !(line < 0 && isBegun)) return false;
  if (isInLink(text, at) || text.slice(0, at).trimEnd().endsWith('(')) return false;
  return isApart(text, at, ooc);
};

/** So many places are tried, each with a look at all of the text that is not settled. */
const mostTried = 40;

/**
 * Where the beginning of a paragraph that grows can be laid out for good: whatever comes, what stands before this place
 * looks the same. 0 where there is little to gain. `isBegun`: the text goes on a line of which much has been settled.
 */
export const settledUpTo = (text: string, isBegun: boolean, ooc: OocParts): number => {
  const farthest = text.length - farthestMark;
  if (farthest < farthestMark || endless.test(text)) return 0;
  const least = Math.max(1, farthest - farthestMark);
  let tried = 0;
  for (let at = farthest; at >= least && tried < mostTried; at -= 1) {
    if (!before.test(text.charAt(at - 1)) || !behind.test(text.charAt(at))) continue;
    if (isSafe(text, at, isBegun, ooc)) return at;
    tried += 1;
  }
  return 0;
};
