import * as z from 'zod';
import type { Payload, StoredEvent } from '../../domain/events/events.ts';
import { fieldsOf } from '../../domain/json/fields.ts';
import { foldName } from '../../domain/world/world.ts';
import type { SillyTavernGroup } from '../../interop/sillytavern/sillytavern-group.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import {
  type CardFingerprint,
  fingerprintOf,
  type RecognisedCard,
  recognise,
} from '../cards/card-duplicates.ts';
import type { CardWithBytes } from '../cards/card-with-bytes.ts';
import { keepOnce } from '../cards/cards.ts';
import { setBookOfCharacter } from '../library/character-books.ts';
import { madeOf } from '../library/made-of.ts';
import type { App } from '../run/app.ts';
import type { Progress } from '../run/person.ts';
import { keepSource, type MadeOf } from '../sources/sources.ts';
import type { DirectoryFile } from './folder.ts';

/** What an import took from a file. */
export interface ImportedItem {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** False when it was there already. */
  readonly isNew: boolean;
  /** What the person should know. */
  readonly warnings: readonly string[];
  /** Those of `warnings` that ask for a decision. */
  readonly decisions?: readonly string[];
}

/** What a chat of SillyTavern can be known by again after it went on there. */
export interface ChatMarks {
  readonly integrity: string | null;
  /** Hash of its first messages. */
  readonly beginning: string | null;
}

interface KnownChats {
  readonly byFile: Map<string, string>;
  /** Titles by integrity and by beginning. */
  readonly titles: Map<string, string>;
}

type Preset = Omit<StoredPreset, 'chosen'>;

/** How a folder is imported. */
export interface IntakeOptions {
  /** Nothing is stored. */
  readonly isDry?: boolean;
  /** Pictures are not copied: where they are is remembered. */
  readonly isLinked?: boolean;
}

/** One import of a folder: what it may do, and what its files have said of each other so far. */
export class Intake {
  readonly app: App;
  readonly progress: Progress;
  /** True when nothing may be stored. */
  readonly isDry: boolean;
  readonly #isLinked: boolean;
  /** The folder, for the files that are remembered. */
  root = '';
  /** Cards by the file name that other files know them by. */
  readonly avatars = new Map<string, { id: string; names: readonly string[]; world: string | null }>();
  /** More lorebooks of characters, by the file names of their cards without extensions. */
  extraBooks: ReadonlyMap<string, readonly string[]> = new Map();
  /** Lorebooks that are in use for all chats, by the names that other files know them by. */
  globalBooks: readonly string[] = [];
  /** How lorebooks are scanned in the chats of the folder. */
  loreThere: Payload<'lore_set'> = {};
  /** Names of lorebooks by those that other files know them by. */
  readonly books = new Map<string, string>();
  /** Groups by the names of their chats. */
  readonly groups = new Map<string, SillyTavernGroup>();
  readonly #presets = new Map<PresetKind, Map<string, () => string>>();
  /** Of a dry run: cards that would be in the library by now, by name. */
  readonly #cards = new Map<string, readonly CardFingerprint[]>();
  #chats: KnownChats | null = null;

  constructor(app: App, progress: Progress, { isDry = false, isLinked = false }: IntakeOptions = {}) {
    this.app = app;
    this.progress = progress;
    this.isDry = isDry;
    this.#isLinked = isLinked;
  }

  /** Remembers a file and what was made of it. Throws SottoError `too_large`, `bad_file`. */
  came({ name: path, path: file }: DirectoryFile, made: MadeOf): void {
    const place = { root: this.root, path, file, isLinked: this.#isLinked };
    this.store(() => keepSource(this.app, place, made));
  }

  /** Does what stores something, whole or not at all; nothing in a dry run. */
  store(work: () => void): void {
    if (!this.isDry) this.app.store.atomically(work);
  }

  /** Keeps a named thing; one that is called so and is another gets a number. The same twice is one. */
  keepPreset(preset: Preset): { name: string; isNew: boolean } {
    const { name, isNew } = this.nameFor(preset, () => madeOf(preset));
    const body = 'name' in preset.body ? { ...preset.body, name } : preset.body;
    if (isNew) this.store(() => this.app.store.library.setPreset({ ...preset, name, body }));
    return { name, isNew };
  }

  /** The name under which a thing is kept, and whether it is to be stored; `made` says what `madeOf` tells of it. */
  nameFor({ kind, name: wanted }: Pick<Preset, 'kind' | 'name'>, made: () => string) {
    const known = this.#presetsOf(kind);
    let mine: string | undefined;
    const isOther = (there: (() => string) | undefined) => {
      if (!there) return false;
      mine ??= made();
      return there() !== mine;
    };
    let name = wanted;
    for (let n = 2; isOther(known.get(name)); n += 1) name = `${wanted} ${n}`;
    if (known.has(name)) return { name, isNew: false };
    known.set(name, made);
    return { name, isNew: true };
  }

  /** Names of this kind, each with what `madeOf` tells of what is called so. */
  #presetsOf(kind: PresetKind): Map<string, () => string> {
    const { library } = this.app.store;
    const known = this.#presets.get(kind);
    if (known) return known;
    const made = (name: string) => {
      const stored = library.preset(kind, name);
      return stored ? madeOf(stored) : '';
    };
    const fresh = new Map(library.presetNames(kind).map(({ name }) => [name, () => made(name)]));
    this.#presets.set(kind, fresh);
    return fresh;
  }

