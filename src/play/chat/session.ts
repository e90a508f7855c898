import type { CharacterId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import { AutoMode } from '../director/auto.ts';
import type { VisibleLine } from '../reply/visible-line.ts';
import type { Attendance } from '../terminals/attendance.ts';
import type { NextSpeakers } from './play-state.ts';
import type { ReadAhead } from './read-ahead.ts';
import { Remembered } from './remembered.ts';

/** What is being written, and how to stop it. */
export interface InProgress {
  readonly speaker: Member;
  readonly isHidden: boolean;
  /** Share of the prompt that the server has read; null when it does not tell, or writes already. */
  readonly reading: number | null;
  readonly abort: AbortController;
}

const percent = (share: number | null): number | null => share && Math.floor(share * 100);

/**
 * What is only of this terminal while it has a chat open, and never logged: the draft, whom the human chose, auto mode, and
 * what is being written here. All of it is changed by the methods alone; `changed` hears when `PlayState` is another.
 */
export class Session {
  readonly auto = new AutoMode();
  /** Who would answer the draft. */
  readonly next = new Remembered<NextSpeakers>();
  readonly #changed: () => void;
  #draft = '';
  #to: readonly string[] = [];
  #asking: AbortController | null = null;
  #generating: InProgress | null = null;
  #waiting: AbortController | null = null;
  #line: VisibleLine | null = null;
  #mirror: Attendance | null = null;
  #readAhead: ReadAhead | null = null;
  #chosen: { readonly viewer: CharacterId; readonly id: CharacterId } | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What the human is about to say. */
  get draft(): string {
    return this.#draft;
  }

  /** Whom the draft is whispered to without a tag. */
  get to(): readonly string[] {
    return this.#to;
  }

  /** Takes in what the human is about to say, and to whom without a tag. */
  drafts(draft: string, to: readonly string[] = []): void {
    this.#draft = draft;
    this.#to = to;
  }

  /** A model is asked who speaks up; aborting what is returned lets nobody. */
  beginAsking(): AbortController {
    this.#asking = new AbortController();
    return this.#asking;
  }

  /** It is asked no more, unless it is asked something else by now. */
  endAsking(asking: AbortController): void {
    if (this.#asking === asking) this.#asking = null;
  }

  /** Nobody speaks up whom a model is asked about now. */
  stopAsking(): void {
    this.#asking?.abort();
  }

  /** From the first speaker of a command to its last: who is being generated for, and how to stop them all. */
  get generating(): InProgress | null {
    return this.#generating;
  }

  /** Takes in whose line is generated now; null for nobody's. */
  generates(line: InProgress | null): void {
    this.#generating = line;
  }

  /** Takes in how far the line is that is generated, and whether the viewer may see it. */
  progress(change: Partial<Pick<InProgress, 'reading' | 'isHidden'>>): void {
    const was = this.#generating;
    if (!was) return;
    const now = { ...was, ...change };
    if (percent(now.reading) === percent(was.reading) && now.isHidden === was.isHidden) return;
    this.#generating = now;
    this.#changed();
  }

  /** How to stop a command that generates, while it waits for another terminal's end as well. */
  get waiting(): AbortController | null {
    return this.#waiting;
  }

  /** A command begins that this stops. */
  waits(abort: AbortController): void {
    this.#waiting = abort;
  }

  /** It is over, and what it held up goes on; nothing changes where another command has begun since. */
  waitsNoMore(abort: AbortController, before: AbortController | null = null): void {
    if (this.#waiting === abort) this.#waiting = before;
  }

  /** The line that streams here, or that another terminal streams. */
  get line(): VisibleLine | null {
    return this.#line;
  }

  /** Takes in which line streams; null for none. */
  shows(line: VisibleLine | null): void {
    this.#line = line;
  }

  /** What other terminals do, once somebody looks on. */
  get mirror(): Attendance | null {
    return this.#mirror;
  }

  /** Looks on from now on, until it leaves. */
  attends(begin: () => Attendance): void {
    this.#mirror ??= begin();
  }

  /** Looks on no more. */
  leaves(): void {
    this.#mirror?.close();
    this.#mirror = null;
  }

  /** What reads ahead at the server while the human types. */
  get readAhead(): ReadAhead | null {
    return this.#readAhead;
  }

  /** Lets this read ahead. */
  readsAheadBy(readAhead: ReadAhead): void {
    this.#readAhead = readAhead;
  }

  /** Whoever looks through these eyes wants this character to answer the next message; null leaves it to the director. */
  choose(choice: { readonly viewer: CharacterId; readonly id: CharacterId } | null): void {
    this.#chosen = choice;
  }

  /** Whom this viewer chose to answer the next message; null for nobody. */
  chosenBy(viewer: CharacterId): CharacterId | null {
    return this.#chosen?.viewer === viewer ? this.#chosen.id : null;
  }
}
