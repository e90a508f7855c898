import { createHash, type Hash } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { HubSource } from '../source.ts';
import { ask, type Hub } from './address.ts';
import type { HubFile } from './listing.ts';

/** One file to fetch, and where it is to lie. */
export interface FileToFetch {
  readonly hub: Hub;
  readonly source: HubSource;
  readonly revision: string;
  readonly from: HubFile;
  readonly to: string;
  readonly signal: AbortSignal;
  readonly bounds: FetchBounds;
}

/** How long it goes on where nothing comes. */
export interface FetchBounds {
  /** Milliseconds without a byte, after which a connection is given up. */
  readonly silenceMs: number;
  /** How often in a row it is begun anew without a byte. */
  readonly tries: number;
  /** Milliseconds before the first of these. */
  readonly waitMs: number;
}

/** Bounds for a network that breaks now and then. */
export const usualBounds: FetchBounds = { silenceMs: 30_000, tries: 8, waitMs: 500 };

const longestWaitMs = 15_000;

/** Where the bytes that came lie until all are there: bytes of another file never go on from them. */
export const partFile = ({ to, from }: Pick<FileToFetch, 'to' | 'from'>): string =>
  `${to}.${from.sha256.slice(0, 12)}.part`;

/** Bytes of a file; 0 where none is. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function hashOf(file: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash;
}

/** What is fetched of a file: the bytes that are there, and their hash so far. */
class Part {
  readonly #file: FileHandle;
  #hash: Hash;
  size: number;

  private constructor(file: FileHandle, hash: Hash, size: number) {
    this.#file = file;
    this.#hash = hash;
    this.size = size;
  }

  static async open(path: string): Promise<Part> {
    mkdirSync(dirname(path), { recursive: true });
    const size = sizeOf(path);
    const hash = size === 0 ? createHash('sha256') : await hashOf(path);
    return new Part(await open(path, 'a'), hash, size);
  }

  async add(chunk: Uint8Array): Promise<void> {
    await this.#file.appendFile(chunk);
    this.#hash.update(chunk);
    this.size += chunk.length;
  }

  async restart(): Promise<void> {
    await this.#file.truncate(0);
    this.#hash = createHash('sha256');
    this.size = 0;
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async keep(): Promise<void> {
    await this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const diskError = (error: unknown, to: string): unknown => {
  const { code } = Object(error) as { code?: unknown };
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const message = `the disk is full while ${basename(to)} is fetched; free some space and fetch it again: it goes on where it stopped`;
  return new SottoError('failed', 'disk_full', message, { cause: error });
};

const broken = (to: string, bytes: number): SottoError => {
  const message = `the connection breaks whenever ${basename(to)} is fetched; try again later: the ${bytes} bytes fetched so far are kept`;
  return new SottoError('server', 'broken_stream', message);
};

/** One connection, from the bytes that are there on; the bytes that came with each piece. */
async function* goOn(file: FileToFetch, part: Part): AsyncGenerator<number> {
  const { hub, source, revision, from, signal, bounds } = file;
  const silence = new AbortController();
  const alarm = globalThis.setTimeout(() => silence.abort(), bounds.silenceMs);
  try {
    const path = `/${source.owner}/${source.repo}/resolve/${revision}/${from.path.split('/').map(encodeURIComponent).join('/')}`;
    const headers = { ...(part.size > 0 && { range: `bytes=${part.size}-` }), 'accept-encoding': 'identity' };
    const answer = await ask(hub, source, {
      path,
      headers,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!isContinued(answer, part.size)) await part.restart();
    if (answer.status === 416) return;
    for await (const chunk of answer.body ?? []) {
      alarm.refresh();
      if (part.size + chunk.length > from.bytes)
        throw await wrong(file, part, 'it is longer than it should be');
      await part.add(chunk);
      yield chunk.length;
    }
  } finally {
    clearTimeout(alarm);
  }
}

/** Whether an answer goes on where the bytes that are there end. */
const isContinued = ({ status, headers }: Response, size: number): boolean =>
  size === 0 || (status === 206 && headers.get('content-range')?.startsWith(`bytes ${size}-`) === true);

async function wrong({ to, from }: FileToFetch, part: Part, why: string): Promise<SottoError> {
  await part.restart();
  rmSync(partFile({ to, from }), { force: true });
  const message = `${basename(to)} is not what the source announced (${why}) and was deleted; fetch it again, or from another source`;
  return new SottoError('failed', 'bad_hash', message);
}

const isFinal = (error: unknown, { signal }: FileToFetch): boolean => {
  const { code } = Object(error) as { code?: unknown };
  if (signal.aborted || code === 'ENOSPC' || code === 'EDQUOT') return true;
  return isSottoError(error) && !['server_error'].includes(error.code);
};

/** Connections until all is there. */
async function* untilWhole(file: FileToFetch, part: Part): AsyncGenerator<number> {
  let idle = 0;
  while (part.size < file.from.bytes) {
    const before = part.size;
    try {
      yield* goOn(file, part);
    } catch (error) {
      if (isFinal(error, file)) throw diskError(error, file.to);
    }
    if (part.size >= file.from.bytes) return;
    idle = part.size > before ? 0 : idle + 1;
    if (idle >= file.bounds.tries) throw broken(file.to, part.size);
    const wait = Math.min(longestWaitMs, file.bounds.waitMs * 2 ** idle);
    await setTimeout(wait, undefined, { signal: file.signal });
  }
}

/**
 * Fetches a file and yields how many of its bytes are there, the first at once. It goes on where an earlier attempt ended, checks
 * the hash, and has its name only when it is whole. Rejects with SottoError; then what came stays, unless it was wrong.
 */
export async function* fetchFile(file: FileToFetch): AsyncGenerator<number> {
  const path = partFile(file);
  const part = await Part.open(path);
  try {
    if (part.size > file.from.bytes) await part.restart();
    yield part.size;
    for await (const _ of untilWhole(file, part)) yield part.size;
    if (part.digest() !== file.from.sha256) throw await wrong(file, part, 'its hash differs');
    await part.keep();
  } finally {
    await part.close();
  }
  await rename(path, file.to);
}
