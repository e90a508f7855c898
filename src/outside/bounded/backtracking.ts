import { type Context, createContext, Script } from 'node:vm';
import type { Backtracking, Found, Written } from '../../lore/keys/pattern.ts';

/** Milliseconds for one search; of the processor for all of a pass, and for all of one pattern beside one for each search. */
const most = { search: 50, pass: 250, pattern: 250 };
const remembered = 1_000;
/** Beside other work a search gets little of its time: it is begun again with twice as much while the processor was elsewhere. */
const mostAttempts = 5;

interface Search {
  readonly text: string;
  readonly count: number;
  readonly timeout: number;
}

const search = `
  const all = [];
  for (let found; all.length < most && (found = pattern.exec(text)) !== null; ) {
    all.push({ at: found.index, groups: [...found], named: { ...found.groups } });
    if (found[0] === '') pattern.lastIndex += 1;
  }
  all;
`;

/** What one search finds; null where the expression is none. */
type Attempt = (pattern: Written, search: Search) => readonly Found[] | 'too slow' | null;

/** Searches in a context of its own, which is made when it is first needed. */
function inContext(): Attempt {
  const given: Record<string, unknown> = {};
  let made: { readonly script: Script; readonly context: Context } | null = null;
  const begun = () => {
    // The first run of all costs more than others, and no pattern is to blame for it.
    Object.assign(given, { pattern: /x/g, text: 'x', most: 1 });
    const [script, context] = [new Script(`{ ${search} }`), createContext(given)];
    script.runInContext(context);
    return { script, context };
  };
  return ({ source, flags }, { text, count, timeout }) => {
    made ??= begun();
    const { script, context } = made;
    try {
      const pattern = new RegExp(source, `${flags.replace(/[^imsuv]/g, '')}g`);
      Object.assign(given, { pattern, text, most: count });
      return script.runInContext(context, { timeout });
    } catch (error) {
      return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        ? 'too slow'
        : null;
    }
  };
}

/**
 * Runs regular expressions that look around or back. Each search has 50 ms, all of a pass together have 250, and a pattern that
 * takes too long again and again is given up, so that nobody's lorebook or script holds a chat up.
 */
export class BoundedBacktracking implements Backtracking {
  /** What each pattern has taken beyond what it may. */
  readonly #debts = new Map<string, number>();
  /** Those of readers, each with debts of its own. */
  readonly #apart = new Map<string, BoundedBacktracking>();
  readonly #clock: () => number;
  readonly #attempt: Attempt;
  #left = most.pass;

  /** `clock` tells the milliseconds of the processor that the program has had. */
  constructor(clock: () => number, attempt = inContext()) {
    this.#clock = clock;
    this.#attempt = attempt;
  }

  begin(): void {
    this.#left = most.pass;
  }

  apart(reader?: string): BoundedBacktracking {
    const known = reader === undefined ? undefined : this.#apart.get(reader);
    const apart = known ?? new BoundedBacktracking(this.#clock, this.#attempt);
    if (this.#apart.size >= remembered) this.#apart.clear();
    if (reader !== undefined) this.#apart.set(reader, apart);
    return apart;
  }

  find(pattern: Written, text: string, count: number): readonly Found[] | null {
    const key = `/${pattern.source}/${pattern.flags}`;
    const debt = this.#debts.get(key) ?? 0;
    const timeout = Math.floor(Math.min(most.search, this.#left));
    if (timeout < 1 || debt > most.pattern) return null;
    const { found, took } = this.#search(pattern, { text, count, timeout });
    this.#left -= took;
    if (this.#debts.size >= remembered) this.#debts.clear();
    this.#debts.set(key, Math.max(0, debt + took - 1));
    return found;
  }

  /** What is found, null where that takes too long; and the milliseconds of the processor that the last attempt took. */
  #search(pattern: Written, search: Search): { found: readonly Found[] | null; took: number } {
    for (let attempt = 0; ; attempt += 1) {
      const from = this.#clock();
      const found = this.#attempt(pattern, { ...search, timeout: search.timeout * 2 ** attempt });
      const took = this.#clock() - from;
      if (found !== 'too slow') return { found, took };
      if (2 * took >= search.timeout || attempt + 1 === mostAttempts) return { found: null, took };
    }
  }
}
