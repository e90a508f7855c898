import type { OocStyle } from '../../domain/audience/ooc.ts';
import type { Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { PlayEvent } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { shorten } from '../terminal/cells.ts';
import type { Size } from '../terminal/ink-renderer.ts';
import { measure } from '../terminal/places.ts';
import type { Looks } from '../themes/looks.ts';
import { styled } from '../themes/theme.ts';
import { marksOf } from '../transcript/heading.ts';
import { beside, railOf } from '../transcript/rail.ts';
import { StreamingReply } from '../transcript/reply.ts';
import type { RowStyle } from '../transcript/row-style.ts';
import { messageRows } from '../transcript/rows.ts';
import { framedRow } from '../transcript/whisper.ts';

/** The transcript as rows that are printed once, and the reply that grows below them. */
export class InlineChat {
  readonly #play: Play;
  readonly #looks: Pick<Looks, 'theme'>;
  readonly #ooc: OocStyle;
  #style: RowStyle | null = null;
  #waiting: Message[] = [];
  #reply: StreamingReply | null = null;
  #begins = true;

  constructor(play: Play, looks: Pick<Looks, 'theme'>, ooc: OocStyle) {
    this.#play = play;
    this.#looks = looks;
    this.#ooc = ooc;
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'state') this.#style = null;
    else if (event.type === 'delta') this.#stream(event);
    else if (event.type === 'stream_end') this.#reply = null;
    else if (event.type === 'reload') this.#reload();
    else if (event.type === 'message') {
      if (this.#reply?.speaker.id === event.message.speaker) this.#reply = null;
      if (!this.#begins) this.#waiting.push(event.message);
    }
  }

  #stream({ speaker, text }: Extract<PlayEvent, { type: 'delta' }>): void {
    if (this.#reply?.speaker.id !== speaker.id) this.#reply = new StreamingReply(speaker);
    this.#reply.push(text);
  }

  /** What is printed stays; the chat as it reads now is printed below it. */
  #reload(): void {
    this.#begins = true;
    this.#waiting = [];
    this.#reply = null;
    this.#style = null;
  }

  #look({ columns }: Size): RowStyle {
    const { theme } = this.#looks;
    const width = Math.min(measure, columns);
    if (this.#style?.theme !== theme || this.#style.width !== width)
      this.#style = { ...this.#play.state(), theme, width, ooc: this.#ooc, thoughts: false };
    return this.#style;
  }

  /** The rows to print now, each once: at first, and where the chat reads otherwise, the last screenful. */
  printed(size: Size): string[] {
    const style = this.#look(size);
    const begins = this.#begins;
    const messages = begins ? this.#play.view().last(size.rows) : this.#waiting;
    this.#begins = false;
    this.#waiting = [];
    const rows = messages.flatMap((message, at) => this.#drawn(message, messages.length - 1 - at, style));
    if (!begins) return rows;
    const { chat, playing } = this.#play.state();
    const heading = sanitize(`── ${chat.title}, as ${playing.name} ──`);
    return [styled(style.theme.dim, shorten(heading, size.columns)), ...rows.slice(-size.rows)];
  }

  /** Rail, heading and text of a message, and an empty row. */
  #drawn(message: Message, depth: number, style: RowStyle): string[] {
    const figures = this.#play.figures(message);
    const marked = { marks: marksOf(message, figures, style), unheard: figures.unheard };
    const { rows, frame } = messageRows(this.#play.shown(message, depth), marked, style);
    if (frame === null) return [...beside(rows, railOf(message.speaker, style).usual), ''];
    return [...rows.map((row, at) => framedRow(row, at, frame, ' ')), ''];
  }

  /** The rows of the reply that grows, the newest of them. */
  growing(size: Size, most: number): string[] {
    if (this.#reply === null) return [];
    const style = this.#look(size);
    const rail = railOf(this.#reply.speaker.id, style);
    return beside([...this.#reply.rows(style), ''].slice(-most), rail.usual);
  }
}
