import { certainTag, cutTagLength, type TagStyle } from '../../domain/audience/audience.ts';
import { Gaps } from '../../domain/audience/gaps.ts';
import { type KnownNames, namesToRead } from '../../domain/audience/tag-names.ts';
import { foldName } from '../../domain/world/world.ts';

/** A growing text without its tags: what is certain of it is passed on once, and never read again. */
export class TagsSoFar {
  readonly #style: TagStyle;
  readonly #known: KnownNames;
  readonly #gaps: Gaps;
  readonly #named = new Set<string>();
  /** Not certain yet: an open tag and what follows it, or what may become a tag. */
  #held = '';
  #isOpen = false;
  #count = 0;

  /** `names`: those whom the speaker may name. */
  constructor(style: TagStyle, names: readonly string[]) {
    this.#style = style;
    this.#known = namesToRead(names);
    this.#gaps = new Gaps({ dropEmptyOoc: style.enabled });
  }

  /** Whether a tag has begun and what comes next may still change whom it names. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How many tags there were whose names are certain. */
  get count(): number {
    return this.#count;
  }

  /** Known names in the tags whose names are certain, in the form in which they are compared. */
  get named(): ReadonlySet<string> {
    return this.#named;
  }

  /** Characters that the next piece of text is read together with; never more than a list of names may have. */
  get held(): number {
    return this.#held.length;
  }

  /** Takes in text; returns what is certain now, without tags. */
  push(text: string): string {
    const { tag, enabled } = this.#style;
    if (!enabled) return this.#gaps.push(text);
    this.#held += text;
    let certain = '';
    for (let at = this.#held.indexOf(tag); at >= 0; at = this.#held.indexOf(tag)) {
      certain += this.#pass(at);
      const found = certainTag(this.#held, this.#style, this.#known);
      this.#isOpen = found === null;
      if (!found) return certain;
      this.#count += 1;
      for (const name of found.names)
        if (this.#known.all.has(foldName(name))) this.#named.add(foldName(name));
      certain += this.#gaps.hole();
      this.#held = this.#held.slice(found.end);
    }
    return certain + this.#pass(this.#held.length - cutTagLength(this.#held, tag, 1));
  }

  #pass(length: number): string {
    const certain = this.#gaps.push(this.#held.slice(0, length));
    this.#held = this.#held.slice(length);
    return certain;
  }
}
