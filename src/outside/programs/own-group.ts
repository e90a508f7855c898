import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { signalGroup } from '../bounded/process-group.ts';
import type { JSONRPCMessage, Transport } from './mcp-sdk.ts';

/** What of the SDK reads and writes lines of the protocol. */
interface Lines {
  readonly ReadBuffer: new (options: {
    maxBufferSize: number;
  }) => { append(chunk: Buffer): void; readMessage(): JSONRPCMessage | null; clear(): void };
  readonly serializeMessage: (message: JSONRPCMessage) => string;
}

/** A program, and how many bytes one line of it may have. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly mostOfLine: number;
}

/**
 * A program over its standard input and output, with a process group of its own, so that what it started ends with it. For POSIX:
 * on Windows the SDK's own transport stands in.
 */
export class OwnGroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #lines: Lines;
  readonly #buffer: InstanceType<Lines['ReadBuffer']>;
  readonly #about: Started;
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;

  constructor(lines: Lines, about: Started) {
    this.#lines = lines;
    this.#about = about;
    this.#buffer = new lines.ReadBuffer({ maxBufferSize: about.mostOfLine });
  }

  /** Its process, which is also the number of its group; null before it has begun and once it has ended. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): Promise<void> {
    const { command, args, env } = this.#about;
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#child = child;
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#hear(chunk));
    child.on('exit', () => {
      signalGroup(child.pid, 'SIGKILL');
      if (this.#child === child) this.#child = undefined;
      this.onclose?.();
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', () => resolve());
      child.once('error', (error) => {
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  #hear(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.#buffer.clear();
      const child = this.#child;
      this.#child = undefined;
      signalGroup(child?.pid, 'SIGKILL');
      this.onerror?.(error as Error);
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin) return Promise.reject(new Error('it has ended'));
    return new Promise((resolve) => {
      if (stdin.write(this.#lines.serializeMessage(message))) resolve();
      else stdin.once('drain', resolve);
    });
  }

  /** Ends its input; what then goes on is told to end, and at last killed. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      setTimeout(
        () => child.exitCode ?? child.signalCode ?? signalGroup(child.pid, signal),
        graceMs[signal],
      ).unref();
  }
}

const graceMs = { SIGTERM: 2000, SIGKILL: 4000 } as const;
