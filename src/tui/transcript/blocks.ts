import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { Between } from '../../domain/view.ts';
import { Remembered } from '../../play/chat/remembered.ts';
import type { Play } from '../../play/play.ts';
import type { MessageFigures } from '../../play/tree/figures.ts';
import { type ComposerText, type DraftRows, layDraft, spansShown } from '../composer/layout.ts';
import { RowStarts } from '../composer/row-starts.ts';
import type { Writer } from '../state/caret.ts';
import { styled } from '../themes/theme.ts';
import { barRow } from './bar.ts';
import { type Foot, footRows } from './foot.ts';
import { headingRow, marksOf } from './heading.ts';
import type { Held } from './held.ts';
import { betweenRows, dividingRow } from './punctuation.ts';
import { gutter, noRail, type Rail, railOf } from './rail.ts';
import type { StreamingReply } from './reply.ts';
import type { RowStyle } from './row-style.ts';
import { isDividing, RowCache } from './rows.ts';
import { type Frame, framedRail } from './whisper.ts';

const dayOf = ({ at }: Message): string => at.slice(0, 10);

/** Rows above a message, as wide as the page: what happened since the one before, and the day where it is another. */
const leadRows = (
  {
    previous,
    message,
    between,
  }: {
    readonly previous: Message | undefined;
    readonly message: Message | undefined;
    readonly between: readonly Between[];
  },
  rowStyle: RowStyle,
): string[] => {
  const isNewDay = previous !== undefined && message !== undefined && dayOf(previous) !== dayOf(message);
  const rows = betweenRows(between, rowStyle);
  const day = isNewDay ? [dividingRow(dayOf(message), rowStyle.width, rowStyle)] : [];
  return [...rows, ...(rows.length > 0 ? [''] : []), ...day, ...(day.length > 0 ? [''] : [])];
};

/** A message or the reply that streams, as rows; behind its last row stands an empty one. */
export interface Block {
  readonly speaker: CharacterId | null;
  readonly message: Message | null;
  /** What stands above the heading, as wide as the page. */
  readonly lead: readonly string[];
  readonly rail: Rail;
  /** Heading, thoughts and text beside the rail; none for what stands behind the newest message. */
  readonly rows: readonly string[];
  /** How many rows stand above the text. */
  readonly head: number;
  /** What stands around them where only some have heard it. */
  readonly frame: Frame | null;
  /** What can be done with it where it is picked, which stands in the row behind its last. */
  readonly bar?: () => string;
}

/** A place on the page: a block by its number, and a row counted from its heading, negative above it. */
export interface RowAt {
  readonly block: number;
  readonly row: number;
}

/** Whether a place stands above another. */
export const isBefore = (a: RowAt, b: RowAt): boolean =>
  a.block < b.block || (a.block === b.block && a.row < b.row);

/** First row of a block and the row behind its last. */
export const boundsOf = ({ lead, rows }: Block): { top: number; bottom: number } => ({
  top: -lead.length,
  bottom: rows.length === 0 ? 0 : rows.length + 1,
});

/** A message whose text is edited where it stands, and what stands there now. */
export interface Edited {
  readonly message: MessageId;
  readonly draft: ComposerText;
}

const mostEdited = 1_000;
/** So many blocks are kept as they were laid out: more than stand on any screen. */
const mostLaid = 100;

/** The page as blocks, laid out when they are looked at: a block for each message that is held, one for what is behind. */
export class Blocks {
  readonly #play: Pick<Play, 'shown' | 'figures'>;
  readonly held: Held;
  reply: StreamingReply | null = null;
  /** Who writes, whose words stand in `reply` once some have come. */
  writer: Writer | null = null;
  /** What stands behind the newest message where nothing is being written. */
  foot: Foot | null = null;
  style: RowStyle | null = null;
  /** What is edited; null for nothing. */
  edited: Edited | null = null;
  readonly #starts = new RowStarts();
  #cache = new RowCache();
  #figures = new WeakMap<Message, MessageFigures>();
  readonly #laid = new Map<Message, Remembered<Block>>();
  readonly #growing = new Remembered<Block>();

  constructor(play: Pick<Play, 'shown' | 'figures'>, held: Held) {
    this.#play = play;
    this.held = held;
  }

  /** Number behind the last block. */
  get end(): number {
    return this.held.end + (this.held.isToHead ? 1 : 0);
  }

  /** The block of this number, read where it is beyond what is held; undefined where there is none. */
  at(index: number): Block | undefined {
    const { held, style } = this;
    if (style === null) return undefined;
    while (index <= held.start && held.older()) {}
    while (index >= held.end && !held.isToHead && held.newer()) {}
    const message = held.at(index);
    if (message !== undefined) return this.#message(message, index, style);
    return index === held.end && held.isToHead ? this.#tail(index, style) : undefined;
  }

  /** Where the cursor stands in what is edited: a row counted from its heading, and a column. */
  get caret(): { readonly row: number; readonly column: number } | null {
    if (this.edited === null || this.style === null) return null;
    const { row, column } = this.#layEdited(this.edited, this.style).cursor;
    return { row: row + 1, column: column + gutter };
  }

  #layEdited({ draft }: Edited, { width }: RowStyle): DraftRows {
    return layDraft(draft, width - gutter, mostEdited, this.#starts);
  }

