/** What the events of one chat are numbered by in a recording: 1, 2, 3 … in the order of the log; 0 is before all. */
export class Ordinals {
  /** Where a run of events begins that no other chat's are among: its first seq and that one's number. */
  readonly #runs: { readonly seq: number; readonly ordinal: number }[] = [];
  #count = 0;
  #last = 0;

  /** How many events were added. */
  get count(): number {
    return this.#count;
  }

  /** The next event of the chat, whose seq is larger than those before. */
  add(seq: number): void {
    this.#count += 1;
    if (seq !== this.#last + 1 || this.#count === 1) this.#runs.push({ seq, ordinal: this.#count });
    this.#last = seq;
  }

  /** The number of the event of this seq; undefined when it is none of the chat's. */
  ordinalOf(seq: number): number | undefined {
    if (seq === 0) return 0;
    const at = this.#runBefore((run) => run.seq <= seq);
    const run = this.#runs[at];
    if (!run || seq > this.#last) return undefined;
    const ordinal = run.ordinal + seq - run.seq;
    return ordinal < (this.#runs[at + 1]?.ordinal ?? this.#count + 1) ? ordinal : undefined;
  }

  /** The seq of the event of this number; undefined when there are not so many. */
  seqOf(ordinal: number): number | undefined {
    if (ordinal === 0) return 0;
    const run = this.#runs[this.#runBefore((one) => one.ordinal <= ordinal)];
    return run && ordinal <= this.#count ? run.seq + ordinal - run.ordinal : undefined;
  }

  /** Index of the last run for which this holds, which holds for all before it; -1 for none. */
  #runBefore(holds: (run: { readonly seq: number; readonly ordinal: number }) => boolean): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const run = this.#runs[middle];
      if (run && holds(run)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
