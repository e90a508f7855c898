import type { Written } from './pattern.ts';

/** Texts of which each match of a pattern holds at least one, in some case; null where none is certain. */
type Literals = readonly string[] | null;

/** A shorter text is in nearly every other; more of them are no help. */
const [shortest, most] = [3, 16];

/** How certain it is that texts with these are few: by the shortest of them. */
const worth = (literals: Literals): number => Math.min(...(literals ?? ['']).map(({ length }) => length));

const better = (one: Literals, other: Literals): Literals => (worth(other) > worth(one) ? other : one);

const ofAny = (branches: readonly Literals[]): Literals => {
  const all = branches.flatMap((branch) => branch ?? []);
  return branches.includes(null) || all.length > most ? null : all;
};

/** What stands for one sign of a pattern, and what it is when that is a letter, a digit or a sign within words. */
const escaped =
  /\\(?:u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[\w=]{1,60}\}|k<[^>]{1,100}>|\d+|[\s\S])/y;
const set = /\[(?!\^?\])(?:\\[\s\S]|[^\]\\])*\]/y;
const opening = /\((?:\?(?:[:=!]|<[=!]|<[^>]{1,100}>))?/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;
/** But for the few that are the same as another in one engine's eyes and not in `fold`'s. */
const plain = /(?![\u0390\u03b0\u1fd3\u1fe3\ufb05\ufb06])[\p{L}\p{N}_'-]/u;

/** Reads a pattern from its beginning; throws on what it does not know. */
class Reading {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Literals {
    const found = this.#branches();
    if (this.#at < this.#source.length) throw new Error('unbalanced');
    return found;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#source);
    if (found) this.#at += found[0].length;
    return found;
  }

  #branches(): Literals {
    const branches = [this.#branch()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      branches.push(this.#branch());
    }
    return ofAny(branches);
  }

  #branch(): Literals {
    let [best, run]: [Literals, string] = [null, ''];
    const end = () => {
      if (run.length >= shortest) best = better(best, [run]);
      run = '';
    };
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const atom = this.#atom();
      const repeated = this.#take(quantifier);
      const isNeeded = !repeated || repeated[0].startsWith('+') || Number(repeated[1] ?? 0) > 0;
      if (typeof atom === 'string' && isNeeded) run += atom;
      if (typeof atom !== 'string' || repeated) end();
      if (typeof atom !== 'string' && isNeeded) best = better(best, atom);
    }
    end();
    return best;
  }

  /** A sign that stands for itself, or what is certain of anything else. */
  #atom(): string | Literals {
    const opened = this.#take(opening);
    if (opened) {
      if (this.#source[this.#at] === '?') throw new Error('a group with flags');
      const inner = this.#branches();
      if (this.#source[this.#at++] !== ')') throw new Error('unbalanced');
      return /^\(\?(?:<?[=!])/.test(opened[0]) ? null : inner;
    }
    if (this.#take(set)) return null;
    const [sequence] = this.#take(escaped) ?? [];
    if (sequence !== undefined) {
      if (/^\\[upPk]$/.test(sequence) && /[{<]/.test(this.#source[this.#at] ?? ''))
        throw new Error('a sequence that is longer than any');
      return null;
    }
    const sign = this.#source[this.#at++] ?? '';
    if (sign === '[') throw new Error('a set that engines read differently');
    return plain.test(sign) ? sign : null;
  }
}

/**
 * Texts of which every match of a regular expression holds at least one, in some case, so that it need be run only where one of them
 * stands; null where that is not certain.
 */
export function literalsOf({ source, flags }: Pick<Written, 'source' | 'flags'>): Literals {
  if (flags.includes('v')) return null;
  try {
    return new Reading(source).whole();
  } catch {
    return null;
  }
}
