import type { App } from '../app/run/app.ts';
import type { ChatId, Message, MessageId } from '../domain/message.ts';
import type { Way } from '../domain/search.ts';
import type { PlayState } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';

/** What a command acts on. */
export interface Scope {
  readonly side: 'script' | 'screen';
  readonly app: App;
  /** The open chat; on the command line the one that was named, opened when this is first read. */
  readonly play: Play;
  /** Writes a piece of a file that is itself the result, as it is. */
  write(piece: string): void;
  /** Draws for a person who watches on a terminal; does nothing for anybody else. */
  draw(drawn: (terminal: NodeJS.WriteStream) => string): void;
}

/** A step of a guided scene. */
export interface TourStep {
  /** What a person may do now, in a line or two. */
  readonly says: string;
  /** What does it for them. */
  readonly line: string;
  /** Whether it is done, as the chat is now; `last` are the newest messages, oldest first. */
  isDone(play: PlayState, last: readonly Message[]): boolean;
}

/** How a chat comes on the screen: at a message, else at its newest; with a line to say, or guided. */
export interface Arrival {
  readonly tour?: readonly TourStep[];
  readonly message?: MessageId;
  readonly notice?: string;
  /** A line with a command that is done then. */
  readonly line?: string;
}

/** What a command may do with the screen that it was given on. */
export interface ScreenScope extends Scope {
  readonly transcript: ReadingWindow;
  /** Shows what was thought where it was folded, or folds it; whether it is shown now. */
  toggleThoughts(): boolean;
  /** Shows time and tokens of messages, or hides them; whether they are shown now. */
  toggleDetails(): boolean;
  /** Hides the whole screen until the keyboard is taken as this character, by this human where one is named. */
  hide(to: string, player: string | null): void;
  /** Puts a text that is being written into the composer, in place of what it put there before; false when a person has changed that. */
  readonly grow: (text: string) => boolean;
  /** Whether a person has begun to write there, or has something open: nothing comes up before them by itself. */
  isBusy(): boolean;
  /** Puts this chat on the screen and closes the one before. Throws SottoError, and then that one stays. */
  open(chat: ChatId, arrival?: Arrival): void;
  /** The themes of the screen, and which it wears. */
  readonly looks: Looks;
  /** Closes the screen. */
  leave(): void;
}

/** What was found: in which message, null for the reply that streams, and whether that was around the end of the chat. */
export interface FindMatch {
  readonly message: Message | null;
  readonly isAround: boolean;
}

/** The themes that a screen may wear. */
export interface Looks {
  readonly name: string;
  names(): readonly string[];
  /** Wears one. Throws SottoError where there is none of this name, or its file is wrong. */
  choose(name: string): void;
  /** Wears one where it can be worn. */
  tryOn(name: string): void;
  /** Its colours in a row, styled; '' where it has none here. */
  swatch(name: string, room: number): string;
}

/** The transcript on the screen, for commands that move in it. */
export interface ReadingWindow {
  /** What was looked for last by whom plays now; null when nothing was. */
  readonly sought: string | null;
  /** Goes to the next place that says this; null when nobody says it. Throws SottoError `nothing_to_search`. */
  find(text: string, way: Way): FindMatch | null;
  /** Selects a message and brings it into sight; null = none. */
  select(message: MessageId | null): void;
  /** Moves the window to where this message begins; it stays where it is when the message is not in the view. */
  goTo(message: MessageId): void;
}