  /** A message while it is edited: its heading, and the draft. */
  #beingEdited(edited: Edited, message: Message, index: number, style: RowStyle): Block {
    const { speaker } = message;
    const rows = this.#layEdited(edited, style).rows.map((row) => spansShown(row, style.theme));
    const heading = headingRow(
      { speaker, knownTo: message.knownTo, marks: ['Enter keeps, Esc drops'] },
      style,
    );
    return {
      ...{ speaker, message, lead: this.#lead(index, style), head: rows.length + 1, frame: null },
      rows: [heading, ...rows],
      rail: { usual: noRail.picked, picked: noRail.picked },
    };
  }

  #message(message: Message, index: number, style: RowStyle): Block {
    if (this.edited?.message === message.id) return this.#beingEdited(this.edited, message, index, style);
    if (this.writer?.replaces === message.id)
      return { ...this.#written(style), message, lead: this.#lead(index, style) };
    const shown = this.#play.shown(message, this.held.depthOf(index));
    const about = [shown, style, index, ...this.#above(index)];
    return this.#kept(message).of(about, () => this.#lay(message, shown, index, style));
  }

  /** What its lead depends on. */
  #above(index: number): readonly unknown[] {
    return [this.held.at(index - 1), this.held.before(index)];
  }

  #kept(message: Message): Remembered<Block> {
    const known = this.#laid.get(message);
    if (known !== undefined) return known;
    if (this.#laid.size === mostLaid) this.#laid.clear();
    const kept = new Remembered<Block>();
    this.#laid.set(message, kept);
    return kept;
  }

  #lay(message: Message, shown: Message, index: number, style: RowStyle): Block {
    const figures = this.#figuresOf(message);
    const marked = { marks: marksOf(message, figures, style), unheard: figures.unheard };
    const { speaker, knownTo } = message;
    return {
      ...this.#cache.of(shown, marked, style),
      ...{ speaker, message, lead: this.#lead(index, style) },
      rail:
        knownTo.length > 0
          ? framedRail(speaker, style)
          : isDividing(message, style)
            ? noRail
            : railOf(speaker, style),
      bar: () => barRow(message, { versions: figures.of, isNewest: this.#isNewest(index) }, style),
    };
  }

  #isNewest(index: number): boolean {
    return this.held.isToHead && index === this.held.end - 1;
  }

  #tail(index: number, style: RowStyle): Block {
    const { reply } = this;
    if (reply !== null && reply.knownTo.length === 0 && !this.writer?.replaces) {
      const about = [reply, reply.changes, style, ...this.#above(index)];
      return this.#growing.of(about, () => this.#layTail(index, style));
    }
    return this.#layTail(index, style);
  }

  #layTail(index: number, style: RowStyle): Block {
    const lead = this.#lead(index, style);
    const isWritten = this.reply !== null || this.writer !== null;
    if (isWritten && !this.writer?.replaces) return { ...this.#written(style), message: null, lead };
    const rows = this.foot === null ? [] : footRows(this.foot, style);
    return { speaker: null, message: null, lead, rail: noRail, rows, head: rows.length, frame: null };
  }

  /** What is being written: the reply so far, else a name, and a caret where the words will stand. */
  #written(style: RowStyle): Omit<Block, 'message' | 'lead'> {
    const { reply, writer } = this;
    const speaker = reply?.speaker.id ?? writer?.id ?? null;
    if (reply !== null) {
      const laid = reply.knownTo.length > 0 ? reply.framed(style) : { rows: reply.rows(style), frame: null };
      const rail = laid.frame === null ? railOf(speaker, style) : framedRail(speaker, style);
      return { speaker, head: 1, ...laid, rail };
    }
    const heading = headingRow({ speaker, knownTo: [], marks: [] }, style);
    const caret = writer?.isLit ? styled(style.theme.accent, '▍') : '';
    return { speaker, head: 1, frame: null, rows: [heading, caret], rail: railOf(speaker, style) };
  }

  #lead(index: number, style: RowStyle): string[] {
    const { held } = this;
    const [previous, message] = [held.at(index - 1), held.at(index)];
    return leadRows({ previous, message, between: held.before(index) }, style);
  }

  #figuresOf(message: Message): MessageFigures {
    const known = this.#figures.get(message) ?? this.#play.figures(message);
    this.#figures.set(message, known);
    return known;
  }

  /** The place so many rows further down, or behind the last row. */
  down(from: RowAt, by: number): RowAt {
    let { block: index, row } = from;
    let left = by;
    for (let block = this.at(index); block; block = this.at(index)) {
      const { bottom } = boundsOf(block);
      if (row + left < bottom) return { block: index, row: row + left };
      left -= Math.max(0, bottom - row);
      index += 1;
      const next = this.at(index);
      row = next ? boundsOf(next).top : 0;
    }
    return { block: index, row: 0 };
  }

  /** The place so many rows further up, or the first row of all. */
  up(from: RowAt, by: number): RowAt {
    let { block: index, row } = from;
    let left = by;
    for (;;) {
      const block = this.at(index);
      const top = block ? boundsOf(block).top : row;
      if (row - left >= top) return { block: index, row: row - left };
      const above = this.at(index - 1);
      if (!above) return { block: index, row: top };
      left -= Math.max(0, row - top);
      index -= 1;
      row = boundsOf(above).bottom;
    }
  }
}
