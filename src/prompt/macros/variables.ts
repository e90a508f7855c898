import type { VariableChange, Variables } from './macro-context.ts';

const globalMark = 'global/';

/** Variables of macros while one prompt is made: texts see what earlier texts of the same prompt have set. */
export class VariableLedger {
  readonly #before: ReadonlyMap<string, string>;
  #now: Map<string, string>;

  /** `before` is as the log has it; global ones are marked by their names. */
  constructor(before: Readonly<Record<string, string>>) {
    this.#before = new Map(Object.entries(before));
    this.#now = new Map(this.#before);
  }

  /** Forgets what an earlier try at the prompt has set. */
  begin(): void {
    this.#now = new Map(this.#before);
  }

  /** What `{{getvar}}` and `{{getglobalvar}}` read. */
  get context(): { variables: Variables; globals: Variables } {
    const entries = [...this.#now];
    const isGlobal = ([name]: [string, string]) => name.startsWith(globalMark);
    const globals = entries.filter(isGlobal).map(([name, value]) => [name.slice(globalMark.length), value]);
    return {
      variables: Object.fromEntries(entries.filter((entry) => !isGlobal(entry))),
      globals: Object.fromEntries(globals),
    };
  }

  /** Takes in what a text has set. */
  apply(changes: readonly VariableChange[]): void {
    for (const { scope, name, value } of changes) {
      this.#now.set(scope === 'global' ? `${globalMark}${name}` : name, value);
    }
  }

  /** What is other than before. */
  get changes(): Record<string, string> {
    const changed = [...this.#now].filter(([name, value]) => this.#before.get(name) !== value);
    return Object.fromEntries(changed);
  }
}
