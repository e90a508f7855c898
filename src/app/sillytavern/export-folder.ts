import { basename, dirname, extname, join } from 'node:path';
import { isSottoError } from '../../domain/errors.ts';
import { editedJson } from '../../domain/json/edits.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { parseJson } from '../../interop/parse-json.ts';
import type { Source } from '../../store/sources.ts';
import { attempt } from '../files/attempt.ts';
import { madeOf } from '../library/made-of.ts';
import type { App } from '../run/app.ts';
import { bytesOf, keepSource, type MadeOf } from '../sources/sources.ts';
import { cardPicture } from './card-picture.ts';
import { Delivery, type ExportedFile, type Outgoing } from './delivery.ts';
import { filesOfChat, folderOf, groupChange, LeavingChat } from './export-chats.ts';
import { changeOf, destinations, ofPreset } from './export-presets.ts';
import { scriptsIn, settingsText } from './export-settings.ts';
import { sourcesFor } from './sources-for.ts';

const settingsFile = 'settings.json';
const noHeader = 'it has no header, so the note, scenario or lorebook that changed is not in it';

/** A text with what is done to the JSON in it, and the mark at its beginning that is no part of that. */
function edited(text: string, changeOfJson: (value: unknown) => readonly [unknown, unknown] | null): string {
  const json = text.replace(/^\u{feff}/u, '');
  const change = changeOfJson(parseJson(json));
  return change ? `${text.slice(0, text.length - json.length)}${editedJson(json, ...change)}` : text;
}

/** The bytes of a text that is made of somebody else's JSON; null where that is none. */
function attemptText(make: () => string): Buffer | null {
  try {
    return Buffer.from(make());
  } catch {
    return null;
  }
}

/** Everything of one library on its way into a folder as SillyTavern keeps it. */
class Leaving {
  readonly #app: App;
  readonly #delivery: Delivery;
  readonly #sources: readonly Source[];
  /** File names of cards by their ids, and of lorebooks by their names. */
  readonly #avatars = new Map<string, string>();
  readonly #books = new Map<string, string>();
  readonly #done = new Set<string>();

  constructor(app: App, delivery: Delivery) {
    this.#app = app;
    this.#delivery = delivery;
    this.#sources = sourcesFor(app, delivery.root);
  }

