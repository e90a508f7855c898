import { lstatSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { attempt } from '../files/attempt.ts';
import { asFileError } from '../files/file-error.ts';

/** A file of the folder: its name from there on, and where it is. */
export interface DirectoryFile {
  readonly name: string;
  readonly path: string;
}

const marks = ['settings.json', 'characters', 'chats', 'worlds', 'group chats'];
const places = ['.', 'data/default-user', 'default-user', 'public'];

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The entries of a folder that exist in it themselves: links, which may lead anywhere, are not among them. */
function entriesOf(path: string) {
  try {
    return isFolder(path) ? readdirSync(path, { withFileTypes: true }) : [];
  } catch (error) {
    throw asFileError(path, error);
  }
}

/**
 * The folder with a person's data: the one given, or the usual place in it. Throws SottoError `no_such_file`,
 * `no_sillytavern`.
 */
export function dataOf(given: string): string {
  const start = resolve(given);
  try {
    readdirSync(start);
  } catch (error) {
    throw asFileError(given, error);
  }
  const found = places
    .map((place) => join(start, place))
    .find((path) => entriesOf(path).some(({ name }) => marks.includes(name)));
  if (found) return found;
  const message = `${given} is not a SillyTavern data directory; name the one that contains \`characters\` and \`chats\``;
  throw new SottoError('not_found', 'no_sillytavern', message);
}

const usualFolders = [
  'SillyTavern',
  'sillytavern',
  'Documents/SillyTavern',
  'Desktop/SillyTavern',
  'SillyTavern-Launcher/SillyTavern',
];

/** Where SillyTavern usually is below a person's home folder, if its data is there. */
export const usualFolder = (home: string): string | undefined =>
  usualFolders
    .map((folder) => join(home, folder))
    .find((path) => attempt(() => isFolder(path) && dataOf(path) !== '') === true);

/** Files of these extensions in a folder of the data, and in folders of that one when `deep`, by name. */
export function filesIn(
  data: string,
  folder: string,
  extensions: readonly string[],
  deep = false,
): DirectoryFile[] {
  const entries = entriesOf(join(data, folder));
  const inner = deep ? entries.filter((entry) => entry.isDirectory()) : [];
  const files = entries
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name).toLowerCase()))
    .map(({ name }) => ({ name: `${folder}/${name}`, path: join(data, folder, name) }));
  const deeper = inner.flatMap(({ name }) => filesIn(data, `${folder}/${name}`, extensions));
  return [...files, ...deeper].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const keys = 'it holds keys and passwords, which are left where they are';
const madeAnew = 'SillyTavern makes it anew';

/** What is not taken along of the data, and why. */
const leftThere: Readonly<Record<string, string>> = {
  'secrets.json': keys,
  'cookie-secret.txt': keys,
  backups: 'they are older versions of what is there',
  thumbnails: madeAnew,
  vectors: madeAnew,
  _cache: madeAnew,
  _webpack: madeAnew,
  extensions: 'it holds programs: install them again',
};

/** What an old version of the program has of a person's beside itself. */
const ofPerson = new Set([
  ...['characters', 'chats', 'group chats', 'groups', 'worlds', 'User Avatars', 'backgrounds', 'themes'],
  ...['movingUI', 'NovelAI Settings', 'KoboldAI Settings', 'OpenAI Settings', 'TextGen Settings'],
  ...['instruct', 'context', 'sysprompt', 'reasoning', 'QuickReplies', 'regex', 'user', 'assets'],
  'settings.json',
]);

/** What of the data is not taken along: its file or folder, and the reason. */
export const leftIn = (data: string): { readonly file: string; readonly reason: string }[] =>
  entriesOf(data).flatMap(({ name }) => {
    const reason = Object.hasOwn(leftThere, name) ? leftThere[name] : undefined;
    return reason === undefined ? [] : [{ file: name, reason }];
  });

function* below(data: string, folder: string): Generator<DirectoryFile> {
  for (const entry of entriesOf(join(data, folder)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== '.git') yield* below(data, name);
    else if (entry.isFile()) yield { name, path: join(data, name) };
  }
}

/** All files of the data that are taken along, by folder and name. */
export function* filesBelow(data: string): Generator<DirectoryFile> {
  const entries = entriesOf(data);
  const isProgram = entries.some(({ name }) => name === 'index.html');
  const wanted = entries.filter(
    ({ name }) =>
      !Object.hasOwn(leftThere, name) && !name.startsWith('.') && (!isProgram || ofPerson.has(name)),
  );
  for (const entry of wanted.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* below(data, entry.name);
    else if (entry.isFile()) yield { name: entry.name, path: join(data, entry.name) };
  }
}

/** How many links there are in the data itself and its folders, which are passed over. */
export const linksIn = (data: string): number =>
  [data, ...entriesOf(data).flatMap((entry) => (entry.isDirectory() ? [join(data, entry.name)] : []))]
    .flatMap(entriesOf)
    .filter((entry) => entry.isSymbolicLink()).length;
