import type { CompletionRequest } from '../backend.ts';
import { failureOf } from '../failure.ts';
import { noFirstToken } from './open-stream.ts';
import { type StreamEvent, saidIn } from './reply.ts';
import type { ServerTimeouts } from './request.ts';
import type { Watchdog } from './watchdog.ts';

/** Tokens that a server may put around a prompt. */
const spare = 64;

/**
 * Gives a server new time for what shows it at work on a reply: characters of the text, of a thought or of what a tool is
 * called with, and until the first of them more tokens of the prompt that it has read, which has at most one for each of its
 * bytes. Whatever else it sends, however often, it gets no new time for.
 */
export class Encouragement {
  readonly #url: string;
  readonly #timeouts: ServerTimeouts;
  readonly #watchdog: Watchdog;
  readonly #mostTokens: number;
  #read = -1;
  #hasBegun = false;

  constructor(
    url: string,
    timeouts: ServerTimeouts,
    watchdog: Watchdog,
    { prompt }: Pick<CompletionRequest, 'prompt'>,
  ) {
    this.#url = url;
    this.#timeouts = timeouts;
    this.#watchdog = watchdog;
    this.#mostTokens = Buffer.byteLength(prompt) + spare;
  }

  take(event: StreamEvent): void {
    if (event.type === 'progress') this.#takeProgress(Math.floor(event.processed));
    else if (saidIn(event) !== '') {
      this.#hasBegun = true;
      this.#watchdog.grant(this.#timeouts.silenceTimeoutMs, stalledAt(this.#url));
    }
  }

  #takeProgress(tokens: number): void {
    if (this.#hasBegun || tokens <= this.#read || tokens > this.#mostTokens) return;
    this.#read = tokens;
    this.#watchdog.grant(this.#timeouts.firstTokenTimeoutMs, noFirstToken(this.#url));
  }
}

const stalledAt = (url: string) =>
  failureOf({
    code: 'stalled',
    finding: `${url} stopped sending in the middle of the reply`,
    remedy: 'continue the reply, or allow longer silence under [backend]',
  });
