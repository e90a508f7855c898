import { sanitize } from '../../domain/sanitize.ts';
import { shorten } from './cells.ts';
import type { Terminal } from './guard.ts';
import type { TerminalSettings } from './streams.ts';

const longestName = 40;

/** Tells a person who looks elsewhere that somebody has written, by the bell or a notice of the terminal (OSC 9); never what. */
export class Attention {
  readonly #terminal: Pick<Terminal, 'write'>;
  readonly #notify: TerminalSettings['notify'];
  #isAway = false;

  constructor(terminal: Pick<Terminal, 'write'>, { notify }: Pick<TerminalSettings, 'notify'>) {
    this.#terminal = terminal;
    this.#notify = notify;
  }

  /** Whether the person looks elsewhere and wants to be told. */
  get isWanted(): boolean {
    return this.#isAway && this.#notify !== 'off';
  }

  /** The terminal has said whether it is looked at; before it did, it is. */
  focus(isFocused: boolean): void {
    this.#isAway = !isFocused;
  }

  /** Somebody of this name has written what the person may perceive; null = nobody has. */
  tell(name: string | null): void {
    if (name === null || !this.isWanted) return;
    const text = `sotto: ${shorten(sanitize(name), longestName)} has written`;
    this.#terminal.write(this.#notify === 'bell' ? '\x07' : `\x1b]9;${text}\x07`);
  }
}
