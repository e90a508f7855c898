/** Stands where something was taken out of a text while it is tidied; never part of a clean text. */
export const hole = '\u0000';

const tokens = /\s+|[()]|[^\s()]+/g;
/** How an out-of-character aside begins; no more blanks than somebody would write. */
const asideBegins = /^\(\s{0,9}ooc\s{0,9}:?\s{0,9}$/i;
const mayBeginAside = /^\(\s{0,9}(?:o(?:o(?:c\s{0,9}(?::\s{0,9})?)?)?)?$/i;

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

/** The beginning of a text that may turn out to be an aside, and the blanks behind what was taken out of it. */
interface Aside {
  readonly opening: string;
  readonly inner: Blanks | null;
}

/**
 * Tidies a text, trimmed, from which things are taken out, while it grows: what `push`, `hole` and `end` return, joined,
 * is the text, and none of it is read again. With `asides`, an `(ooc: …)` that held nothing else is taken out as well.
 */
export class Gaps {
  readonly #asides: boolean;
  #isBegun = false;
  #blanks = new Blanks();
  #aside: Aside | null = null;

  constructor({ asides }: { asides: boolean }) {
    this.#asides = asides;
  }

  /** Takes in text; returns what is certain of it. */
  push(text: string): string {
    let certain = '';
    for (const token of text.match(tokens) ?? []) certain += this.#take(token);
    return certain;
  }

  /** Here something was taken out. */
  hole(): string {
    if (this.#aside?.inner) this.#aside.inner.hole();
    else if (this.#aside && asideBegins.test(this.#aside.opening)) {
      const opening = this.#aside.opening.trimEnd();
      const inner = new Blanks(this.#aside.opening.slice(opening.length));
      inner.hole();
      this.#aside = { opening, inner };
    } else {
      const certain = this.#noAside();
      this.#blanks.hole();
      return certain;
    }
    return '';
  }

  /** The text is over: an aside that holds nothing is none of it, closed or not. */
  end(): string {
    return this.#aside?.inner ? '' : this.#noAside();
  }

  #take(token: string): string {
    const isBlank = token.trim() === '';
    const aside = this.#aside;
    if (aside?.inner && isBlank) aside.inner.add(token);
    else if (aside?.inner && token === ')') {
      this.#aside = null;
      this.#blanks.hole();
    } else if (aside && !aside.inner && mayBeginAside.test(aside.opening + token))
      this.#aside = { opening: aside.opening + token, inner: null };
    else return this.#noAside() + this.#word(token, isBlank);
    return '';
  }

  #word(token: string, isBlank: boolean): string {
    if (isBlank) this.#blanks.add(token);
    else if (token === '(' && this.#asides) this.#aside = { opening: token, inner: null };
    else return this.#write(token);
    return '';
  }

  #noAside(): string {
    if (!this.#aside) return '';
    const { opening, inner } = this.#aside;
    const word = opening.trimEnd();
    const certain = this.#write(word);
    this.#aside = null;
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
  const gaps = new Gaps({ asides: false });
  const [first = '', ...rest] = text.split(hole);
  return [gaps.push(first), ...rest.flatMap((part) => [gaps.hole(), gaps.push(part)]), gaps.end()].join('');
}
