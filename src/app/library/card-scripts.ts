import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import type { Store } from '../../store/store.ts';
import type { CardCharacters } from './card-characters.ts';
import { agreedScripts, scriptsOfPreset } from './scripts.ts';

/** The scripts of cards and presets that a person has agreed to, read once until somebody changes the library. */
export class CardScripts {
  readonly #store: Store;
  readonly #characters: CardCharacters;
  readonly #known = new Map<string, readonly RegexScript[]>();
  #version = '';

  constructor(store: Store, characters: CardCharacters) {
    this.#store = store;
    this.#characters = characters;
  }

  /** Those of a character of a card, then those of the presets in use; null = of these alone. */
  of(card: OfCard | null): readonly RegexScript[] {
    const version = `${this.#store.dataVersion()} ${this.#store.library.edits}`;
    if (this.#version !== version) this.#known.clear();
    this.#version = version;
    const key = card ? `${card.id}.${card.index}` : '';
    const known = this.#known.get(key);
    if (known) return known;
    const { library } = this.#store;
    const { scripts = [] } = (card && this.#characters.find(card)?.character) ?? {};
    const inUse = library.presets(['prompts', 'sampling']).filter(({ chosen }) => chosen);
    const brought = [scripts, ...inUse.map(scriptsOfPreset)];
    const found = brought.flatMap((one) => agreedScripts(library, one));
    this.#known.set(key, found);
    return found;
  }
}
