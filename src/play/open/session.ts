import type { CharacterId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Attendance } from '../chat/attendance.ts';
import type { Bookkeeping } from '../chat/bookkeeping.ts';
import type { BookkeepingCost, NextSpeakers } from '../chat/play-state.ts';
import type { ReadAhead } from '../chat/read-ahead.ts';
import { Remembered } from '../chat/remembered.ts';
import type { VisibleLine } from '../reading/visible-line.ts';

/** Lets the director go on after a pause, again and again, until it is switched off. */
class AutoMode {
  #seconds: number | null = null;
  #cancel: (() => void) | null = null;

  /** How long the pause is; null = off. */
  get seconds(): number | null {
    return this.#seconds;
  }

  /** Begins the pause anew, unless it is switched off; at its end this runs once. */
  pause(after: (milliseconds: number, run: () => void) => () => void, run: () => void): void {
    this.hold();
    if (this.#seconds === null) return;
    this.#cancel = after(this.#seconds * 1000, () => {
      this.#cancel = null;
      run();
    });
  }

  /** Nobody goes on until the next pause has begun. */
  hold(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** From the next pause on it waits so long; null switches it off. */
  switch(seconds: number | null): void {
    this.hold();
    this.#seconds = seconds;
  }
}

/** What is being written, and how to stop it. */
export interface InProgress {
  readonly speaker: Member;
  readonly isHidden: boolean;
  /** Share of the prompt that the server has read; null when it does not tell, or writes already. */
  readonly reading: number | null;
  readonly abort: AbortController;
}

/** A call of a tool that runs, for how many seconds, and how to stop it alone. */
export interface CallInProgress {
  readonly by: CharacterId;
  readonly tool: string;
  readonly seconds: number;
  readonly abort: AbortController;
}

const percent = (share: number | null): number | null => share && Math.floor(share * 100);

/**
 * What is only of this terminal while it has a chat open, and never logged: the draft, whom the human chose, auto mode, and
 * what is being written. Its methods alone change it; `changed` hears when `PlayState` is another.
 */
export class Session {
  readonly auto = new AutoMode();
  /** What bookkeeping has cost lately: found once for each state of the chat, not for each sign of progress. */
  readonly costs = new Remembered<BookkeepingCost | null>();
  /** The last question of each kind for each owner, of those that share a cache at the server. */
  readonly asked = new Map<string, string>();
  /** Who would answer the draft. */
  readonly next = new Remembered<NextSpeakers>();
  /** What the human is about to say. */
  readonly draft: string = '';
  /** Whom the draft is whispered to without a tag. */
  readonly to: readonly string[] = [];
  /** While a model is asked who speaks up; aborting it lets nobody. */
  readonly asking: AbortController | null = null;
  /** From the first speaker of a command to its last: who is being generated for, and how to stop them all. */
  readonly generating: InProgress | null = null;
  /** A tool that is called, in the line that is generated or by a person's hand. */
  readonly call: CallInProgress | null = null;
  /** How to stop a command that generates, while it waits for another terminal's end as well. */
  readonly waiting: AbortController | null = null;
  /** The line that streams here, or that another terminal streams. */
  readonly line: VisibleLine | null = null;
  /** Keeps what has arrived of the line that is generated here, at once; null while none is. */
  readonly saveLine: (() => void) | null = null;
  /** What other terminals do, once somebody looks on. */
  readonly mirror: Attendance | null = null;
  /** What reads ahead at the server while the human types. */
  readonly readAhead: ReadAhead | null = null;
  /** Who played here before the human only looked on, through the eyes of one of a scene without them; null while they play. */
  readonly onlooker: CharacterId | 'everyone' | null = null;
  /** What runs the jobs of the chat. */
  readonly bookkeeping: Bookkeeping | null = null;
  readonly #changed: () => void;
  #chosen: { readonly viewer: CharacterId; readonly id: CharacterId } | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  #set(change: { readonly [Key in keyof Session]?: Session[Key] }): void {
    Object.assign(this, change);
  }

  /** Takes in what the human is about to say, and to whom without a tag. */
  drafts(draft: string, to: readonly string[] = []): void {
    this.#set({ draft, to });
  }

  /** A model is asked who speaks up; null = no more. */
  asks(asking: AbortController | null): void {
    this.#set({ asking });
  }

  /** A line is generated; null = none any more. */
  generates(generating: InProgress | null): void {
    this.#set({ generating });
  }

  /** Takes in how far the line is that is generated, and whether the viewer may see it. */
  progress(change: Partial<Pick<InProgress, 'reading' | 'isHidden'>>): void {
    if (!this.generating) return;
    const { reading, isHidden } = this.generating;
    const generating = { ...this.generating, ...change };
    if (percent(generating.reading) === percent(reading) && generating.isHidden === isHidden) return;
    this.#set({ generating });
    this.#changed();
  }

  /** A call of a tool runs, for so long by now; null = none any more. */
  runs(call: CallInProgress | null): void {
    const wasTold = (this.call?.seconds ?? 0) > 0;
    this.#set({ call });
    if (wasTold || (call !== null && call.seconds > 0)) this.#changed();
  }

  /** A command has begun that this stops; null = none is under way. */
  waits(waiting: AbortController | null): void {
    this.#set({ waiting });
  }

  /** A line streams; null = none any more. */
  shows(line: VisibleLine | null): void {
    this.#set({ line });
  }

  /** What has arrived of the line is kept at once by this; null = no line is generated any more. */
  savesLineBy(saveLine: (() => void) | null): void {
    this.#set({ saveLine });
  }

  /** Looks on by this from now on; null = no more. */
  attends(mirror: Attendance | null): void {
    this.#set({ mirror });
  }

  /** The human only looks on from now on, who played this one before; null = they play. */
  looksOn(onlooker: CharacterId | 'everyone' | null): void {
    this.#set({ onlooker });
  }

  /** Lets this read ahead. */
  readsAheadBy(readAhead: ReadAhead): void {
    this.#set({ readAhead });
  }

  /** Lets this run the jobs. */
  keepsBooksBy(bookkeeping: Bookkeeping): void {
    this.#set({ bookkeeping });
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