  /** Keeps a card, unless the same is there in a file that has all that this one has. */
  keepCard(read: CardWithBytes & { readonly name: string }): RecognisedCard {
    if (!this.isDry) return keepOnce(this.app, read);
    const known = this.#cards.get(read.name) ?? [];
    const recognised = recognise(this.app.store, read, known);
    if (recognised.isNew) this.#cards.set(read.name, [...known, fingerprintOf(read)]);
    return recognised;
  }

  /** Lets the lorebooks belong to the characters whose cards or settings name them. Returns what they name that did not come in. */
  linkBooks(): { readonly avatar: string; readonly book: string }[] {
    const missing: { avatar: string; book: string }[] = [];
    for (const [avatar, { id, names, world }] of this.avatars) {
      const extra = this.extraBooks.get(avatar.replace(/\.\w+$/, '')) ?? [];
      for (const called of names.length === 1 ? [...(world === null ? [] : [world]), ...extra] : []) {
        const book = this.books.get(called);
        const link = { book: book ?? '', isUsed: true, isInstead: called === world };
        if (book === undefined) missing.push({ avatar, book: called });
        else this.store(() => setBookOfCharacter(this.app.store, { id, index: 0 }, link));
      }
    }
    return missing;
  }

  /** Chats that came from files, by the hash of the file. */
  get chats(): Map<string, string> {
    return this.#readChats().byFile;
  }

  /** Title of a chat that came in earlier and that this one goes on from; the latest such. */
  earlierState({ integrity, beginning }: ChatMarks): string | undefined {
    const { titles } = this.#readChats();
    return titles.get(`integrity ${integrity}`) ?? titles.get(`beginning ${beginning}`);
  }

  /** Takes note of a chat that came in. */
  remember({ integrity, beginning }: ChatMarks, title: string): void {
    const { titles } = this.#readChats();
    if (integrity !== null) titles.set(`integrity ${integrity}`, title);
    if (beginning !== null) titles.set(`beginning ${beginning}`, title);
  }

  #readChats(): KnownChats {
    if (this.#chats) return this.#chats;
    const { store } = this.app;
    this.#chats = { byFile: new Map(), titles: new Map() };
    for (const { id, title } of store.chats.list()) {
      const [first] = store.log.all({ chat: id });
      const { sha256, integrity, beginning } = sourceOf(first);
      if (sha256 !== null) this.#chats.byFile.set(sha256, id);
      this.remember({ integrity, beginning }, title);
    }
    return this.#chats;
  }

  /** The card of one character under one of these avatars. */
  soleCard(avatars: readonly string[]): { id: string; index: number } | null {
    const card = avatars.map((avatar) => this.avatars.get(avatar)).find((one) => one !== undefined);
    return card?.names.length === 1 ? { id: card.id, index: 0 } : null;
  }

  /** The card of the character of this name, among those of these avatars. */
  cardOf(avatars: readonly string[], name: string): { id: string; index: number } | null {
    for (const avatar of avatars) {
      const card = this.avatars.get(avatar);
      const index = card?.names.findIndex((one) => foldName(one) === foldName(name)) ?? -1;
      if (card && index >= 0) return { id: card.id, index };
    }
    return null;
  }
}

const text = z.string().min(1).nullable().catch(null);

/** What SillyTavern knows the file of a chat by, from its header; null when it has none or is a branch of another. */
export const integrityOf = (header: unknown): string | null => {
  const { integrity = null, main_chat } = fieldsOf(fieldsOf(header).chat_metadata);
  return main_chat === undefined ? text.parse(integrity) : null;
};

function sourceOf(event: StoredEvent | undefined): ChatMarks & { readonly sha256: string | null } {
  const { source, sillytavern } = fieldsOf(fieldsOf(event?.payload).foreign);
  const { sha256, beginning } = fieldsOf(source);
  return {
    sha256: text.parse(sha256),
    beginning: text.parse(beginning),
    integrity: integrityOf(sillytavern),
  };
}
