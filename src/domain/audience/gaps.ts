/** Stands where something was taken out of a text while it is tidied; never part of a clean text. */
export const hole = '\u0000';

const tokens = /\s+|[()]|[^\s()]+/g;
/** How an out-of-character comment begins; no more blanks than somebody would write. */
const oocBegins = /^\(\s{0,9}ooc\s{0,9}:?\s{0,9}$/i;
const mayBeginOoc = /^\(\s{0,9}(?:o(?:o(?:c\s{0,9}(?::\s{0,9})?)?)?)?$/i;

/** Blanks that the next word decides about: those at the end of a text, around what was taken out, are dropped. */
class Blanks {
  readonly #runs: string[];
  #isHoled = false;

  constructor(run = '') {
    this.#runs = run === '' ? [] : [run];
  }

  add(run: string): void {
    let from = 0;
    if (this.#isHoled) {
      while (run[from] === ' ' || run[from] === '\t') from += 1;
      if (from === run.length) return;
      if (run[from] === '\n') this.#dropEnd();
      else this.#close();
      this.#isHoled = false;
    }
    this.#runs.push(run.slice(from));
  }

  hole(): void {
    this.#isHoled = true;
  }

  /** The blanks as they stand before a word. */
  taken(): string {
    if (this.#isHoled) this.#close();
    return this.#runs.join('');
  }

  /** What was taken out within a line leaves one blank, at its beginning none. */
  #close(): void {
    if (this.#runs.at(-1)?.endsWith('\n')) return;
    this.#dropEnd();
    this.#runs.push(' ');
  }

  #dropEnd(): void {
    for (let run = this.#runs.pop(); run !== undefined; run = this.#runs.pop()) {
      let end = run.length;
      while (end > 0 && (run[end - 1] === ' ' || run[end - 1] === '\t')) end -= 1;
      if (end === 0) continue;
      this.#runs.push(run.slice(0, end));
      return;
    }
  }
}

/** The beginning of a text that may turn out to be an OOC comment, and the blanks behind what was taken out of it. */
interface OocBeginning {
  readonly opening: string;
  readonly inner: Blanks | null;
}

/**
 * Tidies a text, trimmed, from which things are taken out, while it grows: what `push`, `hole` and `end` return, joined,
 * is the text, and none of it is read again. With `dropEmptyOoc`, an `(ooc: …)` that held nothing else is taken out as well.
 */
export class Gaps {
  readonly #dropsEmptyOoc: boolean;
  #isBegun = false;
  #blanks = new Blanks();
  #ooc: OocBeginning | null = null;

  constructor({ dropEmptyOoc }: { dropEmptyOoc: boolean }) {
    this.#dropsEmptyOoc = dropEmptyOoc;
  }

  /** Takes in text; returns what is certain of it. */
  push(text: string): string {
    let certain = '';
    for (const token of text.match(tokens) ?? []) certain += this.#take(token);
    return certain;
  }

  /** Here something was taken out. */
  hole(): string {
    if (this.#ooc?.inner) this.#ooc.inner.hole();
    else if (this.#ooc && oocBegins.test(this.#ooc.opening)) {
      const opening = this.#ooc.opening.trimEnd();
      const inner = new Blanks(this.#ooc.opening.slice(opening.length));
      inner.hole();
      this.#ooc = { opening, inner };
    } else {
      const certain = this.#noOoc();
      this.#blanks.hole();
      return certain;
    }
    return '';
  }

  /** The text is over: an OOC comment that holds nothing is none of it, closed or not. */
  end(): string {
    return this.#ooc?.inner ? '' : this.#noOoc();
  }

  #take(token: string): string {
    const isBlank = token.trim() === '';
    const comment = this.#ooc;
    if (comment?.inner && isBlank) comment.inner.add(token);
    else if (comment?.inner && token === ')') {
      this.#ooc = null;
      this.#blanks.hole();
    } else if (comment && !comment.inner && mayBeginOoc.test(comment.opening + token))
      this.#ooc = { opening: comment.opening + token, inner: null };
    else return this.#noOoc() + this.#word(token, isBlank);
    return '';
  }

  #word(token: string, isBlank: boolean): string {
    if (isBlank) this.#blanks.add(token);
    else if (token === '(' && this.#dropsEmptyOoc) this.#ooc = { opening: token, inner: null };
    else return this.#write(token);
    return '';
  }

  #noOoc(): string {
    if (!this.#ooc) return '';
    const { opening, inner } = this.#ooc;
    const word = opening.trimEnd();
    const certain = this.#write(word);
    this.#ooc = null;
    this.#blanks = inner ?? new Blanks(opening.slice(word.length));
    return certain;
  }

  #write(word: string): string {
    const lead = this.#isBegun ? this.#blanks.taken() : '';
    this.#isBegun = true;
    this.#blanks = new Blanks();
    return lead + word;
  }
}

/** A text without its holes and the blanks around them. */
export function closeHoles(text: string): string {
  const gaps = new Gaps({ dropEmptyOoc: false });
  const [first = '', ...rest] = text.split(hole);
  return [gaps.push(first), ...rest.flatMap((part) => [gaps.hole(), gaps.push(part)]), gaps.end()].join('');
}
