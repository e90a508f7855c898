import type { CharacterId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import type { CastMember } from '../chat/play-state.ts';
import { contextOf } from './line-event.ts';
import { ReplySoFar } from './reply-so-far.ts';
import { type AudienceOf, resolveAudience } from './resolve-audience.ts';
import { type BeganAt, hasGoneOn } from './resolve-place.ts';
import type { ReplyStart } from './streamed.ts';

/** What decides who may see a line while it streams. */
export interface StreamedAbout extends AudienceOf, BeganAt, ReplyStart {
  readonly speaker: CharacterId;
}

/** A line while it streams, from whichever terminal, shown as far as this terminal's viewer may see it. */
export class VisibleLine {
  readonly #chat: ChatReader;
  readonly #speaker: CastMember;
  readonly #about: StreamedAbout;
  #context: ChatState | null = null;
  #soFar: ReplySoFar;
  #raw = '';
  /** What is on the screen: pieces of this list, so many of them. */
  #list: readonly string[] = [];
  #shown = 0;
  #isHidden = false;

  constructor(chat: ChatReader, about: StreamedAbout) {
    const { stage, speaker: id } = about;
    this.#chat = chat;
    this.#speaker = { id, name: memberOf(stage, id)?.name ?? '' };
    this.#about = about;
    this.#soFar = new ReplySoFar(contextOf(about, chat.parts));
  }

  /** Whether the viewer may not even know, as far as the line goes now, that it is being written. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** The line as it is now, of which one may have been taken in before. */
  show(raw: string): void {
    const isMore = raw.startsWith(this.#raw);
    const text = isMore ? raw.slice(this.#raw.length) : raw;
    if (!isMore) {
      this.#raw = '';
      this.#context = null;
    }
    this.add(text);
  }

  /** More of the line; only more of it is shown, or all of it leaves the screen. */
  add(text: string): void {
    this.#raw += text;
    if (!this.#isReadAnew()) this.#soFar.push(text);
    const visible = this.#soFar.shownTo(this.#chat.viewer);
    this.#isHidden = visible === null;
    if (visible !== this.#list) this.end();
    if (visible === null || visible.length === this.#shown) return;
    const knownTo = this.#soFar.audience;
    const heard = knownTo.length > 0 && { knownTo };
    const fresh = visible.slice(this.#shown).join('');
    this.#chat.emit({ type: 'delta', speaker: this.#speaker, text: fresh, ...heard });
    this.#list = visible;
    this.#shown = visible.length;
  }

  /** Who leaves while it is written sees no more of it. */
  #isReadAnew(): boolean {
    const { state, id: chat, parts } = this.#chat;
    if (this.#context === state) return false;
    const { speaker } = this.#about;
    const isHere = !this.#about.isAlternative && hasGoneOn(parts.store, chat, this.#about, state.head);
    const about =
      (isHere &&
        resolveAudience(parts.store, this.#about, {
          chat,
          speaker,
          at: { head: state.head, stage: this.#chat.stage },
        })) ||
      this.#about;
    this.#context = state;
    this.#soFar = new ReplySoFar(contextOf(about, parts));
    this.#soFar.push(this.#raw);
    return true;
  }

  /** Shows from its beginning what is shown: the screen was read anew, perhaps through other eyes. */
  again(): void {
    this.#list = [];
    this.#shown = 0;
    this.add('');
  }

  /** Takes it off the screen. */
  end(): void {
    const wasShown = this.#shown > 0;
    this.#list = [];
    this.#shown = 0;
    if (wasShown) this.#chat.emit({ type: 'stream_end', speaker: this.#speaker });
  }
}
