import type { FindMatch, ReadingWindow } from '../../commands/scope.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { Way } from '../../domain/search.ts';
import type { AnyView } from '../../domain/view.ts';
import type { Play } from '../../play/play.ts';
import type { Writer } from '../state/caret.ts';
import { Blocks, type Edited } from './blocks.ts';
import type { Foot } from './foot.ts';
import { Held } from './held.ts';
import { StreamingReply } from './reply.ts';
import type { RowStyle } from './row-style.ts';
import { Seek } from './seek.ts';
import type { HeadingInSight } from './sight.ts';
import { Window } from './window.ts';

const page = 250;
const mostPages = 20;

/** The message so many further down or up than one, the last of them at an end; the newest where none is told. */
const neighbourOf = (held: Held, from: MessageId | null, by: number): MessageId | null => {
  const start = from === null ? null : held.readAround(from);
  if (start === null) {
    if (!held.isToHead) held.readEnd();
    return held.at(held.end - 1)?.id ?? null;
  }
  const wanted = start + by;
  while (wanted < held.start && held.older()) {}
  while (wanted >= held.end && held.newer()) {}
  return held.at(Math.max(held.start, Math.min(wanted, held.end - 1)))?.id ?? null;
};

/** The next message of the same speaker below, or above when negative, among the nearest 5,000. */
const speakersNext = (view: AnyView, { id, speaker }: Message, by: number): MessageId | null => {
  let edge = id;
  for (let read = 0; read < mostPages; read += 1) {
    const messages: Message[] = by < 0 ? view.last(page, edge) : view.from(edge, page + 1).slice(1);
    const isOwn = (message: Message) => message.speaker === speaker;
    const found = by < 0 ? messages.findLast(isOwn) : messages.find(isOwn);
    if (found) return found.id;
    const last = by < 0 ? messages[0] : messages.at(-1);
    if (last === undefined || messages.length < page) return null;
    edge = last.id;
  }
  return null;
};

/** The parts of a play that a transcript reads. */
export type ReadPlay = Pick<Play, 'view' | 'shown' | 'figures' | 'find'>;

/**
 * The scrollable chat as the played character perceives it. Holds a stretch of messages around the window, reads others
 * when they come into sight, and wraps only what is near the window. What it is told in rows and heights is as `rows` was
 * last asked for.
 */
export class Transcript implements ReadingWindow {
  readonly #play: ReadPlay;
  readonly #held: Held;
  readonly #blocks: Blocks;
  readonly #seek: Seek;
  readonly #window: Window;
  #viewer: string;
  #selected: MessageId | null = null;

  constructor(play: ReadPlay) {
    this.#play = play;
    this.#viewer = play.view().viewer;
    this.#held = new Held(() => play.view());
    this.#blocks = new Blocks(play, this.#held);
    this.#seek = new Seek(play, this.#blocks);
    this.#window = new Window(this.#blocks);
  }

  /** True while the window sticks to the newest row. */
  get follows(): boolean {
    return this.#window.top === null;
  }

  /** Messages that arrived below while the human was reading further up. */
  get below(): number {
    return this.#window.below;
  }

  /** What was looked for last by whom plays now; null when nothing was. */
  get sought(): string | null {
    return this.#seek.sought?.text ?? null;
  }

  /** The message in which the window begins, and a row counted from its heading; null at the end of the chat. */
  get anchor(): Window['anchor'] {
    return this.#window.anchor;
  }

