/** A value that is found anew only when something that it depends on has changed. */
export class Remembered<T> {
  #last: { readonly about: readonly unknown[]; readonly value: T } | null = null;

  /** The value, which depends on these, always as many. */
  of(about: readonly unknown[], find: () => T): T {
    if (!this.#last?.about.every((value, index) => value === about[index]))
      this.#last = { about, value: find() };
    return this.#last.value;
  }
}
