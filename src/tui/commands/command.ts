import type { Play } from '../../play/play.ts';
import type { Panel } from '../panels/state.ts';
import type { ReadingWindow } from '../transcript/transcript.ts';

/** What a slash command may touch. */
export interface Desk {
  readonly play: Play;
  /** Opens a panel in front of the composer. */
  show(panel: Panel): void;
  /** One line for the human. */
  notify(text: string): void;
  /** Puts a text into the composer, to be finished by the human. */
  draft(text: string): void;
  /** The text after the human's editor had it, in a file of this name; null when the editor gave up. */
  editor(text: string, name?: string): Promise<string | null>;
  /** Shows what was thought where it was folded, or folds it; whether it is shown now. */
  toggleThoughts(): boolean;
  /** Hides the whole screen until the keyboard is taken as this character, by this human where one is named. */
  hide(to: string, player: string | null): void;
  readonly transcript: ReadingWindow;
  /** Closes the screen. */
  leave(): void;
}

/** One slash command; `run` rejects with SottoError when it cannot do what was asked. */
export interface Command {
  readonly name: string;
  /** What follows the name, for people. */
  readonly args: string;
  readonly help: string;
  run(desk: Desk, args: string): Promise<void> | void;
}
