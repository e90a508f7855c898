import type { CharacterId, Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { MessageFigures } from '../../play/tree/figures.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { colourOf, gutter } from './rail.ts';
import type { RowStyle } from './row-style.ts';

/** Who speaks and to whom, for the line above a text. */
export interface Heading {
  readonly speaker: CharacterId | null;
  readonly knownTo: readonly CharacterId[];
  readonly marks: readonly string[];
}

const lock = '🔒 ';

/** The name of a character safe to show; its id when it is not in the cast, nothing for what nobody says. */
export const nameOf = (id: CharacterId | null, { cast }: Pick<RowStyle, 'cast'>): string =>
  id === null ? '' : sanitize(cast.find((member) => member.id === id)?.name ?? id);

const badgeOf = ({ speaker, knownTo }: Heading, rowStyle: RowStyle): string => {
  if (knownTo.length === 0) return '';
  const others = knownTo.filter((id) => id !== speaker).map((id) => nameOf(id, rowStyle));
  if (others.length > 0) return `→ ${others.join(', ')} only`;
  return speaker !== null && speaker === rowStyle.playing?.id ? '→ only you' : '→ no one else';
};

/** The row above a text, beside its rail: name, to whom alone it was said, marks. The last that fit no more are left out. */
export const headingRow = (heading: Heading, rowStyle: RowStyle): string => {
  const { theme } = rowStyle;
  const before = heading.knownTo.length === 0 ? '' : lock;
  const width = Math.max(1, rowStyle.width - gutter - cells(before));
  const name = shorten(nameOf(heading.speaker, rowStyle), width);
  const colour = colourOf(heading.speaker, rowStyle);
  const style = heading.speaker === null ? colour : [theme.strong, colour].filter(Boolean).join(';');
  let room = width - cells(name);
  const marks = heading.marks.filter((mark) => {
    room -= cells(mark) + 3;
    return room >= 0;
  });
  const badge = badgeOf(heading, rowStyle);
  const shown = badge === '' || room < 7 ? '' : styled(theme.badge, ` ${shorten(badge, room - 1)}`);
  return `${before}${styled(style, name)}${shown}${styled(theme.dim, marks.map((mark) => ` · ${mark}`).join(''))}`;
};

/** The heading of a text that begins above the window. */
export const stickyRow = (speaker: CharacterId | null, rowStyle: RowStyle): string => {
  const width = Math.max(1, rowStyle.width - gutter);
  return styled(rowStyle.theme.dim, shorten(`${nameOf(speaker, rowStyle)} ↑`, width));
};

/** What a message is besides its text: pinned, which of its versions, edited, cut short, hidden. */
export const marksOf = (message: Message, figures: MessageFigures, rowStyle: RowStyle): string[] => {
  const { version, of, tokens } = figures;
  return [
    ...(rowStyle.pinned.has(message.id) ? ['pinned'] : []),
    ...(of > 1 ? [`‹${version}/${of}›`] : []),
    ...(message.edited ? ['edited'] : []),
    ...(message.truncated ? ['cut short'] : []),
    ...(message.hidden ? ['hidden'] : []),
    ...(rowStyle.details ? [message.at.slice(0, 16).replace('T', ' ')] : []),
    ...(rowStyle.details && tokens > 0 ? [`about ${tokens} token${tokens === 1 ? '' : 's'}`] : []),
  ];
};
