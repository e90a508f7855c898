import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { type FoundModel, modelAt } from '../files/folder.ts';
import { hubFolder, sourceText } from '../source.ts';
import type { Hub } from './address.ts';
import { type FetchBounds, fetchFile, partFile, sizeOf, usualBounds } from './fetch-file.ts';
import type { HubFile, HubModel } from './listing.ts';

/** How far a model is fetched. */
export interface Pulled {
  readonly bytes: number;
  readonly total: number;
  /** Bytes a second, lately; 0 until it is known. */
  readonly speed: number;
  /** Seconds that are left at this speed; null until it is known. */
  readonly left: number | null;
}

/** Where it is fetched from and to. */
export interface Pull {
  readonly hub: Hub;
  readonly model: HubModel;
  /** Where models lie. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  readonly bounds?: FetchBounds;
}

const tellMs = 200;
const windowMs = 5000;

const fileOf = ({ folder, model }: Pick<Pull, 'folder' | 'model'>, { path }: HubFile): string =>
  join(hubFolder(folder, model.source), ...path.split('/'));

/** Bytes that are still to come: what came earlier is not fetched again. */
export const bytesLeft = (pull: Pick<Pull, 'folder' | 'model'>): number =>
  pull.model.parts.reduce((left, part) => {
    const to = fileOf(pull, part);
    const there = sizeOf(to) === part.bytes ? part.bytes : sizeOf(partFile({ to, from: part }));
    return left + Math.max(0, part.bytes - there);
  }, 0);

/** Bytes that the disk of a folder has for us; null where it does not tell. */
export function diskFree(folder: string): number | null {
  try {
    mkdirSync(folder, { recursive: true });
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** One process fetches a model; what gives it back. Throws SottoError `being_fetched`. */
function lock(file: string, what: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const descriptor = openSync(file, 'wx', 0o600);
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isRunning(Number(readFileSync(file, 'utf8')) || 0)) break;
      rmSync(file, { force: true });
    }
  }
  throw new SottoError(
    'failed',
    'being_fetched',
    `another sotto is fetching ${what}; wait for it, or stop it first`,
  );
}

/** How fast bytes came within the last seconds. */
class Speed {
  readonly #seen: { at: number; bytes: number }[] = [];

  of(at: number, bytes: number): number {
    this.#seen.push({ at, bytes });
    while (this.#seen.length > 2 && at - (this.#seen[0]?.at ?? at) > windowMs) this.#seen.shift();
    const [first] = this.#seen;
    if (!first || at <= first.at) return 0;
    return ((bytes - first.bytes) / (at - first.at)) * 1000;
  }
}

/** Fetches a model, part by part, and tells now and then how far it is. Returns it when it is here. Rejects with SottoError. */
export async function* pullModel(pull: Pull): AsyncGenerator<Pulled, FoundModel> {
  const { model, clock } = pull;
  const [first] = model.parts;
  if (!first) throw new Error('a model without a file');
  const unlock = lock(`${fileOf(pull, first)}.lock`, sourceText(model.source));
  try {
    const speed = new Speed();
    let told = Number.NEGATIVE_INFINITY;
    for await (const bytes of bytesOf(pull)) {
      const at = clock();
      if (at - told < tellMs && bytes < model.bytes) continue;
      told = at;
      const now = speed.of(at, bytes);
      const left = now > 0 ? (model.bytes - bytes) / now : null;
      yield { bytes, total: model.bytes, speed: now, left };
    }
  } finally {
    unlock();
  }
  return modelAt(fileOf(pull, first));
}

async function* bytesOf(pull: Pull): AsyncGenerator<number> {
  const { hub, model, signal, bounds = usualBounds } = pull;
  let before = 0;
  for (const from of model.parts) {
    const to = fileOf(pull, from);
    if (sizeOf(to) !== from.bytes) {
      const file = { hub, source: model.source, revision: model.revision, from, to, signal, bounds };
      for await (const bytes of fetchFile(file)) yield before + bytes;
    }
    before += from.bytes;
    yield before;
  }
}
