import type { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';

/** One line of `--json`: an object with a `type`. */
export type JsonLine = { readonly type: string } & Readonly<Record<string, unknown>>;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** Where a command's result and its talk go. */
export class Output {
  readonly isJson: boolean;
  readonly #stdout: NodeJS.WriteStream;
  readonly #stderr: NodeJS.WriteStream;

  constructor(isJson: boolean, stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream) {
    this.isJson = isJson;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** Part of the result: the object with `--json`, else the text for people. */
  result(line: JsonLine, text: string | (() => string)): void {
    if (this.isJson) this.raw(`${JSON.stringify(line)}\n`);
    else this.text(typeof text === 'string' ? text : text());
  }

  /** Text for people as part of the result. Untrusted: control characters never reach the terminal. */
  text(text: string): void {
    this.#stdout.write(`${sanitize(text, { newlines: true })}\n`);
  }

  /** Text of a file that is the result: as it is, but for a terminal, which it could steer. */
  raw(text: string): void {
    this.#stdout.write(this.isTerminal ? sanitize(text, { newlines: true }) : text);
  }

  /** What we draw ourselves on the terminal that a person watches; for nobody else, and never with `--json`. */
  draw(drawn: (terminal: NodeJS.WriteStream) => string): void {
    if (this.isTerminal && !this.isJson) this.#stdout.write(drawn(this.#stdout));
  }

  /** Talk that is no part of the result. */
  talk(text: string): void {
    this.#stderr.write(`${sanitize(text, { newlines: true })}\n`);
  }

  /** One line about something that went other than asked: an object with `--json`, else talk. */
  notice(message: string): void {
    if (this.isJson) this.raw(`${JSON.stringify({ type: 'notice', message })}\n`);
    else this.talk(`sotto: ${oneLine(message)}`);
  }

  /** One line that says what, why and what to do; the object on stdout too with `--json`. */
  error(error: SottoError): void {
    const { code, message } = error;
    if (this.isJson) this.raw(`${JSON.stringify({ type: 'error', code, message })}\n`);
    this.talk(`sotto: ${oneLine(message)}`);
  }

  /** Whether a person watches the result. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }
}
