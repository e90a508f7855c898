import type { OocStyle } from '../../domain/audience/ooc.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { shorten } from '../terminal/cells.ts';
import { type Style, styled, type Theme } from '../theme.ts';
import { markParagraph, nothingOpen, type StillOpen } from './markup.ts';
import { wrapLine } from './wrap.ts';

/** What the rows of a message depend on besides the message. */
export interface RowStyle {
  readonly width: number;
  readonly theme: Theme;
  readonly cast: readonly CastMember[];
  readonly pinned: ReadonlySet<string>;
  /** Whether what was thought is shown, or one line that says so. */
  readonly thoughts: boolean;
  /** How people mark what they say out of character. */
  readonly ooc: OocStyle;
}

/** Who speaks and to whom, for the line above a text. */
export interface Heading {
  readonly speaker: CharacterId | null;
  readonly knownTo: readonly CharacterId[];
  readonly marks: readonly string[];
}

const gutter = 2;

const sameCast = (a: readonly CastMember[], b: readonly CastMember[]): boolean =>
  a.length === b.length && a.every(({ id, name }, index) => b[index]?.id === id && b[index]?.name === name);

/** A style with what changed in it; a cast that looks the same stays, so that what was wrapped for it holds. */
export const restyled = (style: RowStyle, change: Partial<RowStyle>): RowStyle => {
  const { cast = style.cast } = change;
  return { ...style, ...change, cast: sameCast(style.cast, cast) ? style.cast : cast };
};

/** The name of a character safe to show; its id when it is not in the cast. */
export const nameOf = (id: CharacterId, { cast }: Pick<RowStyle, 'cast'>): string =>
  sanitize(cast.find((member) => member.id === id)?.name ?? id);

/** The style of a character's name. */
export const speakerStyle = (id: CharacterId, { cast, theme }: Pick<RowStyle, 'cast' | 'theme'>): Style => {
  const index = cast.findIndex((member) => member.id === id);
  return theme.cast[Math.max(0, index) % theme.cast.length] ?? theme.strong;
};

const badgeOf = ({ speaker, knownTo }: Heading, rowStyle: RowStyle): string[] => {
  if (knownTo.length === 0) return [];
  const others = knownTo.filter((id) => id !== speaker).map((id) => nameOf(id, rowStyle));
  return [others.length === 0 ? 'to no one else' : `to ${others.join(', ')}`];
};

/** The row above a text: name, audience badge, marks. */
export const headingRow = (heading: Heading, rowStyle: RowStyle): string => {
  const { speaker } = heading;
  const { theme, width } = rowStyle;
  const name = shorten(speaker === null ? 'system' : nameOf(speaker, rowStyle), Math.max(1, width - gutter));
  const style = speaker === null ? theme.dim : speakerStyle(speaker, rowStyle);
  const [badge = ''] = badgeOf(heading, rowStyle);
  const marks = heading.marks.map((mark) => ` · ${mark}`).join('');
  const room = width - name.length - marks.length - 3;
  const shown = badge === '' || room < 4 ? '' : styled(theme.badge, ` · ${shorten(badge, room)}`);
  return `${styled(style, name)}${shown}${styled(theme.dim, marks)}`;
};

/** Rows of a text below its heading; a bar in the margin marks a private one. */
export const textRows = (
  text: string,
  rowStyle: RowStyle,
  how: { isPrivate: boolean; open?: StillOpen; growing?: boolean },
): { rows: string[]; open: StillOpen } => {
  const margin = how.isPrivate ? styled(rowStyle.theme.badge, '│ ') : '  ';
  const rows: string[] = [];
  const { theme, ooc } = rowStyle;
  let open = how.open ?? nothingOpen;
  const paragraphs = sanitize(text, { newlines: true }).split(/\n{2,}/);
  for (const [index, paragraph] of paragraphs.entries()) {
    const growing = (how.growing ?? false) && index === paragraphs.length - 1;
    const marked = markParagraph(paragraph, { theme, ooc, growing }, open);
    open = marked;
    if (index > 0) rows.push(margin.trimEnd());
    for (const line of marked.lines) {
      for (const row of wrapLine(line, rowStyle.width - gutter))
        rows.push(row === '' ? margin.trimEnd() : margin + row);
    }
  }
  return { rows, open };
};

const marginOf = ({ knownTo }: Message, { theme }: RowStyle): string =>
  knownTo.length > 0 ? styled(theme.badge, '│ ') : '  ';

/** Rows of a text that stands in no prompt. */
const dimRows = (message: Message, rowStyle: RowStyle): string[] => {
  const margin = marginOf(message, rowStyle);
  const style = rowStyle.theme.dim;
  return sanitize(message.text.trim(), { newlines: true })
    .split('\n')
    .flatMap((text) => wrapLine([{ text, style }], rowStyle.width - gutter))
    .map((row) => (row === '' ? margin.trimEnd() : margin + row));
};

const letters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const words = new RegExp(`[${letters}]|[^\\s${letters}]+`, 'gu');

/** Rows of what a character thought before it spoke: one that says how much, and all of it where that is wanted. */
const thoughtRows = (message: Message, rowStyle: RowStyle): string[] => {
  const { reasoning } = message;
  const { theme, width, thoughts } = rowStyle;
  if (reasoning === '') return [];
  const margin = marginOf(message, rowStyle);
  const count = reasoning.match(words)?.length ?? 0;
  const fold = shorten(`thought for ${count} word${count === 1 ? '' : 's'}`, width - gutter);
  const lines = thoughts ? sanitize(reasoning, { newlines: true }).split('\n') : [];
  const rows = lines.flatMap((text) => wrapLine([{ text, style: theme.dim }], width - gutter));
  return [styled(theme.dim, fold), ...rows, ...(thoughts ? [''] : [])].map((row) =>
    row === '' ? margin.trimEnd() : margin + row,
  );
};

const marksOf = (message: Message, pinned: boolean): string[] => [
  ...(pinned ? ['pinned'] : []),
  ...(message.truncated ? ['cut short'] : []),
  ...(message.hidden ? ['hidden'] : []),
];

const messageRows = (message: Message, rowStyle: RowStyle): string[] => {
  const marks = marksOf(message, rowStyle.pinned.has(message.id));
  const isPrivate = message.knownTo.length > 0;
  const body = message.hidden
    ? dimRows(message, rowStyle)
    : textRows(message.text.trim(), rowStyle, { isPrivate }).rows;
  const heading = headingRow({ ...message, marks }, rowStyle);
  return [heading, ...thoughtRows(message, rowStyle), ...body, ''];
};

const isSameStyle = (a: RowStyle, b: RowStyle): boolean =>
  a.width === b.width && a.theme === b.theme && a.cast === b.cast && a.thoughts === b.thoughts;

/** Rows of messages, wrapped once per message and look; the message object is the key, as it never changes. */
export class RowCache {
  #rows = new WeakMap<Message, { pinned: boolean; rows: string[] }>();
  #rowStyle: RowStyle | null = null;

  /** Heading, text and an empty row. */
  of(message: Message, rowStyle: RowStyle): string[] {
    if (!this.#rowStyle || !isSameStyle(this.#rowStyle, rowStyle)) this.#rows = new WeakMap();
    this.#rowStyle = rowStyle;
    const pinned = rowStyle.pinned.has(message.id);
    const known = this.#rows.get(message);
    if (known?.pinned === pinned) return known.rows;
    const rows = messageRows(message, rowStyle);
    this.#rows.set(message, { pinned, rows });
    return rows;
  }
}
