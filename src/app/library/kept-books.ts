import type { Lorebook, LoreEntry } from '../../cards/character.ts';
import { type BookDigest, Digesting } from '../../lore/books/kept-book.ts';
import { KeyIndex } from '../../lore/keys/key-index.ts';
import type { ReadBook } from '../../play/chat/books-in-use.ts';
import type { Store } from '../../store/store.ts';

/** What is kept of a book: its digest, and which version of it that is of. */
interface Kept {
  readonly id: string;
  readonly digest: BookDigest;
}

/** A book, from where it was read. */
interface Keepable {
  readonly source: string;
  readonly id: string;
  readonly book: Lorebook;
}

/** A book of so many entries is read from an index of it. */
const large = 500;

/** Whether a book is so large that an index of it is kept. */
export const isLarge = ({ entries }: Lorebook): boolean => entries.length >= large;

/** The indexes that are kept of large lorebooks, each read once by a process. */
export class KeptBooks {
  readonly #store: Store;
  readonly #known = new Map<string, ReadBook>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The index that is kept of the book of this source, which `whole` reads; undefined when none is. */
  find(source: string, whole: () => Lorebook): ReadBook | undefined {
    const kept = this.#store.keptLore.digest(source) as Kept | undefined;
    if (!kept) return undefined;
    const known = this.#known.get(source);
    if (known?.id === kept.id) return known;
    const { keptLore } = this.#store;
    const found: ReadBook = {
      id: kept.id,
      kept: {
        digest: kept.digest,
        keys: new KeyIndex(keptLore.keys(source)),
        entries: (numbers) => keptLore.entries(source, numbers) as Iterable<[number, LoreEntry]>,
        whole,
      },
    };
    this.#known.set(source, found);
    return found;
  }

  /** Keeps an index of each of these books that is large, and what else is `beside` them; false where the store cannot be written now. */
  keep(books: readonly Keepable[], beside: () => void = () => {}): boolean {
    return this.#store.ifWritableUnsynced(() => {
      for (const { source, id, book } of books.filter((one) => isLarge(one.book))) {
        const keeping = this.keeping(source, book);
        for (const entry of book.entries) keeping.add(entry, JSON.stringify(entry));
        keeping.end(id);
      }
      beside();
    });
  }

  /** Begins to keep an index of a large book whose entries come one after the other, each with its JSON; `head` is the book beside them. */
  keeping(
    source: string,
    head: Lorebook,
  ): { add(entry: LoreEntry, json: string): void; end(id: string): void } {
    const digesting = new Digesting(head);
    const rows = this.#store.keptLore.keeping(source);
    return {
      add: (entry, json) => {
        digesting.add(entry);
        rows.add(json);
      },
      end: (id) => {
        const { digest, keys } = digesting.end();
        rows.end({ digest: { id, digest }, keys });
      },
    };
  }
}
