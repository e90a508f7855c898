import stringWidth from 'string-width';

/** Letters that nothing joins: Latin, Cyrillic, kana, Han and Hangul, with their usual punctuation. */
const alone =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0400-\u0481\u048a-\u052f\u2013-\u2026\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
let segmenter: Intl.Segmenter | undefined;

const segmented = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
};

/** A long text is taken apart by stretches, for each grapheme of one costs more the longer it is. */
const stretch = 1000;

/** What a person sees as single characters, in order; joined they are the text. */
export const graphemes = (text: string): string[] => {
  if (alone.test(text)) return text.split('');
  const whole = segmented(text);
  const all: string[] = [];
  for (let from = 0; from < text.length; ) {
    const next = whole.containing(from + stretch)?.index ?? text.length;
    const to = next > from ? next : text.length;
    for (const { segment } of segmented(text.slice(from, to))) all.push(segment);
    from = to;
  }
  return all;
};

/** From where to where that one of them reaches which holds the code unit at this place. */
export const graphemeAt = (text: string, at: number): readonly [from: number, to: number] => {
  if (alone.test(text)) return [at, at + 1];
  const { index = at, segment = '' } = segmented(text).containing(at) ?? {};
  return [index, index + segment.length];
};

/** Terminal cells that a text without line breaks takes; styling counts nothing. */
export const cells = (text: string): number => stringWidth(text);

/** A text with blanks behind it, so that it is at least so many cells wide. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - cells(text)));

const widths = new Map<string, number>();
const mostWidths = 5000;

/** Terminal cells of one grapheme, each measured once. */
export const cellsOfGrapheme = (grapheme: string): number => {
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  if (widths.size >= mostWidths) widths.clear();
  const width = cells(grapheme);
  widths.set(grapheme, width);
  return width;
};

/** The text cut to at most `width` cells, with `…` when something is missing. No styling inside. */
export const shorten = (text: string, width: number): string => {
  if (cells(text) <= width) return text;
  let used = 0;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    used += cells(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return width > 0 ? `${kept}…` : '';
};
