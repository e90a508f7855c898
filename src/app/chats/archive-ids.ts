import type { ChatRecord, EventRecord } from '../../store/archive/recording.ts';
import type { Store } from '../../store/store.ts';
import { identityOf } from '../run/ids.ts';

/** Under which ids the chat of a file is in the store. */
export interface ArchiveIds {
  chat(record: ChatRecord): ChatRecord;
  event(record: EventRecord): EventRecord;
}

/** As the file says. */
export const sameIds: ArchiveIds = { chat: (record) => record, event: (record) => record };

/** Fields of events that hold somebody's words; no id is looked for in them. */
const words = new Set(['text', 'raw', 'reasoning', 'foreign', 'title', 'rules', 'name', 'persona', 'values']);

/** Made from what they stand for alone, so that the same file makes the same copy each time. */
const { ids } = identityOf('copy');

/** The ids of a copy, beside a chat which has gone on otherwise than with what `from` names. */
export class CopiedIds implements ArchiveIds {
  readonly #store: Store;
  readonly #chat: string;

  constructor(store: Store, { chat, from }: { readonly chat: string; readonly from: string }) {
    this.#store = store;
    this.#chat = ids(`${chat}\n${from}`, 0);
  }

  chat(record: ChatRecord): ChatRecord {
    return { ...record, id: this.#chat };
  }

  event(record: EventRecord): EventRecord {
    const { id, turn, payload } = record;
    return { ...record, id: this.#copied(id), turn: this.#copied(turn), payload: this.#referring(payload) };
  }

  #copied(id: string): string {
    return ids(`${this.#chat}\n${id}`, 0);
  }

  /** What an event says, with the ids of the copy where it names an event before it. */
  #referring(value: unknown): unknown {
    if (typeof value === 'string') {
      const copied = this.#copied(value);
      return this.#store.log.has(this.#chat, copied) ? copied : value;
    }
    if (Array.isArray(value)) return value.map((one) => this.#referring(one));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, words.has(field) ? inner : this.#referring(inner)]),
    );
  }
}
