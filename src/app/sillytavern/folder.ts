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

/** What the data has besides: its folders that are not among `known` and hold something, by name. */
export const otherFolders = (data: string, known: readonly string[]): string[] =>
  entriesOf(data)
    .filter((entry) => entry.isDirectory() && !known.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => entriesOf(join(data, name)).length > 0)
    .sort();

/** How many links there are in the data itself and its folders, which are passed over. */
export const linksIn = (data: string): number =>
  [data, ...entriesOf(data).flatMap((entry) => (entry.isDirectory() ? [join(data, entry.name)] : []))]
    .flatMap(entriesOf)
    .filter((entry) => entry.isSymbolicLink()).length;
