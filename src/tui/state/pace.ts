import type { CharacterId } from '../../domain/message.ts';
import type { PlayEvent, ReplyUsage } from '../../play/chat/play-state.ts';

/** What one has been told of the replies of an evening: tokens of one's own prompts and of all texts, and what a server charged. */
export interface Evening {
  readonly tokens: number;
  readonly cost: number;
}

/** What the last reply cost, and what all have since the screen was opened. */
export interface Told extends ReplyUsage {
  readonly evening: Evening;
}

const noEvening: Evening = { tokens: 0, cost: 0 };

/** What the last reply cost, as the status line tells it; how fast another's was written is taken from when its text came. */
export class Pace {
  readonly #now: () => number;
  readonly #evenings = new Map<CharacterId, Evening>();
  #viewer: CharacterId;
  #began: number | null = null;
  #usage: Told | null = null;

  constructor(now: () => number, viewer: CharacterId) {
    this.#now = now;
    this.#viewer = viewer;
  }

  /** The figures of the last reply; null before there was one. */
  get usage(): Told | null {
    return this.#usage;
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.#began ??= this.#now();
    else if (event.type === 'usage') {
      const came = this.#began === null ? 0 : this.#now() - this.#began;
      const { usage } = event;
      const before = this.#evenings.get(this.#viewer) ?? noEvening;
      const tokens = before.tokens + usage.promptTokens + usage.generatedTokens;
      const evening = { tokens, cost: before.cost + (usage.cost ?? 0) };
      this.#evenings.set(this.#viewer, evening);
      this.#usage = { ...usage, totalMs: usage.totalMs > 0 ? usage.totalMs : came, evening };
      this.#began = null;
    }
  }

  /** Somebody else looks on, whose figures these are not: each is told what they perceived. */
  clear(viewer: CharacterId): void {
    this.#viewer = viewer;
    this.#began = null;
    this.#usage = null;
  }
}
