import type { ServerResponse } from 'node:http';
import type { Api, Value } from './apis/api.ts';

/** Legal but unusual ways to cut and write a stream of events. */
export const chunkings = ['plain', 'byte', 'crlf', 'comments', 'unterminated', 'merged'] as const;

/** One of them. */
export type Chunking = (typeof chunkings)[number];

const mergedEvents = 4;

/** Writes a stream of values to an open response, framed as the API does and cut as `chunking` says. */
export class StreamWriter {
  readonly #response: ServerResponse;
  readonly #chunking: Chunking;
  readonly #api: Api;
  #waiting: string[] = [];

  constructor(response: ServerResponse, chunking: Chunking, api: Api) {
    this.#response = response;
    this.#api = api;
    this.#chunking = chunking;
  }

  write(value: Value): void {
    const event = this.#api.frame(value);
    if (this.#chunking === 'merged') {
      this.#waiting.push(event);
      if (this.#waiting.length >= mergedEvents) this.#writeWaiting();
    } else if (this.#chunking === 'byte') {
      for (const byte of Buffer.from(event)) this.#response.write(Uint8Array.of(byte));
    } else this.#response.write(this.#cut(event));
  }

  /** A sign of life that says nothing. */
  ping(): void {
    this.#response.write(this.#api.ping);
  }

  /** Resolves when all that was written is on its way. */
  async flush(): Promise<void> {
    this.#writeWaiting();
    if (this.#response.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#response.once('close', resolve);
      this.#response.write(this.#api.ping, () => resolve());
    });
  }

  /** Writes the last values and ends the response. */
  end(values: readonly Value[]): void {
    for (const [index, value] of values.entries()) {
      if (this.#chunking !== 'unterminated' || index < values.length - 1) this.write(value);
      else this.#response.write(this.#api.frame(value).trimEnd());
    }
    this.close();
  }

  /** Ends the response without a last event. */
  close(): void {
    this.#writeWaiting();
    this.#response.end();
  }

  #cut(event: string): string {
    if (this.#chunking === 'crlf') return event.replace(/\r?\n/g, '\r\n');
    return this.#chunking === 'comments' ? this.#api.ping + event : event;
  }

  #writeWaiting(): void {
    if (this.#waiting.length > 0) this.#response.write(this.#waiting.join(''));
    this.#waiting = [];
  }
}
