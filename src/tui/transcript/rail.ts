import type { CharacterId } from '../../domain/message.ts';
import { type Style, styled } from '../themes/theme.ts';
import type { RowStyle } from './row-style.ts';

const glyph = '▌';
const pickedGlyph = '█';

/** Cells at the left of a message, rail and room behind it. */
export const gutter = 3;

/** A number that a text alone decides (FNV-1a). */
const numberOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
};

/** How speakers look: in the colours of a theme. */
type Looks = Pick<RowStyle, 'cast' | 'theme'>;

const numbersOfCasts = new WeakMap<Looks['cast'], Map<CharacterId, number>>();

/** The number that a speaker's name decides, worked out once for a cast: each row of each frame asks for it. */
function numberIn(cast: Looks['cast'], speaker: CharacterId): number {
  const known = numbersOfCasts.get(cast) ?? new Map<CharacterId, number>();
  numbersOfCasts.set(cast, known);
  const name = () => cast.find(({ id }) => id === speaker)?.name ?? speaker;
  // The lowest bits of the hash are alike for names that are alike.
  const number = known.get(speaker) ?? Math.floor(numberOf(name().normalize('NFC').toLowerCase()) / 7);
  known.set(speaker, number);
  return number;
}

/** The colour of a speaker, in every chat the same: the name alone decides it, of the colours that the theme has; dim for what nobody says. */
export const colourOf = (speaker: CharacterId | null, { cast, theme }: Looks): Style =>
  speaker === null ? theme.dim : (theme.cast[numberIn(cast, speaker) % theme.cast.length] ?? '');

/** What stands left of a message's rows, `gutter` cells wide. */
export interface Rail {
  readonly usual: string;
  readonly picked: string;
}

/** Rows beside their rail; of an empty one the rail alone. */
export const beside = (rows: readonly string[], gutter: string): string[] =>
  rows.map((row) => (row === '' ? gutter.trimEnd() : gutter + row));

/** The rail of a speaker: one bar in its colour. */
export const railOf = (speaker: CharacterId | null, looks: Looks): Rail => {
  const style = colourOf(speaker, looks);
  const drawn = (mark: string) => `${styled(style, mark)}  `;
  return { usual: drawn(speaker === null ? '┊' : glyph), picked: drawn(pickedGlyph) };
};

/** No rail, for what nobody says, or what has a frame. */
export const noRail: Rail = { usual: ' '.repeat(gutter), picked: `${pickedGlyph}  ` };
