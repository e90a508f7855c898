const defaultLimit = 4 * 1024 * 1024;

/**
 * Parser of newline-delimited JSON: bytes in, cut anywhere; each complete line that is not empty out, in order.
 * Lines end in LF or CRLF, invalid UTF-8 becomes U+FFFD. A line longer than `maxLineLength` UTF-16 units sets
 * `overflowed` and ends the parsing.
 */
export class NdjsonParser {
  readonly #decoder = new TextDecoder();
  readonly #limit: number;
  #line = '';
  #overflowed = false;

  constructor(maxLineLength = defaultLimit) {
    this.#limit = maxLineLength;
  }

  get overflowed(): boolean {
    return this.#overflowed;
  }

  feed(bytes: Uint8Array): string[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Takes an unterminated last line as complete. */
  end(): string[] {
    return this.#read(`${this.#decoder.decode()}\n`);
  }

  #read(text: string): string[] {
    const lines: string[] = [];
    for (const part of text.split(/(?<=\n)/)) {
      if (this.#overflowed) break;
      const line = this.#line + part.replace(/\n$/, '');
      this.#overflowed = line.length > this.#limit;
      this.#line = part.endsWith('\n') || this.#overflowed ? '' : line;
      if (part.endsWith('\n') && line.trim() !== '' && !this.#overflowed) lines.push(line.replace(/\r$/, ''));
    }
    return lines;
  }
}
