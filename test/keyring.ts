import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';

const require = createRequire(import.meta.url);
const library = require.resolve('@napi-rs/keyring');

/** The system's keyring as far as sotto uses it, for one test. */
export interface Keyring {
  /** What it holds, by `service/name`. */
  readonly kept: Map<string, string>;
  /** Whether it refuses, as one that is locked or missing does. */
  isLocked: boolean;
}

/** Puts an empty keyring in the place of the system's until the test ends. */
export function standInKeyring(): Keyring {
  const keyring: Keyring = { kept: new Map(), isLocked: false };
  class Entry {
    readonly #at: string;

    constructor(service: string, name: string) {
      this.#at = `${service}/${name}`;
    }

    #opened(): Map<string, string> {
      if (keyring.isLocked) throw new Error(`locked: ${keyring.kept.get(this.#at)}`);
      return keyring.kept;
    }

    getPassword = (): string | null => this.#opened().get(this.#at) ?? null;
    setPassword = (password: string): void => void this.#opened().set(this.#at, password);
    deletePassword = (): boolean => this.#opened().delete(this.#at);
  }
  const before = require.cache[library];
  const stand = { exports: { Entry }, loaded: true, id: library, filename: library };
  require.cache[library] = stand as unknown as NodeJS.Module;
  onTestFinished(() => {
    if (before) require.cache[library] = before;
    else delete require.cache[library];
  });
  return keyring;
}
