/** What may be shown after a push, and the stop string that ended the text, if one did. */
export interface Matched {
  readonly text: string;
  readonly stop: string | null;
}

const longestOpenPrefix = (text: string, stop: string): number => {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(stop.slice(0, length))) return length;
  }
  return 0;
};

/**
 * Finds stop strings in streamed text across chunk borders. The one completed first wins, of two completed
 * at once the longer. Text that may yet become a stop string is held back; the stop string never comes out.
 */
export class StopMatcher {
  readonly #stops: readonly string[];
  #held = '';

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  push(chunk: string): Matched {
    const text = this.#held + chunk;
    const first = this.#firstIn(text);
    const keep = first ? 0 : Math.max(0, ...this.#stops.map((stop) => longestOpenPrefix(text, stop)));
    this.#held = text.slice(text.length - keep);
    return { text: text.slice(0, first ? first.at : text.length - keep), stop: first ? first.stop : null };
  }

  /** What was held back and turned out to be no stop string. */
  flush(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  #firstIn(text: string): { at: number; stop: string } | null {
    let first: { at: number; stop: string } | null = null;
    for (const stop of this.#stops) {
      const at = text.indexOf(stop);
      if (at === -1) continue;
      const earlier = first ? at + stop.length - (first.at + first.stop.length) : -1;
      if (first === null || earlier < 0 || (earlier === 0 && at < first.at)) first = { at, stop };
    }
    return first;
  }
}
