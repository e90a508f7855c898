import type { OpenChat } from '../open/open-chat.ts';

/** Whoever presses no key for so long is not typing, whatever stands in the composer. */
const stillTypingMs = 5000;
/** The play pauses when nobody has said or typed anything for so long. */
const pauseMs = 8000;

/** Whether somebody types in a chat, and whether its play pauses. */
export class Lull {
  readonly #chat: OpenChat;
  #draft = '';
  #typedAt = Number.NEGATIVE_INFINITY;
  #since: number;

  constructor(chat: OpenChat) {
    this.#chat = chat;
    this.#since = chat.parts.clock();
  }

  /** Something was said: the play goes on. */
  end(): void {
    this.#since = this.#chat.parts.clock();
  }

  /** Takes in what stands in the composer; called whenever it may be another. */
  look(): void {
    const { draft } = this.#chat.session;
    if (draft !== this.#draft) this.#typedAt = this.#chat.parts.clock();
    this.#draft = draft;
    if (this.isTyping) this.end();
  }

  /** Here or in another terminal. */
  get isTyping(): boolean {
    const { mirror } = this.#chat.session;
    if ((mirror?.typing.length ?? 0) > 0) return true;
    return this.#draft !== '' && this.#chat.parts.clock() - this.#typedAt < stillTypingMs;
  }

  get isOn(): boolean {
    return !this.isTyping && this.#chat.parts.clock() - this.#since >= pauseMs;
  }
}
