import type { Lineage, Position } from '../../domain/lineage.ts';
import type { ChatId, Message } from '../../domain/message.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import type { Viewer } from '../../domain/view.ts';
import type { FusedParts } from '../../memory/fuse.ts';
import type { ScoreParts } from '../../memory/score.ts';
import type { AnyPlacedView } from '../transcript/views.ts';
import type { IndexedRow } from './recall-rows.ts';

/** A chat as somebody has lived through it: under which id there, and up to where. */
export interface Past {
  readonly chat: ChatId;
  readonly viewer: Viewer;
  readonly head: Position;
}

/** How a past is read. */
export interface PastReading {
  readonly view: (past: Past) => AnyPlacedView;
  readonly lineage: (past: Past) => Lineage;
}

/** Something that was found and is so under the head: a message of the view, or a memory as it reads now. */
export type PastHit =
  | { readonly type: 'message'; readonly chat: ChatId; readonly message: Message }
  | { readonly type: 'memory'; readonly chat: ChatId; readonly memory: PastMemory };

/** A memory that was found. */
export interface PastMemory {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly at: string;
  readonly significance: number;
}

/** Something that comes back to mind: a message or a memory of one of the chats, and what its score is made of. */
export type RecallHit = {
  readonly chat: ChatId;
  /** The higher the better; comparable among the hits of one question. */
  readonly score: number;
  /**
   * What it is made of; where texts have vectors it is what the ranks by words and by meaning count together, and `alike` how much
   * it means itself what is asked: 0 as the middle one of what was compared, 1 as what is asked does on average.
   */
  readonly parts: ScoreParts & Partial<FusedParts & { readonly alike: number }>;
} & (
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'memory'; readonly memory: PastMemory }
);

interface Kept {
  readonly text: string;
  readonly at: string;
  readonly significance: number;
}

/** A past while it is searched: its view and its history are read when something of it is found. */
export class OpenPast {
  readonly past: Past;
  readonly #reading: PastReading;
  #view: AnyPlacedView | null = null;
  #lineage: Lineage | null = null;

  constructor(past: Past, reading: PastReading) {
    this.past = past;
    this.#reading = reading;
  }

  get view(): AnyPlacedView {
    this.#view ??= this.#reading.view(this.past);
    return this.#view;
  }

  get lineage(): Lineage {
    this.#lineage ??= this.#reading.lineage(this.past);
    return this.#lineage;
  }

  /** The branches of its history. */
  get branches(): number[] {
    return this.lineage.segments.map(({ branch }) => branch);
  }

  /** What a row is under the head; null where it is gone, reads otherwise, or is another's. */
  found({ id, memory, owner, text }: IndexedRow): PastHit | null {
    const { chat } = this.past;
    if (memory === null || owner === null) {
      const message = this.view.find(id);
      return message ? { type: 'message', chat, message } : null;
    }
    const kept = this.view.record(memoryKey(owner, memory))?.value as unknown as Kept | undefined;
    if (kept?.text !== text) return null;
    const { at, significance } = kept;
    return { type: 'memory', chat, memory: { id: memory, owner, text: kept.text, at, significance } };
  }
}
