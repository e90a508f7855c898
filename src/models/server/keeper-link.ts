import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { ServerRecord } from './record.ts';

const saidSchema = z.object({
  proof: z.string(),
  state: z.enum(['loading', 'ready', 'ended', 'stopped']),
  url: z.string(),
  holders: z.int(),
  why: z.optional(z.string()),
});
type Said = z.output<typeof saidSchema>;

/** What is wanted of a keeper: that its server stays, that it ends, or only how it is. */
export type Purpose = 'hold' | 'stop' | 'ask';

const patienceMs = 3000;
const proofOf = (key: string, who: 'client' | 'keeper'): string =>
  createHmac('sha256', key).update(who).digest('hex');

/** A connection to the keeper of a model server. It keeps no process alive, and ends with it. */
export class KeeperLink {
  readonly record: ServerRecord;
  readonly #socket: Socket;
  readonly #waiting = new Set<() => void>();
  #said: Said;
  #isGone = false;

  private constructor(record: ServerRecord, socket: Socket, said: Said) {
    this.record = record;
    this.#socket = socket;
    this.#said = said;
  }

  /** Null where nobody is there, or somebody else. `keepAliveMs` is how long the server stays when the last has gone. */
  static open(record: ServerRecord, purpose: Purpose, keepAliveMs?: number): Promise<KeeperLink | null> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: record.keeper.port });
      let link: KeeperLink | null = null;
      const gone = () => {
        clearTimeout(timer);
        if (link) link.#lost();
        else resolve(null);
        socket.destroy();
      };
      const timer = setTimeout(gone, patienceMs);
      socket.on('error', gone).on('close', gone);
      createInterface({ input: socket })
        .on('error', gone)
        .on('line', (line) => {
          const said = readSaid(line);
          if (said?.proof !== proofOf(record.key, 'keeper')) return gone();
          clearTimeout(timer);
          if (link) return link.#hear(said);
          link = new KeeperLink(record, socket, said);
          socket.unref();
          resolve(link);
        });
      const words = { proof: proofOf(record.key, 'client'), as: purpose, keepAliveMs };
      socket.write(`${JSON.stringify(words)}\n`);
    });
  }

  /** How the server is, as far as was heard. */
  get state(): Said['state'] | 'lost' {
    return this.#isGone && (this.#said.state === 'loading' || this.#said.state === 'ready')
      ? 'lost'
      : this.#said.state;
  }

  get isOver(): boolean {
    return this.state !== 'loading' && this.state !== 'ready';
  }

  get url(): string {
    return this.#said.url;
  }

  /** How many processes held it when it last told. */
  get holders(): number {
    return this.#said.holders;
  }

  /** Why it ended; empty where nobody said. */
  get why(): string {
    return this.#said.why ?? '';
  }

  /** Settles when the model is loaded, or the server is over; rejects when the signal aborts. */
  async settled(signal?: AbortSignal): Promise<void> {
    this.#socket.ref();
    try {
      while (this.state === 'loading') await this.#next(signal);
    } finally {
      this.#socket.unref();
    }
  }

  /** Settles when the connection is over. */
  async closed(): Promise<void> {
    this.#socket.ref();
    while (!this.#isGone) await this.#next();
  }

  #next(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(go);
        reject(signal?.reason);
      };
      const go = () => {
        this.#waiting.delete(go);
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      this.#waiting.add(go);
      signal?.addEventListener('abort', stop, { once: true });
      if (signal?.aborted) stop();
    });
  }

  #hear(said: Said): void {
    this.#said = said;
    for (const go of this.#waiting) go();
  }

  #lost(): void {
    this.#isGone = true;
    for (const go of this.#waiting) go();
  }

  close(): void {
    this.#socket.destroy();
  }
}

const readSaid = (line: string): Said | null => {
  try {
    const read = saidSchema.safeParse(JSON.parse(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};
