import type { CharacterId } from '../../domain/message.ts';
import { type Style, styled, type Theme } from '../theme.ts';

const glyphs = ['▌', '┃', '╎', '║', '┆', '▏'] as const;
const selected = '█';

/** Cells at the left of a message, rail and room behind it. */
export const gutter = 3;

/** A number that an id alone decides (FNV-1a). */
const numberOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
};

/** The colour of a speaker by its id, wherever it stands in the cast; dim for what nobody says. */
export const colourOf = (speaker: CharacterId | null, { cast, dim }: Theme): Style =>
  speaker === null ? dim : (cast[numberOf(speaker) % cast.length] ?? '');

/** What stands left of a message's rows: one glyph that its speaker's id decides, doubled where the message is private. */
export interface Rail {
  readonly usual: string;
  readonly selected: string;
}

/** Rows beside their rail; of an empty one the rail alone. */
export const beside = (rows: readonly string[], gutter: string): string[] =>
  rows.map((row) => (row === '' ? gutter.trimEnd() : gutter + row));

/** The rail of a speaker, `gutter` cells wide. */
export const railOf = (speaker: CharacterId | null, isPrivate: boolean, theme: Theme): Rail => {
  const style = colourOf(speaker, theme);
  const glyph = speaker === null ? '┊' : (glyphs[Math.floor(numberOf(speaker) / 7) % glyphs.length] ?? '▌');
  const drawn = (mark: string) => styled(style, isPrivate ? mark + mark : mark) + (isPrivate ? ' ' : '  ');
  return { usual: drawn(glyph), selected: drawn(selected) };
};
