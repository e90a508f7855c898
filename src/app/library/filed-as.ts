import { basename, extname } from 'node:path';
import { type Fields, fieldsOf } from '../../domain/json/fields.ts';
import { parseJson } from '../../interop/parse-json.ts';
import type { PlayParts } from '../../play/chat/parts.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import type { Source } from '../../store/sources.ts';
import type { Store } from '../../store/store.ts';

type Filed = ReturnType<NonNullable<PlayParts['filedAs']>>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): string[] => listOf(value).filter((one) => typeof one === 'string');

/** What other programs call the characters of cards that came in from their folders, each asked for once by a process. */
export class FiledCards {
  readonly #store: Store;
  readonly #settings = new Map<string, Fields>();
  readonly #known = new Map<string, Filed>();
  #version = '';

  constructor(store: Store) {
    this.#store = store;
  }

  /** The names of the files of a character's card, those before its edits too, and the ids and names of its tags there. */
  of(character: OfCard): Filed {
    const version = `${this.#store.dataVersion()} ${this.#store.library.edits}`;
    if (this.#version !== version) for (const map of [this.#known, this.#settings]) map.clear();
    this.#version = version;
    const key = `${character.id}.${character.index}`;
    const known = this.#known.get(key) ?? this.#find(character);
    this.#known.set(key, known);
    return known;
  }

  #find(character: OfCard): Filed {
    const { identities, sources } = this.#store;
    const cards = [character, ...identities.before(character)].map(({ id }) => id);
    const files = [...new Set(cards)].flatMap((id) => sources.of('card', id));
    return {
      names: files.map(({ path }) => basename(path, extname(path))),
      tags: files.flatMap((file) => this.#tagsOf(file)),
      isFiled: files.some(({ root }) => root !== ''),
    };
  }

  #tagsOf({ root, path }: Source): string[] {
    const settings = root === '' ? {} : (this.#settings.get(root) ?? this.#read(root));
    this.#settings.set(root, settings);
    const ids = textsOf(fieldsOf(settings.tag_map)[basename(path)]);
    const names = listOf(settings.tags)
      .map(fieldsOf)
      .flatMap(({ id, name }) => (ids.includes(String(id)) ? textsOf([name]) : []));
    return [...ids, ...names];
  }

  #read(root: string): Fields {
    const { sources } = this.#store;
    const file = sources.at(root, 'settings.json');
    const text = file && sources.bytes(file.hash)?.toString('utf8');
    try {
      return text === undefined ? {} : fieldsOf(parseJson(text));
    } catch {
      return {};
    }
  }
}
