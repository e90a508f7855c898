const defaultLimit = 4 * 1024 * 1024;

/**
 * Parser of server-sent events: bytes in, cut anywhere; the data of each complete event out, in order.
 * Lines end in LF or CRLF. Comments and fields other than `data` are skipped, invalid UTF-8 becomes U+FFFD.
 * An event longer than `maxEventLength` UTF-16 units sets `overflowed` and ends the parsing.
 */
export class SseParser {
  readonly #decoder = new TextDecoder();
  readonly #limit: number;
  #line = '';
  #data: string[] = [];
  #size = 0;
  #events: string[] = [];
  #overflowed = false;

  constructor(maxEventLength = defaultLimit) {
    this.#limit = maxEventLength;
  }

  get overflowed(): boolean {
    return this.#overflowed;
  }

  feed(bytes: Uint8Array): string[] {
    this.#read(this.#decoder.decode(bytes, { stream: true }));
    return this.#take();
  }

  /** Takes an unterminated last line and event as complete. */
  end(): string[] {
    this.#read(this.#decoder.decode());
    this.#endLine('');
    this.#endLine('');
    return this.#take();
  }

  #take(): string[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #read(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#endLine(text.slice(from, at));
      from = at + 1;
    }
    this.#line += text.slice(from);
    this.#checkSize();
  }

  #endLine(rest: string): void {
    this.#line += rest;
    this.#checkSize();
    if (this.#overflowed) return;
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (line === '') this.#dispatch();
    else if (line === 'data') this.#keep('');
    else if (line.startsWith('data:')) this.#keep(line.slice(line[5] === ' ' ? 6 : 5));
  }

  #keep(value: string): void {
    this.#data.push(value);
    this.#size += value.length + 1;
  }

  #dispatch(): void {
    if (this.#data.length > 0) this.#events.push(this.#data.join('\n'));
    this.#data = [];
    this.#size = 0;
  }

  #checkSize(): void {
    if (this.#size + this.#line.length > this.#limit) this.#overflowed = true;
    if (!this.#overflowed) return;
    this.#line = '';
    this.#data = [];
  }
}
