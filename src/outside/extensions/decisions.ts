import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Found } from './found.ts';

const shape = z.record(z.string(), z.string());

/** Which extensions the human has said yes to, each as it was then; kept in a file of its own. */
export class Decisions {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether there is a yes to these very files. */
  allows({ name, hash }: Found): boolean {
    const all = this.#read();
    return Object.hasOwn(all, name) && all[name] === hash;
  }

  /** Keeps a yes to these files, in place of an earlier one. */
  allow({ name, hash }: Found): void {
    this.#write({ ...this.#read(), [name]: hash });
  }

  #read(): Record<string, string> {
    try {
      return shape.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  #write(all: Record<string, string>): void {
    writeFileSync(`${this.#file}.part`, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.#file}.part`, this.#file);
  }
}
