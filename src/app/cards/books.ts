import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import { hashOf } from '../../lore/chance.ts';
import type { BookInUse } from '../../play/lore/books-in-use.ts';
import type { StoredPreset } from '../../store/library.ts';
import type { Store } from '../../store/store.ts';

const bookOf = ({ body, name }: StoredPreset): Lorebook => {
  const book = toLorebook(body, () => {});
  return { ...(book ?? { extensions: {}, entries: [] }), name };
};

/** A book with an id of its own for each version of it. */
const identified = (stored: StoredPreset): Omit<BookInUse, 'rank'> => {
  const text = JSON.stringify(stored.body);
  return { id: `${stored.name} ${text.length} ${hashOf(text)}`, book: bookOf(stored) };
};

/** The lorebooks in the library, each read once. */
export class Bookshelf {
  readonly #store: Store;
  #stored: { version: string; books: StoredPreset[] } = { version: '', books: [] };
  readonly #read = new WeakMap<StoredPreset, Omit<BookInUse, 'rank'>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The books in use for a speaker whose card holds `own`: that one, those of the chat, those for all chats. */
  inUse({ card }: Member, own: Lorebook | null, chatBooks: readonly string[]): BookInUse[] {
    const stored = this.#books();
    const inChat = chatBooks.flatMap((name) => stored.find((book) => book.name === name) ?? []);
    const global = stored.filter(({ name, chosen }) => chosen && !chatBooks.includes(name));
    return [
      ...(own && card
        ? [{ id: `card ${card.id} ${card.index}`, rank: 'character' as const, book: own }]
        : []),
      ...inChat.map((book) => this.#use(book, 'chat')),
      ...global.map((book) => this.#use(book, 'global')),
    ];
  }

  /** Read again only after somebody wrote to the store. */
  #books(): StoredPreset[] {
    const { library } = this.#store;
    const version = `${this.#store.dataVersion()} ${library.edits}`;
    if (this.#stored.version !== version) this.#stored = { version, books: library.presets(['lorebook']) };
    return this.#stored.books;
  }

  #use(stored: StoredPreset, rank: 'chat' | 'global'): BookInUse {
    const known = this.#read.get(stored) ?? identified(stored);
    this.#read.set(stored, known);
    return { ...known, rank };
  }
}

/** The lorebook of this name, in any case. Throws SottoError `no_such_book`. */
export function findBook(
  { library }: Pick<Store, 'library'>,
  name: string,
): StoredPreset & { book: Lorebook } {
  const wanted = name.trim().toLowerCase();
  const found = library.presets(['lorebook']).find((book) => book.name.toLowerCase() === wanted);
  if (found) return { ...found, book: bookOf(found) };
  const message = `there is no lorebook "${name}"; see \`sotto lore list\``;
  throw new SottoError('not_found', 'no_such_book', message);
}
