import type { OocStyle } from '../domain/audience/ooc.ts';
import type { Message } from '../domain/message.ts';
import type { PlayEvent, PlayState } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import { type Stretch, textBetween, withStretch } from './markup/stretch.ts';
import type { Selection } from './state/effect.ts';
import type { Piece } from './terminal/frame.ts';
import type { Place } from './terminal/places.ts';
import type { Theme } from './themes/theme.ts';
import type { Edited } from './transcript/blocks.ts';
import { footRows } from './transcript/foot.ts';
import { nameOf } from './transcript/heading.ts';
import { beside, gutter, noRail } from './transcript/rail.ts';
import { type RowStyle, restyled } from './transcript/row-style.ts';
import type { HeadingInSight } from './transcript/sight.ts';
import { Transcript } from './transcript/transcript.ts';

/** The transcript in the look that it has on this screen. */
export class ReadingPane {
  readonly transcript: Transcript;
  #style: RowStyle;
  #rows: readonly string[] = [];
  /** What the mouse has gone over while its button was held; null for nothing. */
  stretch: Stretch | null = null;

  constructor(play: Play, looks: { theme: Theme; ooc: OocStyle; width: number }) {
    this.transcript = new Transcript(play);
    const { cast, playing, pinned } = play.state();
    this.#style = { cast, playing, pinned, ...looks, thoughts: false };
  }

  /** Whether a message is selected. */
  get isSelecting(): boolean {
    return this.transcript.selected !== undefined;
  }

  /** What stands in the rectangle that is left for it. */
  rows({ top, left, width, height }: Place): Piece {
    if (this.#style.width !== width) this.#style = restyled(this.#style, { width });
    this.#rows = this.transcript.rows(height, this.#style);
    const [from, to] = this.stretch ?? [];
    const stretch = from === to ? null : this.stretch;
    const selected = this.#style.theme.selected || '7';
    return { top, left, rows: stretch ? withStretch(this.#rows, stretch, gutter, selected) : this.#rows };
  }

  /** Where lines begin in what was drawn last, and whose. */
  get headings(): readonly HeadingInSight[] {
    return this.transcript.headings(this.#rows.length);
  }

  /** The text of the stretch, as it was drawn last. */
  get stretchText(): string {
    return this.stretch === null ? '' : textBetween(this.#rows, this.stretch, gutter);
  }

  /** Edits a message where it stands, from a draft; null = none. */
  edit(edited: Edited | null): void {
    this.transcript.edit(edited);
  }

  /** Where in the screen the cursor of what is edited stands, with the transcript in this place; null where it is out of sight. */
  caret({ top, left, height }: Place): { readonly row: number; readonly column: number } | null {
    const at = this.transcript.caret(height);
    return at && { row: top + at.row, column: left + at.column };
  }

  /** The name of whoever says a message. */
  nameOf({ speaker }: Message): string {
    return nameOf(speaker, this.#style);
  }

  /** What stands behind the newest message, for where that is not drawn here. */
  get footRows(): string[] {
    const { foot } = this.transcript;
    return foot === null ? [] : beside([...footRows(foot, this.#style), ''], noRail.usual);
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.transcript.stream(event.speaker, event.text, event.knownTo);
    else if (event.type === 'message') this.transcript.add(event.message);
    else if (event.type === 'stream_end') this.transcript.endStream();
    else if (event.type === 'reload') this.transcript.reload();
    else if (event.type === 'state') this.transcript.refresh();
  }

  /** Names, colours and pins as they are now. */
  restyle(play: PlayState): void {
    this.#style = restyled(this.#style, play);
  }

  /** Shows what is folded, thoughts or times and tokens, or folds it; whether it is shown now. */
  toggle(what: 'thoughts' | 'details'): boolean {
    this.#style = restyled(this.#style, { [what]: !this.#style[what] });
    return this.#style[what] === true;
  }

  /** Selects another message, or none. */
  select(to: Selection): void {
    const { transcript } = this;
    if (to === 'end') transcript.endFind();
    if (to === 'none' || to === 'end') transcript.select(null);
    else if (to === 'first') transcript.first();
    else if (to === 'last') transcript.last();
    else if (to === 'begin') transcript.selectNext(0);
    else if (to === 'previous' || to === 'next') transcript.selectNext(to === 'next' ? 1 : -1);
    else transcript.selectSpeaker(to === 'next_of_speaker' ? 1 : -1);
  }

  /** Looks as this theme says. */
  wear(theme: Theme): void {
    if (this.#style.theme !== theme) this.#style = restyled(this.#style, { theme });
  }

  /** Moves by rows, by pages of so many rows or halves of them, to the start or to the end. */
  scroll(by: number, unit: 'row' | 'half' | 'page' | 'start' | 'end', height: number): void {
    const rows = { row: 1, half: Math.max(1, Math.floor(height / 2)), page: Math.max(1, height - 2) };
    if (unit === 'end') this.transcript.toEnd();
    else if (unit === 'start') this.transcript.toStart();
    else this.transcript.scroll(by * rows[unit], height, this.#style);
  }
}
