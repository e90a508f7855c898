import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/lorebook.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { toRegexScript } from '../../interop/regex-script.ts';
import { toSamplerPreset } from '../../interop/sampler-preset.ts';
import { writeSillyTavernJsonl } from '../../interop/sillytavern-jsonl.ts';
import { toWorldInfo } from '../../interop/world-info.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import type { Context } from '../context.ts';
import { exportedChat, exportedMessages } from '../export-chat.ts';
import { asFileError, writeFileOf } from '../files.ts';

/** A file that was written, from the folder on, and what it holds. */
export interface Written {
  readonly kind: string;
  readonly file: string;
}

type Place = { readonly folder: string; readonly value: (preset: StoredPreset) => unknown };

const bookOf = ({ body }: StoredPreset): Lorebook =>
  toLorebook(body, () => {}) ?? { extensions: {}, entries: [] };

/** Where each kind stands in SillyTavern's folder, and how; a kind that is not here has no file of its own there. */
const places: Readonly<Partial<Record<PresetKind, Place>>> = {
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
const avatarOf = (name: string): string => `${fileNameFor(name)}.png`;

function settingsOf({ library }: Context['store']): unknown {
  const extras = new Map(library.presets(['persona']).map(({ name, foreign }) => [name, foreign]));
  const personas = library.personas();
  return {
    power_user: {
      personas: Object.fromEntries(personas.map(({ name }) => [avatarOf(name), name])),
      persona_descriptions: Object.fromEntries(
        personas.map(({ name, description }) => [avatarOf(name), { ...extras.get(name), description }]),
      ),
    },
  };
}

/** Writes everything that SillyTavern has a place for into a folder as it keeps them. Throws SottoError `file_exists`, `bad_file`. */
export function exportFolder(context: Context, dir: string, force: boolean): Written[] {
  const { store } = context;
  const names = new FileNames();
  const written: Written[] = [];
  const write = (kind: string, file: string, pieces: Iterable<string | Uint8Array>): void => {
    const path = join(dir, file);
    try {
      mkdirSync(dirname(path), { recursive: true });
    } catch (error) {
      throw asFileError(path, error);
    }
    writeFileOf(path, pieces, { force });
    written.push({ kind, file });
  };
  for (const { id } of store.library.cards()) {
    const card = store.library.card(id);
    if (card) write('card', names.free('characters', card.name, `.${extensionOf(card.kind)}`), [card.bytes]);
  }
  for (const preset of store.library.presets()) {
    const place = places[preset.kind];
    if (place) write(preset.kind, names.free(place.folder, preset.name, '.json'), json(place.value(preset)));
  }
  if (store.library.personas().length > 0) write('persona', 'settings.json', json(settingsOf(store)));
  for (const { id } of store.chats.list()) {
    const state = store.chats.read(id);
    const folder = join('chats', fileNameFor(state.world.cast[0]?.name ?? 'chat'));
    const pieces = writeSillyTavernJsonl(
      exportedChat(context, state, 'everyone', 'sillytavern'),
      exportedMessages(context, state, 'everyone', 'sillytavern'),
    );
    write('chat', names.free(folder, state.facts.title, '.jsonl'), pieces);
  }
  return written;
}

const extensionOf = (kind: string): string => (kind === 'apng' ? 'png' : kind);
