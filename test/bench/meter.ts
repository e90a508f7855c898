import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';

/** Tokens that a server reads while somebody reads a reply, types the next line, and while the first of two answers is written. */
const readMeanwhile = { resting: 6000, typing: 4000, answering: 1300 } as const;

const fresh = ({ promptTokens, reusedTokens }: Usage): number => promptTokens - reusedTokens;

/** What one reply cost. */
export interface Reply {
  readonly usage: Usage;
  /** Tokens that were read ahead for it; null where nothing was. */
  readonly ahead: number | null;
  /** Tokens that the server read while somebody waited for it. */
  readonly waited: number;
  /** Whether it is the second to one line. */
  readonly isSecond: boolean;
}

type Kind = 'reply' | 'ahead' | 'job';

const kindOf = ({ standing, maxTokens }: CompletionRequest): Kind => {
  if (standing?.priority === 'warm_up' || maxTokens === 1) return 'ahead';
  return standing?.priority === 'job' ? 'job' : 'reply';
};

/** So often nothing is at the server when one looks, and nothing will be. */
const stillRounds = 25;

/**
 * Counts what a play costs. What a server is asked comes to it in the same order in each run: questions of bookkeeping one after
 * another, and a reply ends when all has been read ahead that can be meanwhile.
 */
export class Meter {
  readonly replies: Reply[] = [];
  read = 0;
  written = 0;
  /** Lines that were said. */
  turns = 0;
  readonly #ahead = new Map<string, number>();
  /** Of these, tokens that the server has not come to yet, of whom it was asked first first. */
  readonly #owed = new Map<string, number>();
  #inTurn = 0;
  #atServer = 0;
  #questions: Promise<void> = Promise.resolve();

  /** To be called before a line is said. */
  turn(): void {
    this.#inTurn = 0;
    this.turns += 1;
  }

  /** Somebody has read the last reply, and begins to type. */
  rested(): void {
    this.#readOn(readMeanwhile.resting, [...this.#owed.keys()]);
  }

  /** Somebody has typed a line; whose prompt answers it was read first meanwhile. */
  typed(owner: string): void {
    this.#readOn(readMeanwhile.typing, [owner, ...this.#owed.keys()]);
  }

  #readOn(tokens: number, owners: readonly string[]): void {
    let left = tokens;
    for (const owner of owners) {
      const owed = this.#owed.get(owner) ?? 0;
      const read = Math.min(owed, left);
      left -= read;
      if (owed > read) this.#owed.set(owner, owed - read);
      else this.#owed.delete(owner);
    }
  }

  /** Resolves when no more than so many requests are at the server, and no more will come. */
  async still(most = 0): Promise<void> {
    for (let rounds = 0; rounds < stillRounds; rounds = this.#atServer > most ? 0 : rounds + 1)
      await new Promise(setImmediate);
  }

  of(backend: Backend): Backend {
    const meter = this;
    const complete: Backend['complete'] = async function* (request, signal) {
      const kind = kindOf(request);
      const leave = kind === 'job' ? await meter.#inTurnOfQuestions() : () => {};
      const gone = meter.#arrived(request);
      try {
        for await (const event of backend.complete(request, signal)) {
          if (event.type === 'finished') {
            if (kind === 'reply') await meter.still(1);
            meter.#count(event.usage, request, kind);
          }
          yield event;
        }
      } finally {
        gone();
        leave();
      }
    };
    const counting = backend.countTokens;
    if (!counting) return { ...backend, complete };
    const countTokens: Backend['countTokens'] = async (texts, signal) => {
      this.#atServer += 1;
      return counting(texts, signal).finally(() => {
        this.#atServer -= 1;
      });
    };
    return { ...backend, complete, countTokens };
  }

  /** Resolves when no other question is under way; the result is to be called when this one is over. */
  async #inTurnOfQuestions(): Promise<() => void> {
    const before = this.#questions;
    let leave = () => {};
    this.#questions = new Promise((resolve) => {
      leave = () => void this.still().then(resolve);
    });
    await before;
    return leave;
  }

  /** A request is at the server unless it waits for a place there; the result is to be called when it is over. */
  #arrived({ standing }: CompletionRequest): () => void {
    let isThere = true;
    const set = (isNow: boolean) => {
      if (isNow !== isThere) this.#atServer += isNow ? 1 : -1;
      isThere = isNow;
    };
    this.#atServer += 1;
    const heard = standing?.sent;
    if (standing)
      standing.sent = (isSent) => {
        set(isSent);
        heard?.call(standing, isSent);
      };
    return () => set(false);
  }

  #count(usage: Usage, request: CompletionRequest, kind: Kind): void {
    const key = request.cache?.key ?? '';
    if (kind === 'job') {
      this.read += fresh(usage);
      this.written += usage.generatedTokens;
    } else if (kind === 'ahead') {
      const owed = this.#owed.get(key) ?? 0;
      this.#owed.delete(key);
      this.#owed.set(key, owed + fresh(usage));
      this.#ahead.set(key, (this.#ahead.get(key) ?? 0) + fresh(usage));
    } else {
      if (this.#inTurn > 0) this.#readOn(readMeanwhile.answering, [key]);
      const waited = fresh(usage) + (this.#owed.get(key) ?? 0);
      this.replies.push({ usage, ahead: this.#ahead.get(key) ?? null, waited, isSecond: this.#inTurn > 0 });
      this.#ahead.delete(key);
      this.#owed.delete(key);
      this.#inTurn += 1;
    }
  }
}
