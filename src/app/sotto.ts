import { startChat } from '../play/new-chat.ts';
import type { PublicPlay } from '../play/public-play.ts';
import type { ChatEntry } from '../store/chats/chat-entry.ts';
import { findCard } from './cards/cards.ts';
import { listedChats } from './chats/listed-chats.ts';
import { App } from './run/app.ts';
import type { AppOptions } from './run/options.ts';
import type { Person } from './run/person.ts';

export { isSottoError, SottoError } from '../domain/errors.ts';
export type { Message } from '../domain/message.ts';
export type { AnyView as View } from '../domain/view.ts';
export type { PlayEvent, PlayState, SayOptions } from '../play/chat/play-state.ts';
export type { PublicPlay as Play } from '../play/public-play.ts';
export type { PromptPlan } from '../prompt/plan.ts';
export type { ChatEntry } from '../store/chats/chat-entry.ts';
export type { AppOptions } from './run/options.ts';
export type { Person } from './run/person.ts';

/** How a chat begins, where it is not as its cards say. */
export interface Beginning {
  readonly title?: string;
  /** Who the human plays; a name that is not in the cast joins it. */
  readonly as?: string;
  /** Which greeting opens the chat; 0 is the first. */
  readonly greeting?: number;
  /** Who perceives an untagged answer to a whisper: those who heard it (`inherit`), or all; absent = as the settings say. */
  readonly untagged?: 'inherit' | 'public';
}

/** sotto on one data folder: its chats, and what the screen and the command line stand on. */
export class Sotto {
  readonly #app: App;

  /** `person` is asked and told where work turns to somebody; absent = nobody. Opens the store when it is first needed. */
  constructor(options: AppOptions = {}, person?: Person) {
    this.#app = new App(options, person);
  }

  /** Every chat, the latest first, as `sotto chats` lists them. */
  chats(): ChatEntry[] {
    return listedChats(this.#app);
  }

  /** Starts a chat from cards: files, which are kept in the library, or names of cards that are in it. Throws SottoError. */
  start(cards: readonly string[], beginning: Beginning = {}): PublicPlay {
    const found = cards.map((card) => findCard(this.#app, card));
    return this.#app.play(startChat(this.#app.newChatParts, { cards: found, ...beginning }));
  }

  /** The chat of this title or id, or a unique beginning of either, else where something was done last; played as somebody else for this time alone with `as`. Throws SottoError. */
  open(chat?: string, as?: string): PublicPlay {
    return this.#app.play(chat, as);
  }

  /** Closes the store; close what is being played first. */
  close(): void {
    this.#app.close();
  }
}
