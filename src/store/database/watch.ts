import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSottoError } from '../../domain/errors.ts';
import { asStoreError } from './store-error.ts';

/** After a change of the file the commit becomes visible a moment later. */
const looksAfterMs = [1, 4, 12, 30];
/** Finds what the system did not report. */
const sweepMs = 250;

/** What is watched: a store's file, a number that differs after another process has committed, and why the file is not there any more. */
export interface Watched {
  readonly file: string;
  dataVersion(): number;
  whyGone(): string | null;
}

/**
 * Calls `changed` soon after another process has committed to a store, or its file has gone, until it is closed. Where the system cannot
 * watch files it is found within a quarter of a second. Keeps no process alive.
 */
export class StoreWatch {
  readonly #store: Watched;
  readonly #changed: () => void;
  readonly #sweep: NodeJS.Timeout;
  #looks: NodeJS.Timeout[] = [];
  #folder: FSWatcher | null = null;
  #wal: FSWatcher | null = null;
  #version: number;
  #gone: string | null = null;

  constructor(store: Watched, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#version = store.dataVersion();
    this.#sweep = setInterval(() => this.#look(), sweepMs).unref();
    const name = basename(store.file);
    this.#folder = this.#watched(dirname(store.file), (of) => {
      if (of !== null && of !== name && of !== `${name}-wal`) return;
      this.#watchWal();
      this.#lookSoon();
    });
    this.#watchWal();
  }

  /** Ends the watch. */
  close(): void {
    clearInterval(this.#sweep);
    for (const look of this.#looks) clearTimeout(look);
    this.#folder?.close();
    this.#wal?.close();
  }

  #watchWal(): void {
    this.#wal ??= this.#watched(`${this.#store.file}-wal`, (_, event) => {
      if (event === 'rename') {
        this.#wal?.close();
        this.#wal = null;
      }
      this.#lookSoon();
    });
  }

  /** Null when the system refuses to watch this. */
  #watched(path: string, told: (name: string | null, event: string) => void): FSWatcher | null {
    try {
      const watcher = watch(path, { persistent: false }, (event, name) => told(name, event));
      return watcher.on('error', () => watcher.close());
    } catch {
      return null;
    }
  }

  #lookSoon(): void {
    this.#look();
    for (const look of this.#looks) clearTimeout(look);
    this.#looks = looksAfterMs.map((wait) => setTimeout(() => this.#look(), wait).unref());
  }

  #look(): void {
    try {
      const version = this.#store.dataVersion();
      const gone = this.#store.whyGone();
      if (version === this.#version && gone === this.#gone) return;
      this.#version = version;
      this.#gone = gone;
      this.#changed();
    } catch (error) {
      if (!isSottoError(asStoreError(error, this.#store.file))) throw error;
      this.#version = Number.NaN;
    }
  }
}
