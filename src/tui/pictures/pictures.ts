import { kittyLetters, kittyLettersOf, mostLetterRows } from '../../commands/portrait/kitty.ts';
import { portraitPixels } from '../../commands/portrait/portrait.ts';

type Pixels = NonNullable<ReturnType<typeof portraitPixels>>;

/** Columns and rows of a picture. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Pixels are scaled to at most so many in each direction: enough for the cells of a portrait. */
const usualPixels = 96;
/** Tells the terminal of a picture under a number, or keeps it to be drawn; '' where nothing is told ahead. */
export type Giving = (id: number, pixels: Pixels, cells: Cells) => string;

/** So many pictures are known to the terminal at once. */
const mostKept = 64;
const firstId = 0x500000;

/**
 * Pictures that the terminal itself draws, where letters of their own stand in the rows of a frame: what writes frames needs
 * to know nothing of them but what goes before the next one.
 */
export class Pictures {
  #rows = new WeakMap<Uint8Array, { readonly size: string; readonly rows: readonly string[] }>();
  #given: string[] = [];
  /** Its number in the terminal; none is given twice, for rows with it may still be drawn. */
  #next = firstId;
  /** How many of those that are given the terminal has. */
  #sent = 0;
  readonly #giving: Giving;
  readonly #mostPixels: (cells: Cells) => number;

  /** kitty's letters are told ahead unless it is done otherwise; `mostPixels`: in each direction, for so many cells. */
  constructor(giving: Giving = kittyLettersOf, mostPixels = (_: Cells) => usualPixels) {
    this.#giving = giving;
    this.#mostPixels = mostPixels;
  }

  /** The rows of a PNG; none where it cannot be drawn. */
  rowsOf(png: Uint8Array, cells: Cells): readonly string[] {
    const size = `${cells.columns}x${cells.rows}`;
    const known = this.#rows.get(png);
    if (known?.size === size) return known.rows;
    if (this.#given.length >= mostKept) this.#forget();
    const rows = this.#give(png, cells);
    this.#rows.set(png, { size, rows });
    return rows;
  }

  /** What the terminal is to be told before the next frame; all of it where nothing is known of what it has. */
  due(isFresh: boolean): string {
    const due = this.#given.slice(isFresh ? 0 : this.#sent).join('');
    this.#sent = this.#given.length;
    return due;
  }

  #forget(): void {
    this.#rows = new WeakMap();
    this.#given = [];
    this.#sent = 0;
  }

  #give(png: Uint8Array, cells: Cells): readonly string[] {
    const pixels = cells.rows > mostLetterRows ? null : portraitPixels(png, this.#mostPixels(cells));
    if (pixels === null) return [];
    const id = this.#next;
    this.#next += 1;
    this.#given.push(this.#giving(id, pixels, cells));
    return kittyLetters(id, cells);
  }
}
