import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { type Bounds, environmentFor } from '../bounded/bounds.ts';
import { hasGroups, signalGroup } from '../bounded/process-group.ts';
import type { Found } from './found.ts';

/** What an extension is asked: without a call, what it is. */
export interface Asked {
  readonly given: unknown;
  readonly caller: unknown;
}

const heap = '--max-old-space-size=256';
/** Bytes that characters of a result may take in JSON. */
const widest = 6;
const running = new Set<() => void>();
process.once('exit', () => {
  for (const kill of running) kill();
});

/**
 * What an extension answers, asked in a process of its own that knows nothing of earlier calls. Rejects with an error whose message
 * says why in a few words; the process is killed where it takes too long or says too much.
 */
export function inProcess(
  runner: string,
  { entry, files, root }: Found,
  { call, bounds, signal }: { call?: Asked; bounds: Bounds; signal?: AbortSignal | undefined },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [heap, runner], {
      cwd: dirname(root),
      env: environmentFor([]),
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      windowsHide: true,
      detached: hasGroups,
    });
    const kill = () => signalGroup(child.pid, 'SIGKILL');
    running.add(kill);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      kill();
      settle();
    };
    const fail = (why: string) => end(() => reject(new Error(why)));
    const timer = setTimeout(() => fail('it took too long and was stopped'), bounds.callMs);
    const stop = () => fail('it was stopped');
    signal?.addEventListener('abort', stop, { once: true });
    const chunks: Buffer[] = [];
    let size = 0;
    const answers = child.stdio[3] as Readable;
    answers.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > widest * bounds.result) fail('it said too much and was stopped');
      else chunks.push(chunk);
    });
    answers.on('end', () => end(() => settled(Buffer.concat(chunks).toString('utf8'), resolve, reject)));
    child.on('error', () => fail('it does not start'));
    child.on('close', () => running.delete(kill));
    child.stdin?.on('error', () => {});
    // The input stays open: where sotto is gone, so is what it started.
    child.stdin?.write(`${JSON.stringify({ entry, files, ...(call && { call }) })}\n`);
  });
}

function settled(text: string, resolve: (value: unknown) => void, reject: (error: Error) => void): void {
  try {
    const value = JSON.parse(text) as { done?: unknown; wrong?: unknown };
    if (typeof value.wrong === 'string') reject(new Error(value.wrong));
    else resolve(value.done);
  } catch {
    reject(new Error('it ended without an answer'));
  }
}
