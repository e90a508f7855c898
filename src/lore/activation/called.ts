import type { RuleSource } from '../books/rule-source.ts';
import type { Backtracking } from '../keys/pattern.ts';
import { scannable } from '../keys/scannable.ts';
import { type Lore, loreOf } from './activate.ts';
import { heardOf, type LoreContext } from './context.ts';

const remembered = 50_000;

const inOrder = (numbers: Iterable<number>): number[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

/** The rules of several books that were called so far. */
class Called {
  readonly #sources: readonly RuleSource[];
  readonly #numbers: readonly Set<number>[];
  readonly #followed: readonly Set<number>[];
  readonly #asked = new Set<string>();
  readonly #backtracking: Backtracking | undefined;

  constructor(sources: readonly RuleSource[], backtracking: Backtracking | undefined) {
    this.#sources = sources;
    this.#backtracking = backtracking;
    this.#numbers = sources.map(({ always }) => new Set(always));
    this.#followed = sources.map(() => new Set());
  }

  /** How many rules are called. */
  get size(): number {
    return this.#numbers.reduce((sum, { size }) => sum + size, 0);
  }

  /** Calls the rules whose keys texts may hold; false when all of them are called already. */
  by(texts: Iterable<string>): boolean {
    const before = this.size;
    if (this.#asked.size > remembered) this.#asked.clear();
    for (const text of texts) {
      if (this.#asked.has(text)) continue;
      this.#asked.add(text);
      for (const [at, { call }] of this.#sources.entries()) call(text, this.#numbers[at] as Set<number>);
    }
    return this.size > before;
  }

  /**
   * Calls those as well whom the called may call in their turn, until there are twice as many: so entries that activate each
   * other in a long row need not be asked once for each of them.
   */
  further(context: LoreContext): void {
    const most = 2 * this.size;
    while (this.by(this.#contents(context, most)));
  }

  /** What the called say that were not followed yet, as long as fewer than so many are called. */
  *#contents(context: LoreContext, most: number): Generator<string> {
    const { expand } = context;
    for (const [at, source] of this.#sources.entries()) {
      const followed = this.#followed[at] as Set<number>;
      for (const number of inOrder(this.#numbers[at] ?? []).filter((one) => !followed.has(one))) {
        if (this.size >= most) return;
        followed.add(number);
        for (const rule of source.rules([number]))
          if (rule.recursion.canActivate)
            yield heardOf(expand?.(rule.content, rule) ?? rule.content, context);
      }
    }
  }

  /** These rules, ready to be asked. */
  lore(): Lore {
    const rules = this.#sources.flatMap((source, at) => source.rules(inOrder(this.#numbers[at] ?? [])));
    const levels = inOrder(this.#sources.flatMap((source) => source.levels));
    return loreOf(rules, { levels, backtracking: this.#backtracking });
  }
}

/** All that keys are looked for in before anything is awake. */
function* textsOf({ messages, texts = {} }: LoreContext): Generator<string> {
  for (const { text } of messages) yield scannable(text, 'message');
  for (const text of Object.values(texts)) yield scannable(text, 'message');
}

/**
 * The lore of books of which only those rules are made that may activate: by what was said, or by what those say that
 * activated. It activates what `loreOf` all their rules does; only `verdicts`, which speak of each rule, need all of them.
 */
export function loreCalledFrom(sources: readonly RuleSource[], backtracking?: Backtracking): Lore {
  const rules = () => sources.flatMap((source) => source.all());
  const all = () => loreOf(rules(), { backtracking });
  if (sources.every(({ size, always }) => size === always.length)) return all();
  const called = new Called(sources, backtracking);
  let lore: Lore | null = null;
  const activate: Lore['activate'] = (context) => {
    if (called.by(textsOf(context))) lore = null;
    for (;;) {
      lore ??= called.lore();
      const result = lore.activate(context);
      if (!called.by(result.heard)) return result;
      called.further(context);
      lore = null;
    }
  };
  return {
    activate: (context) => ({ ...activate(context), verdicts: () => all().activate(context).verdicts() }),
  };
}
