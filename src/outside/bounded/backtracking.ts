import { type Context, createContext, Script } from 'node:vm';
import type { Backtracking, Found, Written } from '../../lore/keys/pattern.ts';

/** Milliseconds for one search; of the processor for all of a pass, and for all of one pattern beside one for each search. */
const most = { search: 50, pass: 250, pattern: 250 };
const remembered = 1_000;
/** So often a search is tried that had no processor in its time, as others had it. */
const mostTries = 3;

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

/**
 * Runs regular expressions that look around or back. Each search has 50 ms, all of a pass together have 250, and a pattern that
 * takes too long again and again is given up, so that nobody's lorebook or script holds a chat up.
 */
export class BoundedBacktracking implements Backtracking {
  readonly #given: Record<string, unknown> = {};
  /** What each pattern has taken beyond what it may. */
  readonly #debts = new Map<string, number>();
  readonly #clock: () => number;
  readonly #script = new Script(`{ ${search} }`);
  #context: Context | null = null;
  #left = most.pass;

  /** `clock` tells the milliseconds of the processor that the program has had. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  begin(): void {
    this.#left = most.pass;
  }

  find(pattern: Written, text: string, count: number): readonly Found[] | null {
    const key = `/${pattern.source}/${pattern.flags}`;
    const debt = this.#debts.get(key) ?? 0;
    const timeout = Math.floor(Math.min(most.search, this.#left));
    if (timeout < 1 || debt > most.pattern) return null;
    let found: readonly Found[] | null = null;
    let took = 0;
    for (let tries = 0; tries < mostTries && found === null && took < timeout / 2; tries++) {
      const from = this.#clock();
      found = this.#attempt(pattern, { text, count, timeout });
      took += this.#clock() - from;
    }
    this.#left -= took;
    if (this.#debts.size >= remembered) this.#debts.clear();
    this.#debts.set(key, Math.max(0, debt + took - 1));
    return found;
  }

  #attempt({ source, flags }: Written, { text, count, timeout }: Search): readonly Found[] | null {
    const context = this.#context ?? this.#begun();
    try {
      const pattern = new RegExp(source, `${flags.replace(/[^imsuv]/g, '')}g`);
      Object.assign(this.#given, { pattern, text, most: count });
      return this.#script.runInContext(context, { timeout });
    } catch {
      return null;
    }
  }

  /** The first run of all costs more than others, and no pattern is to blame for it. */
  #begun(): Context {
    Object.assign(this.#given, { pattern: /x/g, text: 'x', most: 1 });
    this.#context = createContext(this.#given);
    this.#script.runInContext(this.#context);
    return this.#context;
  }
}
