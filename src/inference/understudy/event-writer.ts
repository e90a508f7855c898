import type { ServerResponse } from 'node:http';

/** Legal but unusual ways to cut and write a stream of events. */
export type Chunking = 'plain' | 'byte' | 'crlf' | 'comments' | 'unterminated' | 'merged';

const mergedEvents = 4;

/** Writes server-sent events to an open response, cut as `chunking` says. Each `data` is one value as JSON. */
export class EventWriter {
  readonly #response: ServerResponse;
  readonly #chunking: Chunking;
  #waiting: string[] = [];

  constructor(response: ServerResponse, chunking: Chunking) {
    this.#response = response;
    this.#chunking = chunking;
  }

  write(data: unknown): void {
    const event = `data: ${JSON.stringify(data)}\n\n`;
    if (this.#chunking === 'merged') {
      this.#waiting.push(event);
      if (this.#waiting.length >= mergedEvents) this.#release();
    } else if (this.#chunking === 'byte') {
      for (const byte of Buffer.from(event)) this.#response.write(Uint8Array.of(byte));
    } else this.#response.write(this.#dressed(event));
  }

  /** A keep-alive comment. */
  ping(): void {
    this.#response.write(':\n\n');
  }

  /** Resolves when all that was written is on its way. */
  async flush(): Promise<void> {
    this.#release();
    if (this.#response.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#response.once('close', resolve);
      this.#response.write(':\n\n', () => resolve());
    });
  }

  /** Writes the last event and ends the answer. */
  end(data: unknown): void {
    if (this.#chunking === 'unterminated') this.#response.write(`data: ${JSON.stringify(data)}`);
    else this.write(data);
    this.close();
  }

  /** Ends the answer without a last event. */
  close(): void {
    this.#release();
    this.#response.end();
  }

  #dressed(event: string): string {
    if (this.#chunking === 'crlf') return event.replaceAll('\n', '\r\n');
    return this.#chunking === 'comments' ? `:\n\n: ping - now\n${event}` : event;
  }

  #release(): void {
    if (this.#waiting.length > 0) this.#response.write(this.#waiting.join(''));
    this.#waiting = [];
  }
}
