/** What is to run later, all of which can be called off at once. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();

  /** Runs this once, so many milliseconds from now. Returns what prevents it. */
  after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      run();
    }, milliseconds);
    this.#pending.add(timer);
    return () => {
      this.#pending.delete(timer);
      clearTimeout(timer);
    };
  }

  /** Calls off all that has not run yet. */
  cancel(): void {
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }
}