  all(): void {
    const ofKind = (...kinds: string[]) => this.#sources.filter(({ kind }) => kinds.includes(kind));
    for (const source of ofKind('card')) this.#card(source);
    this.#newCards();
    for (const source of this.#sources) {
      if (Object.hasOwn(destinations, source.kind)) this.#preset(source);
      else if (source.kind === '') this.#asItCame(source);
    }
    const [settings] = ofKind('settings');
    const came = settings ? (bytesOf(this.#app, settings)?.toString('utf8') ?? null) : null;
    this.#newPresets(scriptsIn({ app: this.#app, came }));
    this.#settings(came);
    for (const source of ofKind('chat')) this.#chat(source);
    this.#newChats();
    for (const source of ofKind('group')) this.#group(source);
  }

  /** Lets a file come back as it came; one that went on in the folder stays as it is there. */
  #asItCame(source: Source): void {
    const { kind, path, hash } = source;
    const there = this.#delivery.hashThere(path);
    const bytes = () => bytesOf(this.#app, source) ?? new Uint8Array();
    if (this.#isAnother(source))
      this.#delivery.notes.push(`${path}: another file of this name is there and stays`);
    if (there !== null) this.#delivery.keep(path);
    else if (bytesOf(this.#app, source)) this.#delivery.put({ kind: kind || 'file', path, bytes, hash });
    else this.#delivery.notes.push(`${path}: its data is no longer where it was`);
  }

  /** Whether a file stands in its place that is not the one of its own folder, gone on. */
  #isAnother({ root, path, hash }: Source): boolean {
    const there = root === this.#delivery.root ? null : this.#delivery.hashThere(path);
    return there !== null && there !== hash;
  }

  /** Lets a file come back with what is done to its text, or to that of the file that went on in its place. */
  #changed(source: Source, of: MadeOf, change: (text: string) => string): void {
    const { kind, path, hash } = source;
    const text = bytesOf(this.#app, source)?.toString('utf8');
    if (text === undefined || change(text) === text) {
      this.#asItCame(source);
      return;
    }
    const there = this.#delivery.hashThere(path);
    const isOther = there !== null && there !== hash;
    const base = isOther ? (this.#delivery.there(path)?.toString('utf8') ?? text) : text;
    const bytes = attemptText(() => change(base));
    if (bytes) this.#delivery.put({ kind, path, bytes: () => bytes, of });
    else this.#stays(path);
  }

  /** A file that came alone, under a free name of a folder. */
  #freed(source: Source, folder: string): Source {
    const bytes = () => bytesOf(this.#app, source) ?? new Uint8Array();
    const extension = extname(source.path);
    const path = this.#delivery.free(folder, basename(source.path, extension), extension, bytes);
    return { ...source, path };
  }

  #stays(path: string, what = 'JSON'): void {
    this.#delivery.keep(path);
    this.#delivery.notes.push(`${path}: it is not ${what}, so it was left as it is`);
  }

  #card(source: Source): void {
    const { root, kind, path, name } = source;
    const now = this.#latest(source);
    if (root === '') {
      this.#newCard([name, now], basename(path, extname(path)));
      return;
    }
    for (const id of [name, now]) this.#avatars.set(id, basename(path));
    this.#done.add(now).add(name);
    const bytes =
      now === name || this.#isAnother(source)
        ? null
        : this.#cardBytes(now, extname(path).toLowerCase(), this.#delivery.there(path));
    if (bytes) this.#delivery.put({ kind, path, bytes: () => bytes });
    else this.#asItCame(source);
  }

  /** A card for a file of this extension, in the picture that is there; null where it cannot be one. */
  #cardBytes(id: string, extension: string, there: Uint8Array | null = null): Uint8Array | null {
    const card = this.#app.store.library.card(id);
    if (!card || extension !== '.png') return card?.bytes ?? null;
    return cardPicture(card.bytes, there);
  }

  /** The card that its author made of this one, as long as that did not come from the folder itself. */
  #latest({ root, name }: Source): string {
    const { library, sources } = this.#app.store;
    const replaced = new Map(library.presets(['replaced_card']).map((one) => [one.name, one.body.by]));
    const seen = new Set([name]);
    for (let id = name; ; ) {
      const next = replaced.get(id);
      const isOwn = typeof next === 'string' && sources.of('card', next).some((one) => one.root === root);
      if (typeof next !== 'string' || isOwn || seen.has(next)) return id;
      seen.add(next);
      id = next;
    }
  }

  #newCards(): void {
    const { library } = this.#app.store;
    const replaced = library.replacedCards();
    for (const { id, name } of library.cards())
      if (!this.#done.has(id) && !replaced.has(id)) this.#newCard([id], fileNameFor(name));
  }

  /** Lets a card, known by several ids of which the last is that of its latest version, stand there as a picture. */
  #newCard(ids: readonly string[], called: string): void {
    const [id = ''] = ids.slice(-1);
    const isPicture = this.#cardBytes(id, '.png') !== null;
    const bytes = () => this.#cardBytes(id, isPicture ? '.png' : '.json') ?? new Uint8Array();
    const path = this.#delivery.free('characters', called, isPicture ? '.png' : '.json', bytes);
    this.#delivery.put({ kind: 'card', path, bytes, of: { kind: 'card', name: id } });
    for (const one of ids) {
      this.#avatars.set(one, basename(path));
      this.#done.add(one);
    }
  }

