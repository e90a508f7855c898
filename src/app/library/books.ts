import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import { hashOf } from '../../lore/chance.ts';
import type { BookInUse, ReadBook } from '../../play/chat/books-in-use.ts';
import type { StoredPreset } from '../../store/library.ts';
import type { Store } from '../../store/store.ts';
import { isLarge, KeptBooks } from './kept-books.ts';

const sourceOf = (name: string): string => `book ${name}`;

const bookOf = ({ body, name }: StoredPreset): Lorebook => {
  const book = toLorebook(body, () => {});
  return { ...(book ?? { extensions: {}, entries: [] }), name };
};

/** A book with an id of its own for each version of it. */
function identified(stored: StoredPreset) {
  const text = JSON.stringify(stored.body);
  const id = `${stored.name} ${text.length} ${hashOf(text)}`;
  return { id, source: sourceOf(stored.name), book: bookOf(stored) };
}

/** The lorebooks in the library, each read once. */
export class Bookshelf {
  readonly #store: Store;
  readonly #kept: KeptBooks;
  #version = '';
  #names: ReturnType<Store['library']['presetNames']> = [];
  readonly #read = new Map<string, ReadBook>();

  constructor(store: Store, kept: KeptBooks) {
    this.#store = store;
    this.#kept = kept;
  }

  /** The books in use for a speaker whose card holds `own`: that one, those of the chat, those for all chats. */
  inUse(own: ReadBook | null, chatBooks: readonly string[]): BookInUse[] {
    const names = this.#current();
    const inChat = chatBooks.filter((name) => names.some((book) => book.name === name));
    const global = names.filter(({ name, chosen }) => chosen && !chatBooks.includes(name));
    return [
      ...(own ? [{ ...own, rank: 'character' as const }] : []),
      ...inChat.flatMap((name) => this.#use(name, 'chat')),
      ...global.flatMap(({ name }) => this.#use(name, 'global')),
    ];
  }

  /** Read again only after somebody wrote to the store. */
  #current() {
    const { library } = this.#store;
    const version = `${this.#store.dataVersion()} ${library.edits}`;
    if (this.#version !== version) {
      [this.#version, this.#names] = [version, library.presetNames('lorebook')];
      this.#read.clear();
    }
    return this.#names;
  }

  #use(name: string, rank: 'chat' | 'global'): BookInUse[] {
    const book = this.#read.get(name) ?? this.#find(name);
    if (!book) return [];
    this.#read.set(name, book);
    return [{ ...book, rank }];
  }

  #find(name: string): ReadBook | undefined {
    const { library } = this.#store;
    const whole = (): Lorebook => {
      const stored = library.preset('lorebook', name);
      return stored ? bookOf(stored) : { extensions: {}, entries: [] };
    };
    const kept = () => this.#kept.find(sourceOf(name), whole);
    const known = kept();
    if (known) return known;
    const stored = library.preset('lorebook', name);
    const read = stored && identified(stored);
    return read && isLarge(read.book) && this.#kept.keep([read]) ? kept() : read;
  }
}

/** Keeps an index of a lorebook of the library where that is large, so that nobody who plays with it waits for that. */
export function keepBook(store: Store, name: string): void {
  const stored = store.library.preset('lorebook', name);
  const read = stored && identified(stored);
  if (read && isLarge(read.book)) new KeptBooks(store).keep([read]);
}

/** The lorebook of this name, in any case. Throws SottoError `no_such_book`. */
export function findBook(
  { library }: Pick<Store, 'library'>,
  name: string,
): StoredPreset & { book: Lorebook } {
  const wanted = name.trim().toLowerCase();
  const known = library.presetNames('lorebook').find((book) => book.name.toLowerCase() === wanted);
  const found = known && library.preset('lorebook', known.name);
  if (found) return { ...found, book: bookOf(found) };
  const message = `there is no lorebook "${name}"; see \`sotto lore list\``;
  throw new SottoError('not_found', 'no_such_book', message);
}
