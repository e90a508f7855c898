import type { Backend } from '../../inference/backend.ts';
import { estimateTokens } from '../../prompt/tokens.ts';

const mostKept = 20_000;

/** What is remembered of texts for all processes; it may forget, and do nothing where it cannot write at once. */
export interface KeptCounts {
  of(text: string): number | undefined;
  keep(counts: ReadonlyMap<string, number>): void;
}

/** Tokens of texts by one server's tokenizer, each asked for once; an estimate where there is none. */
export class TokenCounts {
  readonly #count: Backend['countTokens'];
  readonly #known = new Map<string, number>();
  readonly #kept: KeptCounts | null;
  #isExact: boolean;

  /** Without a server, or with one that cannot count, everything is estimated. */
  constructor(backend: Backend | null, kept: KeptCounts | null = null) {
    this.#kept = kept;
    this.#count = backend?.countTokens?.bind(backend);
    this.#isExact = this.#count !== undefined;
  }

  /** False once the tokenizer has failed: from then on, all is estimated. */
  get isExact(): boolean {
    return this.#isExact;
  }

  /** The number, or undefined for a text that the tokenizer has not been asked about yet. */
  of(text: string): number | undefined {
    if (!this.#isExact) return estimateTokens(text);
    const known = this.#known.get(text) ?? this.#kept?.of(text);
    if (known !== undefined) this.#known.set(text, known);
    return known;
  }

  /** Asks about these texts when there is time; what fails is asked again when it is needed. */
  learnLater(texts: readonly string[]): void {
    setTimeout(() => void this.#learnAndKeep(texts).catch(() => undefined)).unref();
  }

  /** Counts one long text without keeping the number; null where there is no tokenizer. */
  async once(text: string, signal?: AbortSignal): Promise<number | null> {
    if (!this.#isExact) return null;
    await this.#exactly(() => this.#ask([text], signal), signal);
    const count = this.#known.get(text) ?? null;
    this.#known.delete(text);
    return count;
  }

  /** Asks the tokenizer about all these texts at once. Rejects only when the signal aborts. */
  async learn(texts: readonly string[], signal?: AbortSignal): Promise<void> {
    await this.#exactly(() => this.#learnAndKeep(texts, signal), signal);
  }

  async #exactly(ask: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#isExact = false;
    }
  }

  async #learnAndKeep(texts: readonly string[], signal?: AbortSignal): Promise<void> {
    await this.#ask(texts, signal);
    this.#kept?.keep(new Map(texts.map((text) => [text, this.#known.get(text) ?? 0])));
  }

  async #ask(texts: readonly string[], signal?: AbortSignal): Promise<void> {
    const counts = (await this.#count?.(texts, signal)) ?? [];
    if (this.#known.size > mostKept) this.#known.clear();
    for (const [index, text] of texts.entries()) {
      this.#known.set(text, counts[index] ?? estimateTokens(text));
    }
  }
}
