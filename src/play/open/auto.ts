/** Lets the director go on after a pause, again and again, until it is switched off. */
export class AutoMode {
  #seconds: number | null = null;
  #cancel: (() => void) | null = null;

  /** How long the pause is; null = off. */
  get seconds(): number | null {
    return this.#seconds;
  }

  /** Begins the pause anew, unless it is switched off; at its end this runs once. */
  pause(after: (milliseconds: number, run: () => void) => () => void, run: () => void): void {
    this.hold();
    if (this.#seconds === null) return;
    this.#cancel = after(this.#seconds * 1000, () => {
      this.#cancel = null;
      run();
    });
  }

  /** Nobody goes on until the next pause has begun. */
  hold(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** From the next pause on it waits so long; null switches it off. */
  switch(seconds: number | null): void {
    this.hold();
    this.#seconds = seconds;
  }
}
