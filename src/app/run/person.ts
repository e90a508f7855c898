/** Long work that a person can watch and stop. */
export interface Progress {
  /**
   * Counts one more piece of a stage; now and then lets signals in. `share` says how much of all the work is done, from 0 to 1, where
   * that is known. Rejects with SottoError `interrupted`.
   */
  step(stage: string, share?: number): Promise<void> | undefined;
  /** Shows how far it is, in words of its own. */
  row?(text: string): void;
  /** Aborts when they stop it. */
  readonly signal?: AbortSignal;
}

/** The same where each of it is there. */
export type WatchedProgress = Required<Progress>;

/** Progress with a row and a signal, whether or not somebody watches the one and gives the other. */
export const watchedBy = (progress: Progress): WatchedProgress => ({
  step: (stage, share) => progress.step(stage, share),
  row: (text) => progress.row?.(text),
  signal: progress.signal ?? new AbortController().signal,
});

/** Nobody watches, and nobody stops. */
export const unwatched = (): WatchedProgress => watchedBy({ step: () => undefined });

/** What a terminal can show, as Node's `WriteStream` tells of it. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
  /** Bits of its colours: 1, 4, 8 or 24. */
  getColorDepth(): number;
}

/** Whoever asked for something, as far as work may turn to them before it is done. */
export interface Person {
  /** The terminal on which they watch the result, where there is one. */
  readonly terminal?: TerminalSize;
  /** Whether they can be asked. */
  readonly canAnswer: boolean;
  /** One line that is no part of the result. */
  tell(text: string): void;
  /** Their answer, trimmed and in lower case; null when nobody can be asked. */
  ask(question: string): Promise<string | null>;
  /** What they type, unseen and as it is; absent where nobody can be asked so. */
  readonly secret?: ((question: string) => Promise<string>) | undefined;
  /** A text after their editor had it, in a file of this name; null when the editor gave up. Rejects with `no_editor`. */
  edit(text: string, file: string): Promise<string | null>;
  /** What they typed or piped in, whole. Rejects with SottoError `too_large`. */
  input(): Promise<string>;
  /** What long work yields, whose progress they see and which they can stop: its next step then rejects with `interrupted`. */
  watch<T>(work: (progress: Progress) => AsyncIterable<T>): AsyncIterable<T>;
}

/** Nobody: work that asks gets no answer, and what is told is not heard. */
export const nobody: Person = {
  canAnswer: false,
  tell: () => {},
  ask: async () => null,
  edit: async () => null,
  input: async () => '',
  watch: (work) => work(unwatched()),
};
