import { basename, extname } from 'node:path';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Fields } from '../../domain/json/fields.ts';
import { lorebookIn } from '../../interop/sillytavern/lorebook.ts';
import { readQuickReplies } from '../../interop/sillytavern/quick-replies.ts';
import { readRegexScript } from '../../interop/sillytavern/regex-script.ts';
import { readGroup } from '../../interop/sillytavern/sillytavern-group.ts';
import { readSettings } from '../../interop/sillytavern/sillytavern-settings.ts';
import { worldInfoSettings } from '../../interop/sillytavern/world-info-settings.ts';
import { refusedScript } from '../../prompt/regex-scripts.ts';
import { cardDecisions, cardName, cardNotices, readCardAt } from '../cards/cards.ts';
import { readJsonFile } from '../files/json-file.ts';
import { type LargeBook, largeBook, madeOfLarge, storeLargeBook } from '../library/large-book.ts';
import { madeOf } from '../library/made-of.ts';
import { presetDecisions, presetName, readPresetFile } from '../presets/preset-files.ts';
import { nothingOfIt } from '../sources/sources.ts';
import type { DirectoryFile } from './folder.ts';
import type { ImportedItem, Intake } from './intake.ts';

const nameOf = ({ name }: DirectoryFile): string => presetName(basename(name, extname(name)));

/** A card, known to chats by its file name. */
export function takeCard(intake: Intake, file: DirectoryFile): ImportedItem[] {
  const read = readCardAt(file.path);
  const { card } = read;
  const name = cardName(card);
  const { id, isNew, duplicateOf } = intake.keepCard({ ...read, name });
  const world = card.characters[0]?.world ?? null;
  intake.came(file, { kind: 'card', name: id });
  intake.avatars.set(basename(file.name), { id, names: card.characters.map((one) => one.name), world });
  const same =
    duplicateOf === null
      ? []
      : [`it is the same card as ${duplicateOf}${isNew ? ', with more in its file' : ''}`];
  const decisions = isNew ? cardDecisions(card) : [];
  return [{ kind: 'card', id, name, isNew, warnings: [...cardNotices(card), ...same], decisions }];
}

/** Keeps a named thing and the file that it was made of. */
function keepIt(intake: Intake, file: DirectoryFile, preset: Parameters<Intake['keepPreset']>[0]) {
  const kept = intake.keepPreset(preset);
  intake.came(file, { kind: preset.kind, name: kept.name, made: madeOf(preset) });
  return kept;
}

/** A lorebook of whatever program. */
export async function takeLorebook(intake: Intake, file: DirectoryFile): Promise<ImportedItem[]> {
  const warnings = new Set<string>();
  const warn = (warning: string) => void warnings.add(warning);
  const large = largeBook(file.path, nameOf(file));
  const { name, isNew } = large
    ? await keepLarge(intake, file, { book: large, warn })
    : keepSmall(intake, file, warn);
  const called = basename(file.name, extname(file.name));
  intake.books.set(called, name);
  const decisions: string[] = [];
  if (isNew && intake.globalBooks.includes(called)) {
    intake.store(() => intake.app.store.library.setInUse('lorebook', name, true));
    decisions.push(
      `it is used in all chats, as it was there; \`sotto lore unuse "${name}" --all-chats\` removes it`,
    );
  }
  const item = { kind: 'lore', id: `lorebook/${name}`, name, isNew } as const;
  return [{ ...item, warnings: [...decisions, ...warnings], decisions }];
}

function keepSmall(intake: Intake, file: DirectoryFile, warn: (warning: string) => void) {
  const book = toLorebook(lorebookIn(readJsonFile(file.path), nameOf(file)), warn);
  return keepIt(intake, file, { kind: 'lorebook', name: nameOf(file), body: { ...book }, foreign: {} });
}

async function keepLarge(
  intake: Intake,
  file: DirectoryFile,
  { book, warn }: { book: LargeBook; warn: (warning: string) => void },
) {
  const { app, progress } = intake;
  const kept = intake.nameFor({ kind: 'lorebook', name: nameOf(file) }, () => madeOfLarge(book));
  if (intake.isDry) return kept;
  const step = (share: number) => progress.step(`storing ${kept.name}`, share);
  const stored = () => storeLargeBook(app.store, kept.name, book, { warn, step });
  const made = kept.isNew ? await app.store.atomicallyInSteps(stored) : madeOfLarge(book);
  intake.came(file, { kind: 'lorebook', name: kept.name, made });
  return kept;
}

/** Samplers, templates, prompts. */
export function takePresets(intake: Intake, file: DirectoryFile): ImportedItem[] {
  return readPresetFile(file.path).map(({ warnings, ...preset }) => {
    const { name, isNew } = keepIt(intake, file, preset);
    const decisions = isNew ? presetDecisions(preset) : [];
    return { kind: 'preset', id: `${preset.kind}/${name}`, name, isNew, warnings, decisions };
  });
}

