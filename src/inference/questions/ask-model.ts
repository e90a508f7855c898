import { isSottoError } from '../../domain/errors.ts';
import type {
  Backend,
  CacheOwner,
  ChatMessage,
  CompletionEvent,
  Priority,
  Shape,
  Standing,
} from '../backend.ts';
import type { JsonSchema } from '../dialects/schema-grammar.ts';
import { isRefusal } from './answers.ts';

/** A model that answers questions, and what errors call it. */
export interface ClassifierModel {
  readonly name: string;
  readonly backend: Backend;
}

/** What one call has cost its server, whether or not an answer came of it. */
export interface CallCost {
  readonly isAnswered: boolean;
  /** Tokens of the prompt that were read anew. */
  readonly read: number;
  readonly written: number;
}

/** Hears what becomes of a question at its server. */
export interface Watch {
  /** True when the server has it, false when it must wait or gives way. */
  readonly sent?: (isSent: boolean) => void;
  /** Called for each call that the server began with. */
  readonly spent?: (cost: CallCost) => void;
}

/** One call to one model, and how its answer is read; undefined where that is none. */
export interface Call<T> {
  readonly prompt: string;
  /** The same for a chat endpoint. */
  readonly messages?: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly shapes: readonly Shape[];
  readonly priority: Priority;
  readonly cache: CacheOwner;
  readonly settled?: number;
  /** Whether nothing that the server holds is to be gone on from. */
  readonly isFresh?: boolean;
  readonly read: (reply: string) => T | undefined;
  readonly wanted: Wanted;
  readonly watch?: Watch | undefined;
}

/** What an answer was to be, as it can be kept: one of some texts, or JSON of a schema, in so many tokens; absent = as usual. */
export type Wanted = (
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'json'; readonly schema: JsonSchema }
) & { readonly maxTokens?: number };

/** How long a model may take, and what runs something later. */
export interface TimeLimit {
  readonly timeoutMs: number;
  /** Milliseconds that a question takes with an answer of so many tokens, where that may be longer. */
  readonly takes?: (prompt: string, maxTokens: number) => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/**
 * A model that gave no answer. `hang`: nothing came; `timeout`: no end came; `busy`: its server had no place for the
 * question; `refusal`: it would not, or said nothing; `nonsense`: what it said is no answer; `error`: its server failed.
 */
export interface ModelFailure {
  readonly model: string;
  readonly reason: 'hang' | 'timeout' | 'busy' | 'refusal' | 'nonsense' | 'error';
  /** In a few words, none of them the model's. */
  readonly detail: string;
  readonly prompt: string;
  readonly wanted: Wanted;
  /** What came of its answer. */
  readonly raw: string;
}

/** A question that nobody waits for any longer is stopped by a SottoError `too_late`: its model failed. */
const isTooLate = ({ reason }: AbortSignal): boolean => isSottoError(reason) && reason.code === 'too_late';

type Wrong = Pick<ModelFailure, 'reason' | 'detail'>;

const lateness = (isSent: boolean, raw: string): Wrong => {
  if (!isSent) return { reason: 'busy', detail: 'its server was busy for too long' };
  return raw === ''
    ? { reason: 'hang', detail: 'nothing came in time' }
    : { reason: 'timeout', detail: 'it did not finish in time' };
};

const wrongIn = (event: CompletionEvent): Wrong => {
  if (event.type === 'failed') {
    const { code, message } = event.failure;
    return { reason: code === 'filtered' ? 'refusal' : 'error', detail: message };
  }
  if (event.type === 'finished' && event.text.trim() === '')
    return { reason: 'refusal', detail: 'it said nothing' };
  if (event.type === 'finished' && isRefusal(event.text)) return { reason: 'refusal', detail: 'it refused' };
  return { reason: 'nonsense', detail: 'its reply is not an answer' };
};

const isForeign = (event: CompletionEvent): boolean =>
  event.type === 'failed' && event.failure.code === 'foreign_state';

/** Adds up what a call costs, of which each time that it gave way is a part. */
class Meter {
  #read = 0;
  #before = 0;
  #written = 0;
  readonly #watch: Watch | undefined;

  constructor(watch: Watch | undefined) {
    this.#watch = watch;
  }

  hear(event: CompletionEvent): void {
    if (event.type === 'progress') this.#read = event.processed - event.cached;
    if (event.type === 'delta' || event.type === 'reasoning') this.#written += 1;
    if (event.type !== 'finished') return;
    const { promptTokens, reusedTokens, generatedTokens } = event.usage;
    this.#read = promptTokens - reusedTokens;
    this.#written = generatedTokens;
  }

  /** The server has it, or has given it back. */
  sent(isSent: boolean): void {
    if (!isSent) this.#before += this.#read;
    if (!isSent) this.#read = 0;
    this.#watch?.sent?.(isSent);
  }

  end(isAnswered: boolean): void {
    const read = this.#before + this.#read;
    const isBegun = isAnswered || read + this.#written > 0;
    if (isBegun) this.#watch?.spent?.({ isAnswered, read, written: this.#written });
  }
}

/**
 * Asks one model within the time limit, which counts while its server has the question. Resolves to what its answer says, or
 * to undefined when it gave none: `failed` has heard why, unless somebody stopped the question. What a server made from
 * another's state is dropped, told, and asked once more from the start.
 */
export const askModel = async <T>(
  asked: ClassifierModel,
  call: Call<T>,
  limits: TimeLimit,
  { signal, failed }: { readonly signal: AbortSignal; readonly failed: (failure: ModelFailure) => void },
): Promise<{ readonly value: T } | undefined> => {
  const { name: model, backend } = asked;
  const { read, wanted, priority, watch, ...sent } = call;
  const meter = new Meter(watch);
  const limit = new AbortController();
  const mostMs = Math.max(limits.timeoutMs, limits.takes?.(sent.prompt, sent.maxTokens) ?? 0);
  let [isSent, isTold, raw, cancel] = [true, false, '', () => {}];
  const fail = (wrong: Wrong): void => {
    if (!isTold) failed({ model, ...wrong, prompt: sent.prompt, wanted, raw });
    isTold = true;
  };
  const clock = (isUnderWay: boolean): void => {
    isSent = isUnderWay;
    meter.sent(isUnderWay);
    cancel();
    cancel = isUnderWay && !signal.aborted ? limits.after(mostMs, () => limit.abort()) : () => {};
  };
  const tellLate = (): void => {
    if (isTooLate(signal)) fail(lateness(isSent, raw));
  };
  const standing: Standing = { priority, sent: clock };
  const request = { ...sent, stop: [], seed: 1, sampling: { temperature: 0 }, standing };
  signal.addEventListener('abort', tellLate, { once: true });
  clock(true);
  try {
    for await (const event of backend.complete(request, AbortSignal.any([signal, limit.signal]))) {
      meter.hear(event);
      if (event.type === 'delta') raw += event.text;
      if (event.type !== 'finished' && event.type !== 'failed' && event.type !== 'aborted') continue;
      const value = event.type === 'finished' ? read(event.text) : undefined;
      meter.end(value !== undefined);
      if (isForeign(event)) {
        raw = '';
        fail(wrongIn(event));
        if (call.isFresh) return undefined;
        return await askModel(asked, { ...call, isFresh: true }, limits, { signal, failed });
      }
      raw = event.text;
      if (value !== undefined) return { value };
      if (!signal.aborted) fail(event.type === 'aborted' ? lateness(isSent, raw) : wrongIn(event));
      return undefined;
    }
    return undefined;
  } finally {
    cancel();
    signal.removeEventListener('abort', tellLate);
  }
};
