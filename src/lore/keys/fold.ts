const foldOf = (letter: string): string => {
  // Simple case folding leaves the Turkish letters alone: they fold only by the rules of that language.
  if (letter === 'ı' || letter === 'İ') return letter;
  const upper = letter.toUpperCase();
  const one = upper.length === letter.length ? upper : letter;
  const lower = one.toLowerCase();
  return lower.length === letter.length ? lower : one;
};

/** Folds of single units as far as they were asked for; 0 = not yet. */
const known = new Uint16Array(0x10000);

const foldUnit = (unit: number): number => {
  const folded = foldOf(String.fromCharCode(unit)).charCodeAt(0);
  known[unit] = folded;
  return folded;
};

/**
 * The text without difference of case, unit for unit of the same length: Unicode's simple case folding, as `/iu`
 * of JavaScript compares. So `ß` is not `ss`, and `ς` is `σ`.
 */
export const fold = (text: string): Uint16Array => {
  const folded = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    folded[at] = known[unit] || foldUnit(unit);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const point = text.codePointAt(at) ?? 0;
    if (point <= 0xffff) continue;
    const pair = foldOf(String.fromCodePoint(point));
    folded[at] = pair.charCodeAt(0);
    at += 1;
    folded[at] = pair.charCodeAt(1);
  }
  return folded;
};

/** Whether a unit joins words, as far as it was asked for: 0 = not yet, 1 = no, 2 = yes. */
const joining = new Uint8Array(0x10000);

const isLetter = (text: string): boolean => /[\p{L}\p{M}\p{N}_]/u.test(text);
const isSpaceless = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー々]/u.test(
    text,
  );

const joins = (point: number): boolean => {
  const found = point < 0x10000 ? joining[point] : 0;
  if (found) return found === 2;
  const text = String.fromCodePoint(point);
  const isJoining = isLetter(text) && !isSpaceless(text);
  if (point < 0x10000) joining[point] = isJoining ? 2 : 1;
  return isJoining;
};

const pointBefore = (text: string, at: number): number => {
  const unit = text.charCodeAt(at - 1);
  const point = unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return point > 0xffff ? point : unit;
};

/**
 * True where a word can begin or end: everywhere but between two letters, digits or underscores. Scripts that are
 * written without spaces, or with particles that cling to words, have a border at each character.
 */
export const isBorder = (text: string, at: number): boolean => {
  if (at <= 0 || at >= text.length) return true;
  return !(joins(pointBefore(text, at)) && joins(text.codePointAt(at) ?? 0));
};
