import type { CharacterId } from '../../domain/message.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { type Style, styled } from '../themes/theme.ts';
import type { RowStyle } from './row-style.ts';

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

// The lowest bits of the hash are alike for ids that are alike.
const wantedBy = (id: CharacterId): number => Math.floor(numberOf(id) / 7) % glyphs.length;

const slotsOfCasts = new WeakMap<readonly CastMember[], ReadonlyMap<CharacterId, number>>();

/** A number for each of the cast, from 0: the one that its id decides, else the next that nobody before it has. */
function slotsOf(cast: readonly CastMember[]): ReadonlyMap<CharacterId, number> {
  const known = slotsOfCasts.get(cast);
  if (known) return known;
  const slots = new Map<CharacterId, number>();
  const taken = new Set<number>();
  for (const { id } of cast) {
    let slot = wantedBy(id);
    while (taken.has(slot) && taken.size < glyphs.length) slot = (slot + 1) % glyphs.length;
    taken.add(slot);
    slots.set(id, slot);
  }
  slotsOfCasts.set(cast, slots);
  return slots;
}

const slotOf = (id: CharacterId, cast: readonly CastMember[]): number =>
  slotsOf(cast).get(id) ?? wantedBy(id);

/** How speakers look: in the colours of a theme, told apart within a cast. */
type Looks = Pick<RowStyle, 'cast' | 'theme'>;

/** The colour of a speaker, which its id decides as far as nobody else of the cast has it; dim for what nobody says. */
export const colourOf = (speaker: CharacterId | null, { cast, theme }: Looks): Style =>
  speaker === null ? theme.dim : (theme.cast[slotOf(speaker, cast) % theme.cast.length] ?? '');

/** What stands left of a message's rows: one glyph of its speaker's, doubled where the message is private. */
export interface Rail {
  readonly usual: string;
  readonly selected: string;
}

/** Rows beside their rail; of an empty one the rail alone. */
export const beside = (rows: readonly string[], gutter: string): string[] =>
  rows.map((row) => (row === '' ? gutter.trimEnd() : gutter + row));

/** The rail of a speaker, `gutter` cells wide. */
export const railOf = (speaker: CharacterId | null, isPrivate: boolean, looks: Looks): Rail => {
  const style = colourOf(speaker, looks);
  const glyph = speaker === null ? '┊' : (glyphs[slotOf(speaker, looks.cast)] ?? '▌');
  const drawn = (mark: string) => styled(style, isPrivate ? mark + mark : mark) + (isPrivate ? ' ' : '  ');
  return { usual: drawn(glyph), selected: drawn(selected) };
};
