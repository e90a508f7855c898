import type { Character, Lorebook } from '../../cards/character.ts';
import type { ReadBook } from '../../play/chat/books-in-use.ts';
import type { Store } from '../../store/store.ts';
import { readCardFile } from './card-files.ts';
import { isLarge, type KeptBooks } from './kept-books.ts';

/** A character of a card in the library, and its lorebook, which is not in it where that is large. */
interface ReadCharacter {
  readonly character: Character;
  readonly book: ReadBook | null;
}

const sourceOf = (id: string, index?: number): string => ['card', id, index].join(' ').trimEnd();

const hasLarge = ({ book }: Character): boolean => book !== null && isLarge(book);

/**
 * The characters of cards in the library, each card read once by a process. Where a card has a large lorebook its characters are
 * kept apart from that, and the card itself is not read again.
 */
export class CardCharacters {
  readonly #store: Store;
  readonly #kept: KeptBooks;
  readonly #known = new Map<string, readonly ReadCharacter[]>();

  constructor(store: Store, kept: KeptBooks) {
    this.#store = store;
    this.#kept = kept;
  }

  /** The character of this number in a card; null when the card is gone. */
  find({ id, index }: { readonly id: string; readonly index: number }): ReadCharacter | null {
    const known = this.#known.get(id) ?? this.#keptOf(id) ?? this.#read(id);
    this.#known.set(id, known);
    return known[index] ?? null;
  }

  #keptOf(id: string): ReadCharacter[] | undefined {
    const kept = this.#store.keptLore.digest(sourceOf(id)) as Character[] | undefined;
    return kept?.map((character, index) => {
      const source = sourceOf(id, index);
      const whole = (): Lorebook => this.#whole(id)[index]?.book ?? { extensions: {}, entries: [] };
      const { book } = character;
      return { character, book: book ? { id: source, book } : (this.#kept.find(source, whole) ?? null) };
    });
  }

  #whole(id: string): readonly Character[] {
    const stored = this.#store.library.card(id);
    return stored ? readCardFile(stored.bytes).characters : [];
  }

  #read(id: string): ReadCharacter[] {
    const characters = this.#whole(id);
    const kept = characters.some(hasLarge) && this.#keep(id, characters) ? this.#keptOf(id) : undefined;
    return (
      kept ??
      characters.map((character, index) => {
        const { book } = character;
        return { character, book: book && { id: sourceOf(id, index), book } };
      })
    );
  }

  #keep(id: string, characters: readonly Character[]): boolean {
    const apart = characters.map((one) => (hasLarge(one) ? { ...one, book: null } : one));
    const books = characters.flatMap(({ book }, index) => {
      const source = sourceOf(id, index);
      return book ? [{ source, id: source, book }] : [];
    });
    const { keptLore } = this.#store;
    return this.#kept.keep(books, () =>
      keptLore.keeping(sourceOf(id)).end({ digest: apart, keys: new Uint32Array() }),
    );
  }
}
