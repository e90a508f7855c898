import { graphemes } from '../terminal/cells.ts';

/** A text and the place in it where typing goes; `cursor` is a code-unit index between two graphemes. */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

/** Start of the grapheme left of the cursor. */
export const leftOf = ({ text, cursor }: Draft): number =>
  cursor - (graphemes(text.slice(Math.max(0, cursor - 64), cursor)).at(-1)?.length ?? 0);

/** End of the grapheme right of the cursor. */
export const rightOf = ({ text, cursor }: Draft): number =>
  cursor + (graphemes(text.slice(cursor, cursor + 64))[0]?.length ?? 0);

/** Start of the word left of the cursor. */
export const wordLeftOf = ({ text, cursor }: Draft): number => {
  const match = /[\p{L}\p{N}\p{M}_]*[^\p{L}\p{N}\p{M}_]*$/u.exec(
    text.slice(lineStart({ text, cursor }), cursor),
  );
  const length = match?.[0].length ?? 0;
  return length > 0 ? cursor - length : leftOf({ text, cursor });
};

/** End of the word right of the cursor. */
export const wordRightOf = ({ text, cursor }: Draft): number => {
  const match = /^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(cursor));
  const length = match?.[0].length ?? 0;
  return length > 0 ? cursor + length : rightOf({ text, cursor });
};

/** Start of the cursor's line. */
export const lineStart = ({ text, cursor }: Draft): number => text.slice(0, cursor).lastIndexOf('\n') + 1;

/** End of the cursor's line. */
export const lineEnd = ({ text, cursor }: Draft): number => {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
};

/** The cursor one line up (-1) or down (1) at the same column; null when there is no such line. */
export const lineMove = (draft: Draft, by: 1 | -1): number | null => {
  const start = lineStart(draft);
  const column = graphemes(draft.text.slice(start, draft.cursor)).length;
  const edge = by < 0 ? start - 1 : lineEnd(draft) + 1;
  if (edge < 0 || edge > draft.text.length) return null;
  const from = by < 0 ? lineStart({ text: draft.text, cursor: edge }) : edge;
  const line = draft.text.slice(from, lineEnd({ text: draft.text, cursor: from }));
  return from + graphemes(line).slice(0, column).join('').length;
};
