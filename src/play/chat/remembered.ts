/** A value that is found anew only when something that it depends on has changed. */
export class Remembered<T> {
  #last: { readonly about: readonly unknown[]; readonly value: T } | null = null;

  /** The value, which depends on these; each is compared by identity. */
  of(about: readonly unknown[], find: () => T): T {
    const last = this.#last;
    if (last?.about.length === about.length && last.about.every((value, index) => value === about[index]))
      return last.value;
    const value = find();
    this.#last = { about, value };
    return value;
  }
}