  /** The message that is selected, as it is in the view now. */
  get selected(): Message | undefined {
    if (this.#selected === null) return undefined;
    const index = this.#held.indexOf(this.#selected);
    return index === null ? this.#play.view().find(this.#selected) : this.#held.at(index);
  }

  /** Reads everything again, staying at the message in sight when it is still there. */
  reload(): void {
    const { anchor } = this;
    const { viewer } = this.#play.view();
    if (viewer !== this.#viewer) {
      this.#seek.sought = null;
      this.#selected = null;
    }
    this.#viewer = viewer;
    this.#blocks.reply = null;
    this.#blocks.foot = null;
    this.#seek.forgetHit();
    this.#held.readEnd();
    if (this.selected === undefined) this.#selected = null;
    const { below } = this;
    this.toEnd();
    if (anchor === null || this.#held.readAround(anchor.message) === null) return;
    this.goTo(anchor.message, anchor.row);
    this.#window.below = below;
  }

  /** Something beside messages changed: somebody may have come or gone. */
  refresh(): void {
    this.#held.refresh();
  }

  /** A message was committed: it replaces its own streamed text or an older revision, else it is new. */
  add(message: Message): void {
    const { reply } = this.#blocks;
    this.#blocks.foot = null;
    if (reply?.speaker.id === message.speaker) this.endStream();
    if (this.#held.add(message) && !this.follows) this.#window.below += 1;
  }

  /** New text of a streaming reply, and who hears it, where only some do. */
  stream(speaker: StreamingReply['speaker'], text: string, knownTo?: Message['knownTo']): void {
    const { reply } = this.#blocks;
    const own = reply?.speaker.id === speaker.id ? reply : new StreamingReply(speaker);
    own.push(text, knownTo);
    this.#blocks.reply = own;
    this.#blocks.foot = null;
  }

  /** The streamed reply is over; its message, if any, stands by itself. */
  endStream(): void {
    this.#blocks.reply = null;
  }

  /** Who writes; null = nobody. */
  set writer(writer: Writer | null) {
    this.#blocks.writer = writer;
  }

  /** What stands behind the newest message until something is said or the chat reads otherwise; null = nothing. */
  get foot(): Foot | null {
    return this.#blocks.foot;
  }

  set foot(foot: Foot | null) {
    this.#blocks.foot = foot;
  }

  /** Sticks to the newest row again and forgets pages far above. */
  toEnd(): void {
    this.#window.toEnd();
  }

  /** Goes to the first row of all. */
  toStart(): void {
    const [first] = this.#play.view().first(1);
    if (first) this.goTo(first.id);
  }

  /** Moves the window to a row of this message, its heading unless told; it stays when that is not in the view. */
  goTo(message: MessageId, row = 0): void {
    const block = this.#held.readAround(message);
    if (block !== null) this.#window.beginAt({ block, row });
  }

  /** Moves the window by so many rows, down when positive. */
  scroll(by: number, height: number, style: RowStyle): void {
    this.#window.lay(height, style);
    this.#window.scroll(by);
  }

  /** Exactly `height` rows: the window. */
  rows(height: number, style: RowStyle): string[] {
    this.#window.lay(height, style);
    const sought = this.#seek.sought?.query ?? null;
    return this.#window.rows({ selected: this.#selected, sought }, style);
  }

  /** Where in the window of this height lines begin, and whose. */
  headings(height: number): HeadingInSight[] {
    return this.#window.headings(height);
  }

  /** Edits a message where it stands; what is written in it stays in sight. */
  edit(edited: Edited | null): void {
    const before = this.#blocks.edited;
    if (before?.draft === edited?.draft && before?.message === edited?.message) return;
    this.#blocks.edited = edited;
    const block = edited && this.#held.readAround(edited.message);
    const caret = this.#blocks.caret;
    if (block !== null && caret !== null) this.#window.bringRowIntoSight({ block, row: caret.row });
  }

  /** Where in the window of this height the cursor of what is edited stands; null where it is out of sight. */
  caret(height: number): { readonly row: number; readonly column: number } | null {
    const { edited, caret } = this.#blocks;
    const block = edited && this.#held.indexOf(edited.message);
    if (block === null || caret === null) return null;
    const row = this.#window.rowOf({ block, row: caret.row }, height);
    return row === null ? null : { row, column: caret.column };
  }

  /** Selects a message and brings it into sight; null = none. One that is not in the view changes nothing. */
  select(id: MessageId | null): void {
    if (id === null) this.#selected = null;
    const known = id === null ? null : this.#held.indexOf(id);
    const block = known ?? (id === null ? null : this.#held.readAround(id));
    if (block === null) return;
    this.#selected = id;
    if (known === null) this.#window.show({ block, row: 0 });
    else this.#window.bringIntoSight(block);
  }

  /** Selects the message of a row of the window of this height, where there is one. */
  selectAt(row: number, height: number): void {
    const block = this.#window.blockAt(row, height);
    const message = block === null ? undefined : this.#held.at(block);
    if (message !== undefined) this.#selected = message.id;
  }

  /** Selects the message so many further down, or up when negative; the newest where none was selected. */
  selectNext(by: number): void {
    this.select(this.#selected);
    this.select(neighbourOf(this.#held, this.#selected, by));
  }

  /** Selects the next message of the same speaker, upwards when negative; stays where there is none among 5,000. */
  selectSpeaker(by: number): void {
    const from = this.selected;
    if (from === undefined) this.selectNext(by);
    else this.select(speakersNext(this.#play.view(), from, by) ?? from.id);
  }

  /** Selects the first message of all. */
  first(): void {
    this.select(this.#play.view().first(1)[0]?.id ?? null);
  }

  /** Selects the newest message. */
  last(): void {
    this.toEnd();
    this.select(this.#held.at(this.#held.end - 1)?.id ?? null);
  }

  /**
   * Goes to the next place that says this, from where the window is or from what was found before; around the end where
   * there is none. Null when nobody says it. Throws SottoError `nothing_to_search`.
   */
  find(text: string, way: Way): FindMatch | null {
    const found = this.#seek.next(text, way, this.#window.edge(way));
    if (found === null) return null;
    this.#window.show(found, 1 / 3);
    return { message: found.message, isAround: found.isAround };
  }

  /** Forgets what was looked for. */
  endFind(): void {
    this.#seek.sought = null;
  }
}
