import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import type { BookInUse, ReadBook } from '../../play/chat/books-in-use.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import type { StoredPreset } from '../../store/library.ts';
import type { Store } from '../../store/store.ts';
import { booksOfCharacter, type CharacterBooks } from './character-books.ts';
import { isLarge, KeptBooks } from './kept-books.ts';
import { madeOf } from './made-of.ts';

const sourceOf = (name: string): string => `book ${name}`;

const bookOf = ({ body, name }: StoredPreset): Lorebook => {
  const book = toLorebook(body, () => {});
  return { ...(book ?? { extensions: {}, entries: [] }), name };
};

/** Tells a version of a book from all others. */
const versionOf = (name: string, made: string): string => `${name} ${made.slice(0, 16)}`;

/** A book with an id of its own for each version of it. */
const identified = (stored: StoredPreset) => ({
  id: versionOf(stored.name, madeOf(stored)),
  source: sourceOf(stored.name),
  book: bookOf(stored),
});

/** The lorebooks in the library, each read once. */
export class Bookshelf {
  readonly #store: Store;
  readonly #kept: KeptBooks;
  #version = '';
  #names: ReturnType<Store['library']['presetNames']> = [];
  readonly #read = new Map<string, ReadBook>();
  readonly #characters = new Map<string, CharacterBooks>();

  constructor(store: Store, kept: KeptBooks) {
    this.#store = store;
    this.#kept = kept;
  }

  /**
   * The books in use for a speaker of this card, which holds `own`: that one and those that belong to the character, those of the
   * chat, those for all chats; each once.
   */
  inUse(own: ReadBook | null, chatBooks: readonly string[], card: OfCard | null = null): BookInUse[] {
    const names = this.#current();
    const isHere = (name: string) => names.some((book) => book.name === name);
    const inChat = chatBooks.filter(isHere);
    const global = names.filter(({ name, chosen }) => chosen && !chatBooks.includes(name));
    const { books, instead } = this.#ofCharacter(card);
    const isElsewhere = (name: string) => inChat.includes(name) || global.some((one) => one.name === name);
    const isReplaced = instead !== null && isHere(instead);
    return [
      ...(own && !isReplaced ? [{ ...own, rank: 'character' as const }] : []),
      ...books.filter((name) => !isElsewhere(name)).flatMap((name) => this.#use(name, 'character')),
      ...inChat.flatMap((name) => this.#use(name, 'chat')),
      ...global.flatMap(({ name }) => this.#use(name, 'global')),
    ];
  }

  #ofCharacter(card: OfCard | null): CharacterBooks {
    const key = card ? `${card.id}.${card.index}` : '';
    const known = this.#characters.get(key);
    if (known) return known;
    const found = card ? booksOfCharacter(this.#store, card) : { books: [], instead: null };
    this.#characters.set(key, found);
    return found;
  }

  /** Read again only after somebody wrote to the store. */
  #current() {
    const { library } = this.#store;
    const version = `${this.#store.dataVersion()} ${library.edits}`;
    if (this.#version !== version) {
      [this.#version, this.#names] = [version, library.presetNames('lorebook')];
      this.#read.clear();
      this.#characters.clear();
    }
    return this.#names;
  }

  #use(name: string, rank: BookInUse['rank']): BookInUse[] {
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

/** A lorebook of the library, and what `madeOf` tells of it. */
interface BookMade {
  readonly name: string;
  readonly made: string;
}

/** Keeps an index of a lorebook of the library where that is large, so that nobody who plays with it waits for that. */
export function keepBook(store: Store, { name, made }: BookMade, book: Lorebook): void {
  if (!isLarge(book)) return;
  new KeptBooks(store).keep([{ id: versionOf(name, made), source: sourceOf(name), book: { ...book, name } }]);
}

/** Begins to keep an index of a large lorebook of the library whose entries come one after the other; `end` takes what `madeOf` tells. */
export function keptBook(store: Store, name: string, head: Lorebook): ReturnType<KeptBooks['keeping']> {
  const keeping = new KeptBooks(store).keeping(sourceOf(name), head);
  return { add: keeping.add, end: (made) => keeping.end(versionOf(name, made)) };
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
