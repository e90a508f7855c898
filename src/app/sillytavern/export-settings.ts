import { basename, extname } from 'node:path';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { editedJson, isSameJson } from '../../domain/json/edits.ts';
import { type Fields, fieldsOf, isFields } from '../../domain/json/fields.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { readRegexScript, toRegexScript } from '../../interop/sillytavern/regex-script.ts';
import {
  readSettings,
  type ScriptChange,
  withBooks,
  withPersonas,
  withScripts,
} from '../../interop/sillytavern/sillytavern-settings.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import type { StoredPreset } from '../../store/library.ts';
import { attempt } from '../files/attempt.ts';
import { booksOfCharacter } from '../library/character-books.ts';
import type { App } from '../run/app.ts';

/** What goes into the settings of a folder. */
export interface SettingsParts {
  readonly app: Pick<App, 'store'>;
  /** The text of the settings that came in; null when none did. */
  readonly came: string | null;
  /** Files of lorebooks without their extensions, by the names of the books. */
  readonly books: ReadonlyMap<string, string>;
  /** Files of cards by their ids. */
  readonly avatars: ReadonlyMap<string, string>;
}

const indent = 4;

/** The settings that a text is. Throws SottoError `bad_file`; `path` is for that. */
function settingsIn(text: string, path: string): Fields {
  try {
    const value = parseJson(text.replace(/^\u{feff}/u, ''));
    if (isFields(value)) return value;
  } catch {}
  const message = `${path} exists and is not a settings file of SillyTavern; move it away first`;
  throw new SottoError('usage', 'bad_file', message);
}

/** The regex scripts of the settings that came in which are presets of this library, with the script each was then. */
export function scriptsIn({ app, came }: Pick<SettingsParts, 'app' | 'came'>): Map<string, ScriptChange> {
  const all = came === null ? [] : readSettings(settingsIn(came, 'settings.json')).regexScripts;
  const presets = app.store.library.presets(['regex']);
  const found = all.flatMap((value): [string, ScriptChange][] => {
    const read = attempt(() => readRegexScript(value));
    if (isSottoError(read)) return [];
    const isIt = ({ body, foreign }: StoredPreset) =>
      read.foreign.id === undefined ? body.name === read.script.name : foreign.id === read.foreign.id;
    const preset = presets.find(isIt);
    if (!preset) return [];
    const now = preset.body as unknown as RegexScript;
    const before = toRegexScript(read.script, read.foreign);
    return [
      [preset.name, [before, toRegexScript({ ...now, name: nameOf(now, read.script) }, preset.foreign)]],
    ];
  });
  return new Map(found);
}

/** A script keeps the name that it came with where sotto gave it a number. */
const nameOf = (now: RegexScript, came: RegexScript): string =>
  now.name.startsWith(`${came.name} `) ? came.name : now.name;

function booksInUse({ app, came, books }: SettingsParts): Map<string, boolean> {
  const before = came === null ? [] : readSettings(settingsIn(came, 'settings.json')).globalBooks;
  const stored = app.store.library.presetNames('lorebook');
  const changed = stored.flatMap(({ name, chosen }): [string, boolean][] => {
    const file = books.get(name);
    return file !== undefined && before.includes(file) !== chosen ? [[file, chosen]] : [];
  });
  return new Map(changed);
}

/** The names of the files of the cards of each character, without extensions; cards of several have no lorebooks there. */
function charactersIn({ app: { store }, avatars }: SettingsParts): Map<OfCard, string[]> {
  const several = new Set(store.library.cards().flatMap(({ id, spec }) => (spec === 'multi' ? [id] : [])));
  const identity = store.identities.reader();
  const found = new Map<string, [OfCard, Set<string>]>();
  for (const [id, avatar] of avatars) {
    const character = { id, index: 0 };
    const [, files] = found.get(identity(character)) ?? [character, new Set()];
    if (!several.has(id))
      found.set(identity(character), [character, files.add(basename(avatar, extname(avatar)))]);
  }
  return new Map([...found.values()].map(([character, files]) => [character, [...files]]));
}

/** Lorebooks that belong to a character now and did not when the settings came in, or the other way round, by the file of its card. */
function booksOfCards(parts: SettingsParts): Map<string, Map<string, boolean>> {
  const { app, came, books } = parts;
  const before =
    came === null ? new Map<string, string[]>() : readSettings(settingsIn(came, 'settings.json')).extraBooks;
  const changes = new Map<string, Map<string, boolean>>();
  const note = (card: string, file: string, isUsed: boolean) =>
    changes.set(card, (changes.get(card) ?? new Map<string, boolean>()).set(file, isUsed));
  for (const [character, cards] of charactersIn(parts)) {
    const { books: now, instead } = booksOfCharacter(app.store, character);
    for (const [name, file] of books) {
      if (name === instead) continue;
      const had = cards.filter((card) => before.get(card)?.includes(file));
      if (!now.includes(name)) for (const card of had) note(card, file, false);
      else if (had.length === 0 && cards[0] !== undefined) note(cards[0], file, true);
    }
  }
  return changes;
}

/**
 * The text of the settings that are there, or came in, with what sotto has to say in them; null where that is nothing. Throws
 * SottoError `bad_file`.
 */
export function settingsText(parts: SettingsParts, there: string | null, path: string): string | null {
  const { app, came } = parts;
  const { library } = app.store;
  const text = there ?? came;
  const before = text === null ? {} : settingsIn(text, path);
  const extras = new Map(library.presets(['persona']).map(({ name, foreign }) => [name, foreign]));
  const personas = library.personas().map((one) => ({ ...one, foreign: extras.get(one.name) ?? {} }));
  const earlier = came === null ? [] : readSettings(settingsIn(came, path)).personas;
  const scripts = [...scriptsIn(parts).values()].filter(([one, other]) => !isSameJson(one, other));
  const withPeople = personas.length > 0 ? withPersonas(before, personas, earlier) : before;
  const books = text === null ? new Map() : booksInUse(parts);
  const ofCards = booksOfCards(parts);
  const after = withBooks(withScripts(withPeople, scripts), books, ofCards);
  if (text !== null) return editedJson(text, before, after);
  return Object.keys(fieldsOf(after)).length === 0 ? null : `${JSON.stringify(after, null, indent)}\n`;
}