/** A set of quick replies. */
export function takeQuickReplies(intake: Intake, file: DirectoryFile): ImportedItem[] {
  const { name: called, replies, foreign, warnings } = readQuickReplies(readJsonFile(file.path));
  const wanted = presetName(called.trim() || nameOf(file));
  const body = { replies: [...replies] };
  const { name, isNew } = keepIt(intake, file, { kind: 'quick_replies', name: wanted, body, foreign });
  return [{ kind: 'quick_replies', id: `quick_replies/${name}`, name, isNew, warnings }];
}

/** Who is in a group; it comes in with its chats. */
export function takeGroup(intake: Intake, file: DirectoryFile): ImportedItem[] {
  const group = readGroup(readJsonFile(file.path));
  for (const chat of group.chats) intake.groups.set(chat, group);
  intake.came(file, { kind: 'group', name: String(group.foreign.chat_id ?? group.chats.at(-1) ?? '') });
  return [];
}

/** One of several scripts, which run in the order of their file. */
function takeRegexScript(intake: Intake, value: unknown, order: number, file?: DirectoryFile): ImportedItem {
  const { script, foreign, warnings } = readRegexScript(value);
  const refused = refusedScript(script);
  const body = { ...script, order };
  const preset = { kind: 'regex', name: presetName(script.name), body, foreign } as const;
  const { name, isNew } = file ? keepIt(intake, file, preset) : intake.keepPreset(preset);
  const decisions = refused === '' ? [] : [`it is kept but never run: ${refused}`];
  const item = { kind: 'regex', id: `regex/${name}`, name, isNew } as const;
  return { ...item, warnings: [...decisions, ...warnings], decisions };
}

/** Regex scripts, one or a list of them. */
export const takeRegexScripts = (intake: Intake, file: DirectoryFile): ImportedItem[] => {
  const value = readJsonFile(file.path);
  if (!Array.isArray(value)) return [takeRegexScript(intake, value, 0, file)];
  intake.came(file, nothingOfIt);
  return value.map((one, at) => takeRegexScript(intake, one, at));
};

/** A persona; one of the same name that says something else gets a number. */
function takePersona(intake: Intake, wanted: string, description: string): { name: string; isNew: boolean } {
  const { library } = intake.app.store;
  const known = new Map(library.personas().map((persona) => [persona.name, persona.description]));
  let name = wanted;
  for (let n = 2; known.has(name) && known.get(name) !== description; n += 1) name = `${wanted} ${n}`;
  if (known.has(name)) return { name, isNew: false };
  intake.store(() => library.setPersona(name, description));
  return { name, isNew: true };
}

/** How lorebooks were scanned, for the chats of the folder; which of them are in use is no part of it. */
function takeWorldInfo(intake: Intake, { world_info: _, ...foreign }: Fields): ImportedItem[] {
  if (Object.keys(foreign).length === 0) return [];
  const { name, isNew } = intake.keepPreset({ kind: 'world_info', name: 'World info', body: {}, foreign });
  const { settings, unused } = worldInfoSettings(foreign);
  intake.loreThere = settings;
  const warnings = unused.length > 0 ? [`kept without effect: ${unused.join(', ')}`] : [];
  return [{ kind: 'world_info', id: `world_info/${name}`, name, isNew, warnings }];
}

/** Personas, regex scripts and what is said of lorebooks in `settings.json`; one that cannot be read does not stop the others. */
export function takeSettings(
  intake: Intake,
  file: DirectoryFile,
  failed: (what: string, error: unknown) => void,
): ImportedItem[] {
  const { personas, regexScripts, globalBooks, extraBooks, worldInfo, warnings } = readSettings(
    readJsonFile(file.path),
  );
  intake.globalBooks = globalBooks;
  intake.extraBooks = extraBooks;
  intake.came(file, { kind: 'settings', name: '' });
  const people = personas.map(({ name: wanted, description, foreign }): ImportedItem => {
    const { name, isNew } = takePersona(intake, wanted, description);
    intake.keepPreset({ kind: 'persona', name, body: {}, foreign });
    return { kind: 'persona', id: name, name, isNew, warnings: [] };
  });
  const scripts = regexScripts.flatMap((value, index): ImportedItem[] => {
    try {
      return [takeRegexScript(intake, value, index)];
    } catch (error) {
      failed(`${file.name}: regex script ${index + 1}`, error);
      return [];
    }
  });
  for (const warning of warnings) failed(file.name, new SottoError('usage', 'bad_persona', warning));
  return [...people, ...scripts, ...takeWorldInfo(intake, worldInfo)];
}
