import stringWidth from 'string-width';

const ascii = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;

/** What a person sees as single characters, in order; joined they are the text. */
export const graphemes = (text: string): string[] => {
  if (ascii.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
};

/** Terminal cells that a text without line breaks takes; styling counts nothing. */
export const cells = (text: string): number => stringWidth(text);

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
