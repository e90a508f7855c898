import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';

/** One line of `--json`: an object with a `type`. */
export type JsonLine = { readonly type: string } & Readonly<Record<string, unknown>>;

const unbroken = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
const safe = (text: string): string => sanitize(text, { newlines: true });
const clearLine = '\r\x1b[2K';
/** Without this a terminal goes on in the next row, of which nobody knows later that it is to be cleared. */
const inOneRow = (text: string): string => `\x1b[?7l${text}\x1b[?7h`;

/** What JSON leaves as it is and a terminal or an editor acts on: DEL, C1, breaks of lines and paragraphs, marks of direction. */
const steering = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
const jsonOf = (line: JsonLine): string => JSON.stringify(line).replace(steering, escaped);

/**
 * Where a command's result and its talk go; nothing else of the command line writes to the terminal. What is for people is
 * sanitised, what is for programs is JSON in which all that steers a terminal is escaped.
 */
export class Output {
  readonly isJson: boolean;
  readonly #stdout: NodeJS.WriteStream;
  readonly #stderr: NodeJS.WriteStream;
  #hasProgress = false;

  constructor(isJson: boolean, stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream) {
    this.isJson = isJson;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** Part of the result: the object with `--json`, else the text for people. */
  result(line: JsonLine, text: string | (() => string)): void {
    if (this.isJson) this.#json(line);
    else this.text(typeof text === 'string' ? text : text());
  }

  /** Text for people as part of the result. Untrusted: control characters never reach the terminal. */
  text(text: string): void {
    this.#put(`${safe(text)}\n`);
  }

  /** Text of a file that is the result: as it is, but for a terminal, which it could steer. */
  raw(text: string): void {
    this.#put(this.isTerminal ? safe(text) : text);
  }

  /** What we draw ourselves on the terminal that a person watches; for nobody else, and never with `--json`. */
  draw(drawn: (terminal: NodeJS.WriteStream) => string): void {
    if (this.isTerminal && !this.isJson) this.#put(drawn(this.#stdout));
  }

  /** Talk that is no part of the result. */
  talk(text: string): void {
    this.progress(null);
    this.#stderr.write(`${safe(text)}\n`);
  }

  /** One line about something that went other than asked: an object with `--json`, else talk. */
  notice(message: string): void {
    if (this.isJson) this.#json({ type: 'notice', message });
    else this.talk(`sotto: ${unbroken(message)}`);
  }

  /** One line that says what, why and what to do; the object on stdout too with `--json`. */
  error(error: SottoError): void {
    const { code, message } = error;
    if (this.isJson) this.#json({ type: 'error', code, message });
    this.talk(`sotto: ${unbroken(message)}`);
  }

  /** Asks on the terminal where the talk goes; resolves to the line that is typed at `input`. */
  async ask(question: string, input: NodeJS.ReadStream): Promise<string> {
    this.progress(null);
    const lines = createInterface({ input, output: this.#stderr });
    try {
      return await lines.question(safe(question));
    } finally {
      lines.close();
    }
  }

  /** As `ask`, for an answer that nobody is to see. */
  async askUnseen(question: string, input: NodeJS.ReadStream): Promise<string> {
    this.progress(null);
    this.#stderr.write(safe(question));
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: nowhere, terminal: true });
    try {
      return await lines.question('');
    } finally {
      lines.close();
      this.#stderr.write('\n');
    }
  }

  /** How far long work is, on one row of a terminal until something else is written; null takes the row away. */
  progress(row: string | null): void {
    if (this.#stderr.isTTY !== true || (row === null && !this.#hasProgress)) return;
    this.#hasProgress = row !== null;
    this.#stderr.write(row === null ? clearLine : `${clearLine}${inOneRow(sanitize(row))}`);
  }

  /** The terminal on which a person watches the result, for the screen; absent where there is none. */
  get terminal(): NodeJS.WriteStream | undefined {
    return this.isTerminal ? this.#stdout : undefined;
  }

  /** Whether a person watches the result. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }

  #json(line: JsonLine): void {
    this.#put(`${jsonOf(line)}\n`);
  }

  #put(text: string): void {
    this.progress(null);
    this.#stdout.write(text);
  }
}

/** The output of this process; `isJson` as `--json` says. */
export const outputOf = (isJson: boolean): Output => new Output(isJson, process.stdout, process.stderr);
