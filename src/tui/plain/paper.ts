import { sanitize } from '../../domain/sanitize.ts';

/** Lines that are only ever added to; a prompt that stands open is closed by the next of them. */
export class Paper {
  readonly #write: (text: string) => void;
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** A whole line, or several. */
  line(text: string): void {
    this.#close();
    this.#write(`${sanitize(text, { newlines: true })}\n`);
  }

  /** The beginning of a line, or more of it. */
  piece(text: string): void {
    if (text === '') return;
    this.#isOpen = true;
    this.#write(sanitize(text, { newlines: true }));
  }

  /** Waits for what is typed behind this. */
  prompt(text: string): void {
    this.#close();
    this.piece(text);
  }

  /** A line was typed behind the prompt, and stands there where the terminal shows what is typed. */
  typed(isEchoed: boolean): void {
    if (isEchoed) this.#isOpen = false;
    else this.#close();
  }

  #close(): void {
    if (this.#isOpen) this.#write('\n');
    this.#isOpen = false;
  }
}
