import { lstatSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { directorName } from '../../domain/world/names.ts';
import { type Fields, isFields } from '../../interop/fields.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { toSamplerPreset } from '../../interop/presets/sampler-preset.ts';
import { toRegexScript } from '../../interop/sillytavern/regex-script.ts';
import { writeSillyTavernJsonl } from '../../interop/sillytavern/sillytavern-jsonl.ts';
import { withPersonas } from '../../interop/sillytavern/sillytavern-settings.ts';
import { toWorldInfo } from '../../interop/sillytavern/world-info.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import { exportedChat, exportedMessages } from '../chats/export-chat.ts';
import { attempt } from '../files/attempt.ts';
import { makeFolderFor, readFileOf, writeFileOf } from '../files/files.ts';
import { readJsonFile } from '../files/json-file.ts';
import type { App } from '../run/app.ts';
import { knownInRoles } from '../run/in-roles.ts';

/** A file that was written, from the folder on, and what it holds. */
export interface ExportedFile {
  readonly kind: string;
  readonly file: string;
}

type Destination = { readonly folder: string; readonly value: (preset: StoredPreset) => unknown };

const bookOf = ({ body }: StoredPreset): Lorebook =>
  toLorebook(body, () => {}) ?? { extensions: {}, entries: [] };

/** Where each kind stands in SillyTavern's folder, and how; a kind that is not here has no file of its own there. */
const destinations: Readonly<Partial<Record<PresetKind, Destination>>> = {
  lorebook: { folder: 'worlds', value: (preset) => toWorldInfo(bookOf(preset)) },
  sampling: { folder: 'TextGen Settings', value: ({ body, foreign }) => toSamplerPreset(body, foreign) },
  template: { folder: 'instruct', value: ({ foreign }) => foreign },
  context: { folder: 'context', value: ({ foreign }) => foreign },
  prompts: { folder: 'OpenAI Settings', value: ({ foreign }) => foreign },
  regex: {
    folder: 'regex',
    value: ({ body, foreign }) => toRegexScript(body as unknown as RegexScript, foreign),
  },
  quick_replies: { folder: 'QuickReplies', value: ({ name, foreign }) => ({ name, ...foreign }) },
};

/** Names of files in one folder, each given once. */
class FileNames {
  readonly #taken = new Set<string>();

  free(folder: string, name: string, extension: string): string {
    const base = fileNameFor(name);
    for (let n = 1; ; n += 1) {
      const file = join(folder, `${base}${n === 1 ? '' : ` ${n}`}${extension}`);
      const key = file.toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return file;
    }
  }
}

const json = (value: unknown): string[] => [`${JSON.stringify(value, null, 4)}\n`];

const settingsFile = 'settings.json';
const largest = 64 * 1024 * 1024;

/** The settings that are there; null where there are none. Throws SottoError `bad_file` when they cannot be read. */
function settingsThere(path: string): { bytes: Buffer; value: Fields } | null {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const value = attempt(() => readJsonFile(path));
  if (!isSottoError(value) && isFields(value)) return { bytes: readFileOf(path, largest), value };
  const message = `${path} exists and is not a settings file of SillyTavern; move it away first`;
  throw new SottoError('usage', 'bad_file', message);
}

function freeName(path: string): string {
  let free = path;
  for (let n = 2; lstatSync(free, { throwIfNoEntry: false }); n += 1) free = `${path}${n}`;
  return free;
}

/** Brings the personas into the settings of the folder, and keeps those that were there beside them. False when there is nothing to bring. */
function writeSettings({ library }: App['store'], dir: string, force: boolean): boolean {
  const extras = new Map(library.presets(['persona']).map(({ name, foreign }) => [name, foreign]));
  const personas = library.personas().map((one) => ({ ...one, foreign: extras.get(one.name) ?? {} }));
  const path = join(dir, settingsFile);
  const there = force ? settingsThere(path) : null;
  const settings = withPersonas(there?.value ?? {}, personas);
  if (personas.length === 0 || isDeepStrictEqual(settings, there?.value)) return false;
  makeFolders(dir, settingsFile);
  if (there) writeFileOf(freeName(`${path}.bak`), [there.bytes], { force: false });
  writeFileOf(path, json(settings), { force });
  return true;
}

/** Makes the folders on the way to a file below `dir`. Throws SottoError `bad_file` at a link, which would lead elsewhere. */
function makeFolders(dir: string, file: string): void {
  const steps = dirname(file)
    .split(sep)
    .filter((step) => step !== '.');
  for (const [at] of ['', ...steps].entries()) {
    const folder = join(dir, ...steps.slice(0, at));
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
      const message = `${folder} is a link, which is not followed; name the directory it leads to`;
      throw new SottoError('usage', 'bad_file', message);
    }
  }
  makeFolderFor(join(dir, file));
}

/** Writes everything that SillyTavern has a place for into a folder as it keeps them. Throws SottoError `file_exists`, `bad_file`. */
export function exportFolder(app: App, dir: string, force: boolean): ExportedFile[] {
  const { store } = app;
  const names = new FileNames();
  const written: ExportedFile[] = [];
  const write = (kind: string, file: string, pieces: Iterable<string | Uint8Array>): void => {
    makeFolders(dir, file);
    writeFileOf(join(dir, file), pieces, { force });
    written.push({ kind, file });
  };
  for (const { id } of store.library.cards()) {
    const card = store.library.card(id);
    if (card) write('card', names.free('characters', card.name, `.${extensionOf(card.kind)}`), [card.bytes]);
  }
  for (const preset of store.library.presets()) {
    const destination = destinations[preset.kind];
    if (destination)
      write(
        preset.kind,
        names.free(destination.folder, preset.name, '.json'),
        json(destination.value(preset)),
      );
  }
  if (writeSettings(store, dir, force)) written.push({ kind: 'persona', file: settingsFile });
  for (const { id } of store.chats.list()) {
    const state = store.chats.read(id);
    const known = knownInRoles(app, id, directorName);
    const folder = join('chats', fileNameFor(known.cast[0]?.name ?? 'chat'));
    const pieces = writeSillyTavernJsonl(
      exportedChat(app, state, known, 'sillytavern'),
      exportedMessages(app, state, known, 'sillytavern'),
    );
    write('chat', names.free(folder, state.facts.title, '.jsonl'), pieces);
  }
  return written;
}

const extensionOf = (kind: string): string => (kind === 'apng' ? 'png' : kind);
