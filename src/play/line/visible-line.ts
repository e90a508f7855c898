import type { CharacterId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world.ts';
import type { ChatState } from '../../store/state.ts';
import type { OpenChat } from '../open-chat.ts';
import type { CastMember } from '../play.ts';
import { type AudienceOf, aboutAt } from './about-now.ts';
import { contextOf } from './line-event.ts';
import { type BeganAt, hasGoneOn } from './place-now.ts';
import { type ReplyContext, type ReplyStart, visibleSoFar } from './streamed.ts';

/** What decides who may see a line while it streams. */
export interface StreamedAbout extends AudienceOf, BeganAt, ReplyStart {
  readonly speaker: CharacterId;
}

/** A line while it streams, from whichever terminal, shown as far as this terminal's viewer may see it. */
export class VisibleLine {
  readonly #chat: OpenChat;
  readonly #speaker: CastMember;
  readonly #about: StreamedAbout;
  #context: { readonly state: ChatState; readonly value: ReplyContext } | null = null;
  #raw = '';
  #shown = '';
  #isShowing = false;
  #isHidden = false;

  constructor(chat: OpenChat, about: StreamedAbout) {
    const { world, speaker: id } = about;
    this.#chat = chat;
    this.#speaker = { id, name: memberOf(world, id)?.name ?? '' };
    this.#about = about;
  }

  /** Whether the viewer may not even know, as far as the line goes now, that it is being written. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** The line as it is now; only more of it is shown, or all of it leaves the screen. */
  show(raw: string): void {
    this.#raw = raw;
    const visible = visibleSoFar(raw, this.#contextNow(), this.#chat.viewer);
    this.#isHidden = visible === null;
    if (!visible?.startsWith(this.#shown)) this.end();
    if (visible === null || visible === this.#shown) return;
    this.#isShowing = true;
    this.#chat.emit({ type: 'delta', speaker: this.#speaker, text: visible.slice(this.#shown.length) });
    this.#shown = visible;
  }

  /** Who leaves while it is written sees no more of it. */
  #contextNow(): ReplyContext {
    const { state, id: chat, parts } = this.#chat;
    if (this.#context?.state === state) return this.#context.value;
    const { speaker } = this.#about;
    const isHere = !this.#about.isAlternative && hasGoneOn(parts.store, chat, this.#about, state.head);
    const about = (isHere && aboutAt(parts.store, this.#about, { chat, speaker, at: state })) || this.#about;
    this.#context = { state, value: contextOf(about, parts.settings) };
    return this.#context.value;
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
