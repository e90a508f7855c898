import type { Model, Token } from './native.ts';

/** A character of UTF-8 has at most so many bytes, and a token at least one. */
const longestCharacter = 4;
const unfinished = '\uFFFD';

/** Makes text of tokens one after the other, holding back a character until all its bytes are there. */
export class TextOfTokens {
  readonly #model: Model;
  #before: Token[];
  #pending: Token[] = [];

  /** `before` are the tokens that the text goes on from: some tokenizers write a space only in the middle. */
  constructor(model: Model, before: readonly Token[]) {
    this.#model = model;
    this.#before = before.slice(-longestCharacter);
  }

  push(token: Token): string {
    this.#pending.push(token);
    const text = this.#model.detokenize(this.#pending, false, this.#before);
    return text.endsWith(unfinished) && this.#pending.length < longestCharacter ? '' : this.flush();
  }

  /** What was held back, whole or not. */
  flush(): string {
    const text = this.#model.detokenize(this.#pending, false, this.#before);
    this.#before = [...this.#before, ...this.#pending].slice(-longestCharacter);
    this.#pending = [];
    return text;
  }
}
