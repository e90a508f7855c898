import { isSottoError, SottoError } from '../../domain/errors.ts';
import { failureOf, type Peer } from '../failure.ts';
import { noAnswerInTime } from './connection.ts';
import { Watchdog } from './watchdog.ts';

/** Whoever asks so long after the last one was answered or given up stands before another reply. */
const pauseMs = 2000;

/**
 * How long all that a server is asked before a reply may take together: who it is, what its slots hold, how it marks turns,
 * how many tokens a text has. Each reply that has ended makes it whole again, and so do two seconds in which nobody asks.
 */
export class Patience {
  readonly #wholeMs: number;
  readonly #now: () => number;
  #leftMs: number;
  #asking = 0;
  /** When somebody began to ask, else when the last one had an answer. */
  #since = 0;

  /** 0 ms is for ever. */
  constructor(wholeMs: number, now = () => performance.now()) {
    this.#wholeMs = wholeMs > 0 ? wholeMs : Number.POSITIVE_INFINITY;
    this.#leftMs = this.#wholeMs;
    this.#now = now;
  }

  renew(): void {
    this.#leftMs = this.#wholeMs;
    this.#since = this.#now();
  }

  /** What `ask` resolves with. Rejects as it does, with SottoError `stalled` once the time is used up, and then at once. */
  async within<T>(
    peer: Peer,
    ask: (signal: AbortSignal) => Promise<T>,
    outer: AbortSignal = new AbortController().signal,
  ): Promise<T> {
    const late = failureOf(noAnswerInTime(peer));
    const watchdog = new Watchdog(outer);
    const leftMs = this.#begin();
    try {
      if (leftMs <= 0) throw new SottoError('server', late.code, late.message);
      watchdog.grant(leftMs, late);
      return await watchdog.watch(ask(watchdog.signal));
    } catch (error) {
      throw watchdog.verdict ? new SottoError('server', late.code, late.message) : error;
    } finally {
      watchdog.close();
      this.#end();
    }
  }

  #begin(): number {
    const now = this.#now();
    if (this.#asking === 0) {
      if (now - this.#since > pauseMs) this.#leftMs = this.#wholeMs;
      this.#since = now;
    }
    this.#asking += 1;
    return this.#leftMs - (now - this.#since);
  }

  #end(): void {
    this.#asking -= 1;
    if (this.#asking > 0) return;
    const now = this.#now();
    this.#leftMs = Math.max(0, this.#leftMs - (now - this.#since));
    this.#since = now;
  }
}

/** The patience that was handed in, else one of its own. */
export const patienceOf = ({ patience, firstTokenTimeoutMs }: Impatient): Patience =>
  patience ?? new Patience(firstTokenTimeoutMs);

interface Impatient {
  readonly patience?: Patience;
  readonly firstTokenTimeoutMs: number;
}

/** Goes on with something else where a server has not answered in time; any other error is thrown. */
export const whenLate =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (isSottoError(error) && error.code === 'stalled') return instead();
    throw error;
  };
