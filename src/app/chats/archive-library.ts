import { limits } from '../../cards/limits.ts';
import { BookSize } from '../../domain/json/size.ts';
import type { ArchiveLine } from '../../interop/chats/archive-lines.ts';
import { brokenArchive } from '../../interop/chats/archive-reader.ts';
import type { Replacing } from '../../store/lore/book-parts.ts';
import type { EarlierVersion } from '../cards/card-duplicates.ts';
import { addToLibrary } from '../cards/cards.ts';
import { cardId } from '../library/bundled.ts';
import { readCardFile } from '../library/card-files.ts';
import { madeInSteps, madeOf } from '../library/made-of.ts';
import { presetName } from '../presets/preset-files.ts';
import type { App } from '../run/app.ts';

type LibraryLine = Extract<
  ArchiveLine,
  { type: 'card' | 'bytes' | 'identity' | 'replaced' | 'lorebook' | 'entries' }
>;

type IdentityLine = Extract<LibraryLine, { type: 'identity' }>;

type BookLine = Extract<LibraryLine, { type: 'lorebook' }>;

const entriesOf = ({ entries }: BookLine['body']): readonly unknown[] =>
  Array.isArray(entries) ? entries : [];

/** A card while its bytes come. */
interface Coming {
  readonly id: string;
  readonly size: number;
  readonly isHere: boolean;
  readonly pieces: Buffer[];
  got: number;
}

/** A lorebook while its entries come. */
interface ComingBook {
  readonly line: BookLine;
  readonly isHere: boolean;
  rows: Replacing | null;
  readonly size: BookSize;
  readonly made: ReturnType<typeof madeInSteps>;
}

/** Takes the cards of an archive, who their characters are, and its lorebooks into the library, but for those that are there. */
export class ArchiveLibrary {
  readonly #app: Pick<App, 'store' | 'now'>;
  /** What a person should know of them. */
  readonly warnings: string[] = [];
  /** Cards among them that are earlier versions of cards here. */
  readonly earlier: EarlierVersion[] = [];
  #coming: Coming | null = null;
  #book: ComingBook | null = null;
  /** Cards that were not here before. */
  readonly #fresh = new Set<string>();
  /** By identity, of cards that are neither here nor brought. */
  readonly #earlier = new Map<string, IdentityLine[]>();

  constructor(app: Pick<App, 'store' | 'now'>) {
    this.#app = app;
  }

  /** The next line. Throws SottoError `broken_line`. */
  take(line: LibraryLine, number: number): void {
    if (line.type !== 'bytes' && line.type !== 'entries') this.end(number);
    if (line.type === 'bytes') this.#bytes(line.base64, number);
    else if (line.type === 'lorebook') this.#beginBook(line, number);
    else if (line.type === 'entries') this.#addEntries(line.entries, number);
    else if (line.type === 'identity') this.#identify(line);
    else if (line.type === 'replaced') this.#replace(line);
    else if (line.size > limits.file) throw brokenArchive(number, 'contains a card that is too large');
    else {
      const isHere = this.#app.store.library.card(line.id) !== undefined;
      this.#coming = { id: line.id, size: line.size, isHere, pieces: [], got: 0 };
    }
  }

  /** Behind the last line. Throws SottoError `broken_line` where a card is not whole. */
  end(number: number): void {
    this.#endBook();
    if (this.#coming) throw brokenArchive(number, 'comes before the card is complete');
  }

  #bytes(base64: string, number: number): void {
    const coming = this.#coming;
    if (!coming) throw brokenArchive(number, 'has data that belongs to no card');
    const piece = Buffer.from(base64, 'base64');
    coming.got += piece.length;
    if (coming.got > coming.size) throw brokenArchive(number, 'has more data than its card has');
    if (!coming.isHere) coming.pieces.push(piece);
    if (coming.got < coming.size) return;
    this.#coming = null;
    if (!coming.isHere) this.#keep(coming, number);
  }

  #keep({ id, pieces }: Coming, number: number): void {
    const bytes = Buffer.concat(pieces);
    if (cardId(bytes) !== id) throw brokenArchive(number, 'ends a card whose data does not match its id');
    const earlier = addToLibrary(this.#app, { id, bytes, card: readCardFile(bytes) });
    if (earlier) this.earlier.push(earlier);
    this.#fresh.add(id);
  }

  /**
   * Who the characters of a card are that has just come; of one that was here that is known here. What came before it is told
   * before it, and is not there: should it come, it is the same.
   */
  #identify(line: IdentityLine): void {
    if (this.#fresh.has(line.card)) {
      for (const one of [...(this.#earlier.get(line.identity) ?? []), line]) this.#restore(one);
      this.#earlier.delete(line.identity);
      this.#warn(line);
    } else if (this.#app.store.library.card(line.card) === undefined) {
      const known = this.#earlier.get(line.identity);
      if (known) known.push(line);
      else this.#earlier.set(line.identity, [line]);
    }
  }

  /** Which card a name means from now on, where one of the two has just come; what was said here of either counts more. */
  #replace({ card, by }: Extract<LibraryLine, { type: 'replaced' }>): void {
    const { library } = this.#app.store;
    const isFresh = this.#fresh.has(card) || this.#fresh.has(by);
    const replaced = library.replacedCards();
    const isHere = library.hasCard(card) && library.hasCard(by);
    if (isFresh && isHere && card !== by && !replaced.has(card) && !replaced.has(by))
      library.replaceCard(card, by);
  }

  #restore({ card, character, identity, same }: IdentityLine): void {
    this.#app.store.identities.restore({ id: card, index: character }, { identity, same });
  }

  #warn({ card, same }: IdentityLine): void {
    const [others = ''] = same.split('.');
    if (!this.#fresh.has(others) && this.#app.store.library.card(others) !== undefined)
      this.warnings.push(
        `card ${card} is marked as the same character as ${others}, whose chats it remembers; \`card apart ${card}\` separates them`,
      );
  }

  #beginBook(line: BookLine, number: number): void {
    const { name, body, foreign } = line;
    if (presetName(name) !== name) throw brokenArchive(number, 'contains a lorebook with an invalid name');
    const { library } = this.#app.store;
    const isHere = library.bookInParts(name) !== undefined;
    if (!isHere) library.setPreset({ kind: 'lorebook', name, body, foreign });
    const made = madeInSteps({ body, foreign });
    for (const entry of entriesOf(body)) made.add(JSON.stringify(entry));
    this.#book = { line, isHere, rows: null, size: new BookSize(), made };
  }

  #addEntries(entries: readonly unknown[], number: number): void {
    const book = this.#book;
    if (!book || entriesOf(book.line.body).length > 0)
      throw brokenArchive(number, 'has entries that belong to no lorebook');
    if (!book.isHere) book.rows ??= this.#app.store.library.settingBook(book.line);
    for (const entry of entries) {
      book.size.add(entry);
      const json = JSON.stringify(entry);
      book.made.add(json);
      book.rows?.add(json);
    }
  }

  #endBook(): void {
    if (!this.#book) return;
    const { line, isHere, rows, made } = this.#book;
    this.#book = null;
    rows?.end();
    const { name } = line;
    const here = isHere && this.#app.store.library.preset('lorebook', name);
    if (here && madeOf(here) !== made.end())
      this.warnings.push(
        `the lorebook "${name}" here differs from the one in the file and is kept: prompts may differ`,
      );
  }
}
