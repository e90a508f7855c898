import type { ServerResponse } from 'node:http';
import type { Chunking, Face, Value } from './faces/face.ts';

const mergedEvents = 4;

/** Writes a stream of values to an open response, framed as the face does and cut as `chunking` says. */
export class EventWriter {
  readonly #response: ServerResponse;
  readonly #chunking: Chunking;
  readonly #face: Face;
  #waiting: string[] = [];

  constructor(response: ServerResponse, chunking: Chunking, face: Face) {
    this.#response = response;
    this.#face = face;
    this.#chunking = chunking;
  }

  write(value: Value): void {
    const event = this.#face.frame(value);
    if (this.#chunking === 'merged') {
      this.#waiting.push(event);
      if (this.#waiting.length >= mergedEvents) this.#release();
    } else if (this.#chunking === 'byte') {
      for (const byte of Buffer.from(event)) this.#response.write(Uint8Array.of(byte));
    } else this.#response.write(this.#dressed(event));
  }

  /** A sign of life that says nothing. */
  ping(): void {
    this.#response.write(this.#face.ping);
  }

  /** Resolves when all that was written is on its way. */
  async flush(): Promise<void> {
    this.#release();
    if (this.#response.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#response.once('close', resolve);
      this.#response.write(this.#face.ping, () => resolve());
    });
  }

  /** Writes the last values and ends the answer. */
  end(values: readonly Value[]): void {
    for (const [index, value] of values.entries()) {
      if (this.#chunking !== 'unterminated' || index < values.length - 1) this.write(value);
      else this.#response.write(this.#face.frame(value).trimEnd());
    }
    this.close();
  }

  /** Ends the answer without a last event. */
  close(): void {
    this.#release();
    this.#response.end();
  }

  #dressed(event: string): string {
    if (this.#chunking === 'crlf') return event.replace(/\r?\n/g, '\r\n');
    return this.#chunking === 'comments' ? this.#face.ping + event : event;
  }

  #release(): void {
    if (this.#waiting.length > 0) this.#response.write(this.#waiting.join(''));
    this.#waiting = [];
  }
}
