import type { OpenChat } from '../open-chat.ts';
import type { CastMember } from '../play.ts';
import { type ReplyContext, visibleSoFar } from './streamed.ts';

/** A line while it streams, from whichever terminal, shown as far as this terminal's viewer may see it. */
export class VisibleLine {
  readonly #chat: OpenChat;
  readonly #speaker: CastMember;
  readonly #context: ReplyContext;
  #raw = '';
  #shown = '';
  #isShowing = false;
  #isHidden = false;

  constructor(chat: OpenChat, speaker: CastMember, context: ReplyContext) {
    this.#chat = chat;
    this.#speaker = { id: speaker.id, name: speaker.name };
    this.#context = context;
  }

  /** Whether the viewer may not even know, as far as the line goes now, that it is being written. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** The line as it is now; only more of it is shown, or all of it leaves the screen. */
  show(raw: string): void {
    this.#raw = raw;
    const visible = visibleSoFar(raw, this.#context, this.#chat.viewer);
    this.#isHidden = visible === null;
    if (!visible?.startsWith(this.#shown)) this.end();
    if (visible === null || visible === this.#shown) return;
    this.#isShowing = true;
    this.#chat.emit({ type: 'delta', speaker: this.#speaker, text: visible.slice(this.#shown.length) });
    this.#shown = visible;
  }

  /** Shows from its beginning what is shown: the screen was read anew, perhaps through other eyes. */
  again(): void {
    this.#shown = '';
    this.#isShowing = false;
    this.show(this.#raw);
  }

  /** Takes it off the screen. */
  end(): void {
    this.#shown = '';
    if (!this.#isShowing) return;
    this.#isShowing = false;
    this.#chat.emit({ type: 'stream_end', speaker: this.#speaker });
  }
}