  #preset(came: Source): void {
    const source = came.root === '' ? this.#freed(came, dirname(came.path)) : came;
    const preset = this.#app.store.library.preset(source.kind as keyof typeof destinations, source.name);
    if (!preset) return;
    this.#done.add(`${source.kind} ${source.name}`);
    if (source.kind === 'lorebook') this.#books.set(source.name, basename(source.path, extname(source.path)));
    const anew = () => [null, destinations[preset.kind]?.value(preset)] as const;
    if (madeOf(preset) === source.made) this.#asItCame(source);
    else
      this.#changed(source, ofPreset(preset), (text) =>
        edited(text, (file) => changeOf(preset, file) ?? anew()),
      );
  }

  #newPresets(inSettings: ReadonlyMap<string, unknown>): void {
    for (const preset of this.#app.store.library.presets()) {
      const { kind, name } = preset;
      const destination = destinations[kind];
      const isElsewhere = this.#done.has(`${kind} ${name}`) || (kind === 'regex' && inSettings.has(name));
      if (!destination || isElsewhere) continue;
      const bytes = () => Buffer.from(`${JSON.stringify(destination.value(preset), null, 4)}\n`);
      const path = this.#delivery.free(destination.folder, fileNameFor(name), '.json', bytes);
      this.#delivery.put({ kind, path, bytes, of: ofPreset(preset) });
      if (kind === 'lorebook') this.#books.set(name, basename(path, '.json'));
    }
  }

  #settings(came: string | null): void {
    const there = this.#delivery.there(settingsFile)?.toString('utf8') ?? null;
    const parts = { app: this.#app, came, books: this.#books, avatars: this.#avatars };
    const text = attempt(() => settingsText(parts, there, settingsFile));
    const of = { kind: 'settings', name: '' };
    if (isSottoError(text)) this.#stays(settingsFile, 'a settings file of SillyTavern');
    else if (text !== null)
      this.#delivery.put({ kind: 'persona', path: settingsFile, bytes: () => Buffer.from(text), of });
  }

  #leaving = (id: string): LeavingChat =>
    new LeavingChat(this.#app, id, { avatars: this.#avatars, books: this.#books });

  #isHere = (id: string): boolean => this.#app.store.chats.list().some((chat) => chat.id === id);

  #chat(came: Source): void {
    const { root, kind, name, hash } = came;
    if (!this.#isHere(name)) return;
    this.#done.add(`chat ${name}`);
    const chat = this.#leaving(name);
    const source = root === '' ? this.#freed(came, folderOf(chat)) : came;
    const { path } = source;
    const text = bytesOf(this.#app, source)?.toString('utf8');
    const now = text === undefined ? null : chat.rewritten(text);
    const there = this.#delivery.hashThere(path);
    const bytes = () => Buffer.from(this.#leaving(name).rewritten(text ?? ''));
    if (text !== undefined && chat.isHeaderMissed(text)) this.#delivery.notes.push(`${path}: ${noHeader}`);
    if (now === null || now === text) this.#asItCame(source);
    else if (there === null || there === hash) this.#delivery.put({ kind, path, bytes, of: { kind, name } });
    else this.#beside({ kind, path, bytes });
  }

  /** Puts a chat that went on here beside the file that went on there. */
  #beside({ kind, path, bytes }: Outgoing): void {
    this.#delivery.keep(path);
    const [folder, base] = [path.slice(0, path.lastIndexOf('/')), basename(path, '.jsonl')];
    this.#delivery.put({
      kind,
      path: this.#delivery.free(folder, `${base} (sotto)`, '.jsonl', bytes),
      bytes,
    });
    this.#delivery.notes.push(`${path}: it continued both there and here, so both are kept there`);
  }

  #newChats(): void {
    for (const { id } of this.#app.store.chats.list()) {
      if (this.#done.has(`chat ${id}`)) continue;
      for (const file of filesOfChat(id, this.#leaving(id), this.#delivery)) this.#delivery.put(file);
    }
  }

  #group(source: Source): void {
    const chat = this.#app.store.sources.at(source.root, `group chats/${source.name}.jsonl`);
    if (!chat || !this.#isHere(chat.name)) this.#asItCame(source);
    else
      this.#changed(source, { kind: 'group', name: source.name }, (text) =>
        edited(text, (file) => groupChange(file, this.#leaving(chat.name))),
      );
  }
}

/** Remembers what was written, so that the next export into this folder changes what changed since. */
function remember(app: App, { dir, root, known }: Delivery): void {
  if (app.store.isReadOnly) return;
  app.store.atomically(() => {
    for (const { path, of } of known) keepSource(app, { root, path, file: join(dir, path) }, of);
  });
}

/** What an export comes to. */
export interface Export {
  readonly files: readonly ExportedFile[];
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

/**
 * Writes everything that SillyTavern has a place for into a folder as it keeps them. What came from there unchanged is its own
 * bytes, of what changed the changed keys are others; nothing that is there is lost. A dry run writes nothing. Throws SottoError
 * `file_exists`, `bad_file`.
 */
export function exportFolder(
  app: App,
  dir: string,
  { force, isDry }: { readonly force: boolean; readonly isDry: boolean },
): Export {
  const delivery = new Delivery(dir);
  new Leaving(app, delivery).all();
  const { files, notes } = delivery;
  if (!isDry) delivery.write(force);
  if (!isDry) remember(app, delivery);
  return { files, notes };
}
