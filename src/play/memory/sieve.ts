import { inCharacter } from '../../domain/audience/ooc.ts';
import type { Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import type { AnyView } from '../../domain/view.ts';
import { foldName, type Member } from '../../domain/world/world.ts';
import type { RecallHit } from '../../store/recall/past.ts';
import type { PlaySettings } from '../chat/parts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type Memory, memoryOf } from '../story/memories/memories.ts';
import { type Life, lifeIn } from '../story/memories/past.ts';
import { propsAtRest, withoutProps } from '../story/occasions/props.ts';
import { rowsAsked } from './newest-lines.ts';

/** Something that comes back to mind: a memory, or a message that was perceived, in a chat of the past. */
export type Surfaced = {
  readonly life: Life;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** From 0 to 1: how much it says of what is asked beside the best; null for what is pinned. */
  readonly relevance: number | null;
  readonly score: number;
  /** What the score is made of. */
  readonly parts: object;
} & (
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'memory'; readonly memory: Memory }
);

/** For whom, and where its line will stand. */
export interface SurfaceFor<Who> {
  readonly speaker: Member<Who>;
  readonly known: Known<Who>;
  readonly head: Position;
}

/** Id of what came back, unlike all others of its past. */
export const surfacedId = (one: Surfaced): string =>
  one.type === 'message' ? one.message.id : one.memory.id;

/** Reads what was found in the views of its owner and leaves out what the prompt has already, or nobody said in character. */
export class Sieve<Who> {
  readonly #about: SurfaceFor<Who>;
  readonly #settings: PlaySettings;
  readonly lives: readonly Life[];
  readonly #views = new Map<string, AnyView>();
  readonly #viewOf: (life: Life) => AnyView;
  readonly #pins: ReadonlySet<string>;
  readonly #said: Set<string>;
  readonly #seqOf: (message: string) => number;
  readonly #from: number;

  constructor({ parts }: OpenChat, about: SurfaceFor<Who>, lives: readonly Life[], from: number) {
    const { view, pins } = about.known;
    this.#about = about;
    this.#settings = parts.settings;
    this.lives = lives;
    this.#viewOf = ({ chat, viewer, head }) => parts.store.view(chat, viewer, head);
    this.#seqOf = (message) => parts.store.placeOf(message).seq;
    this.#from = from;
    this.#pins = new Set(pins.map(({ message }) => message));
    const opening = from === 0 ? view.first(1) : [];
    this.#said = new Set([...opening, ...view.last(rowsAsked)].map(({ text }) => foldName(text)));
  }

  /** The lives that may hold what the prompt does not: this chat only where some of it is older than the window. */
  get asked(): readonly Life[] {
    return this.#from === 0 ? this.lives.slice(1) : this.lives;
  }

  view(life: Life): AnyView {
    const known = this.#views.get(life.chat) ?? this.#viewOf(life);
    this.#views.set(life.chat, known);
    return known;
  }

  read(found: RecallHit): Surfaced[] {
    const life = lifeIn(this.lives, found.chat);
    if (!life) return [];
    const { parts, score } = found;
    const about = { life, parts, score, relevance: 0 };
    if (found.type === 'memory') {
      const record = this.view(life).record(memoryKey(life.viewer, found.memory.id));
      const memory = record && memoryOf(record);
      if (!memory || this.#hasMemory(life, memory)) return [];
      return this.#told({ ...about, type: 'memory', memory, text: memory.text, at: memory.at });
    }
    const message = this.view(life).find(found.message.id);
    if (!message || message.hidden || this.#hasMessage(life, message.id)) return [];
    const text = inCharacter(message.text, this.#settings.ooc);
    return this.#told({ ...about, type: 'message', message, text, at: message.at });
  }

  /** With a text that is not empty and not just what is said here anyway. */
  #told(one: Surfaced): Surfaced[] {
    const isHere = one.life === this.lives[0];
    const text = isHere ? withoutProps(one.text, propsAtRest(this.#about.known.mind)) : one.text;
    return text.trim() === '' || this.#said.has(foldName(text)) ? [] : [{ ...one, text }];
  }

  #hasMessage(life: Life, message: string): boolean {
    if (life !== this.lives[0]) return false;
    return this.#pins.has(message) || this.#seqOf(message) >= this.#from;
  }

  #hasMemory(life: Life, { of, scene, pinned }: Memory): boolean {
    if (life !== this.lives[0]) return false;
    const { closed } = this.#about.known.mind.scenes;
    if (pinned || (of === null && scene > closed - this.#settings.lastScenes)) return true;
    return of !== null && this.#hasMessage(life, of);
  }
}
