import { messageOf } from '../../domain/errors.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { shorten } from './cells.ts';
import {
  enterKeyboard,
  enterModes,
  type Keyboard,
  leaveModes,
  mouseOff,
  mouseOn,
  queries,
  windowTitle,
} from './modes.ts';

/** The terminal as the guard needs it; `write` is synchronous, so that it works while the process dies. */
export interface Terminal {
  write(text: string): void;
  setRawMode(raw: boolean): void;
  /** Bytes that take what is drawn off a terminal that is not taken whole; absent = it is. */
  readonly erase?: () => string;
  /** Whether the mouse is reported. */
  readonly hasMouse: boolean;
  /** One line for people, after the screen is gone. */
  complain(text: string): void;
}

const signals = { SIGINT: 130, SIGHUP: 129, SIGTERM: 143 } as const;
const crashed = 70;
const longestTitle = 200;

/** Enters the screen's modes and gives the terminal back exactly once, however the program ends. */
export class Guard {
  readonly #terminal: Terminal;
  readonly #onReturn: () => void;
  readonly #onStop: () => void;
  readonly #listeners: Array<[string, (...values: unknown[]) => void]>;
  #keyboard: Keyboard = 'legacy';
  #entered = false;
  #isLent = false;
  #hasMouse: boolean;
  #title = '';

  /** `onReturn` is called when the screen is ours again and must be drawn whole, `onStop` before the process is stopped or ends. */
  constructor(terminal: Terminal, onReturn: () => void, onStop: () => void) {
    this.#terminal = terminal;
    this.#hasMouse = terminal.hasMouse;
    this.#onReturn = onReturn;
    this.#onStop = onStop;
    const crash = (error: unknown): void => this.crash(error);
    this.#listeners = [
      ['exit', () => this.#part()],
      ['uncaughtException', crash],
      ['unhandledRejection', crash],
      ['SIGTSTP', () => this.stop()],
      ['SIGCONT', () => this.#isLent || this.resume()],
    ];
    for (const [signal, code] of Object.entries(signals)) {
      const isKey = signal === 'SIGINT';
      this.#listeners.push([signal, () => (isKey && this.#isLent) || this.#exit(code)]);
    }
  }

  /** Takes the terminal and listens for everything that could end the program. */
  enter(): void {
    for (const [event, listener] of this.#listeners) process.on(event, listener);
    this.resume();
    this.#terminal.write(queries);
  }

  /** Turns on the keyboard that the terminal said it has. */
  setKeyboard(keyboard: Keyboard): void {
    if (!this.#entered || this.#keyboard !== 'legacy') return;
    this.#keyboard = keyboard;
    this.#terminal.write(enterKeyboard(keyboard));
  }

  /** Asks the terminal something, as long as it is ours. */
  ask(query: string): void {
    if (this.#entered) this.#terminal.write(query);
  }

  /** Gives the mouse to the terminal, or takes it back; whether it is reported now. */
  toggleMouse(): boolean {
    this.#hasMouse = !this.#hasMouse;
    this.#terminal.write(this.#hasMouse ? mouseOn : mouseOff);
    return this.#hasMouse;
  }

  /** Names the window, until the terminal is given back. */
  title(text: string): void {
    const title = shorten(sanitize(text), longestTitle);
    if (!this.#entered || title === this.#title) return;
    this.#title = title;
    this.#terminal.write(windowTitle(title));
  }

  /** Gives the terminal to another program until `resume`: Ctrl+C and Ctrl+Z are that one's. */
  lend(): void {
    this.restore();
    this.#isLent = true;
  }

  /** Takes the terminal back after `restore` or `lend`; nothing when it is ours already. */
  resume(): void {
    this.#isLent = false;
    if (this.#entered) return;
    this.#entered = true;
    this.#terminal.setRawMode(true);
    this.#terminal.write(enterModes(this.#keyboard, { ...this.#terminal, hasMouse: this.#hasMouse }));
    this.#onReturn();
  }

  /** Gives the terminal back; safe to call at any time, any number of times. */
  restore(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#title = '';
    try {
      this.#terminal.write(leaveModes(this.#keyboard, this.#terminal));
      this.#terminal.setRawMode(false);
    } catch {
      // The terminal is gone (hung up): there is nothing left to restore.
    }
  }

  /** Gives the terminal back and stops the process, as Ctrl+Z does; SIGCONT takes it again. Nothing on Windows, which stops no process. */
  stop(platform: string = process.platform): void {
    if (platform === 'win32') return;
    this.restore();
    this.#onStop();
    process.kill(process.pid, 'SIGSTOP');
  }

  /** Gives the terminal back for good and stops listening. */
  leave(): void {
    this.restore();
    for (const [event, listener] of this.#listeners) process.off(event, listener);
  }

  /** Gives the terminal back, says what broke, ends the process with 70. */
  crash(error: unknown): void {
    this.restore();
    this.#terminal.complain(
      `sotto: internal error (${messageOf(error)}); your chat is saved, please report this`,
    );
    this.#exit(crashed);
  }

  #exit(code: number): void {
    this.#part();
    process.exit(code);
  }

  /** However the process ends, also by a write to a terminal that is gone: what can be kept is kept. */
  #part(): void {
    this.leave();
    try {
      this.#onStop();
    } catch {
      // What ends the process anyway is told; this is only what else could be kept.
    }
  }
}
