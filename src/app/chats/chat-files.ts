import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beginsAsZip, readZip, type Zip, type ZipMember } from '../../cards/formats/zip.ts';
import { memberBytes, memberPieces } from '../../cards/formats/zip-member.ts';
import { limits, MiB } from '../../cards/limits.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { fieldsOf } from '../../domain/json/fields.ts';
import { notAChat } from '../../interop/chat-file.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { aboutFile, asFileError } from '../files/file-error.ts';
import { isFile, makeFolderFor, readFileOf, writeFileOf } from '../files/files.ts';
import { beginFolder } from '../files/temporary-file.ts';
import type { App } from '../run/app.ts';

/** A file with chats, and what its chats are called that have no name. */
export interface NamedFile {
  readonly path: string;
  readonly title: string;
}

/** The files that a path stands for; those that were made for it are there until `drop`. */
export interface ChatFiles {
  readonly files: readonly NamedFile[];
  drop(): void;
}

const mostOfMember = 256 * MiB;
const mostScenarios = 1_000;

const titleOf = (path: string): string => basename(path).replace(/\.(?:jsonl?|zip|byaf)$/i, '');

function startsAsZip(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    return readSync(file, start) === 4 && beginsAsZip(start);
  } finally {
    closeSync(file);
  }
}

/** Members by what they hold: the conversations of ChatGPT and Claude, the scenarios and characters of Backyard. */
function chatsAmong({ members }: Zip) {
  const named = (pattern: RegExp) =>
    members.filter(({ name }) => pattern.test(name) && !name.startsWith('__MACOSX'));
  return {
    conversations: named(/(?:^|\/)conversations\.json$/i),
    scenarios: named(/(?:^|\/)scenarios\/[^/]+\.json$/i).slice(0, mostScenarios),
    characters: named(/(?:^|\/)characters\/(?:[^/]+\/)?character\.json$/i),
  };
}

/** The zip in a file whose members are chats; null for a file that is none. Throws SottoError `broken_zip`, `too_large`. */
function zipAt(path: string): Zip | null {
  if (!isFile(path) || !startsAsZip(path)) return null;
  return readZip(readFileOf(path, limits.file));
}

const hasChats = (zip: Zip): boolean => {
  const { conversations, scenarios } = chatsAmong(zip);
  return conversations.length + scenarios.length > 0;
};

/** Whether a file is a zip that other programs export chats in. */
export function isZipOfChats(path: string): boolean {
  try {
    const zip = zipAt(path);
    return zip !== null && hasChats(zip);
  } catch {
    return false;
  }
}

/** The name that a scenario's character goes by, which stands in a member of its own. */
function withCharacter(scenario: Uint8Array, character: Uint8Array | null): Uint8Array {
  if (!character) return scenario;
  const read = (bytes: Uint8Array) => fieldsOf(parseJson(new TextDecoder().decode(bytes)));
  const { displayName, name } = read(character);
  return Buffer.from(JSON.stringify({ character: { displayName: displayName ?? name }, ...read(scenario) }));
}

/** Unpacks the chats of a zip into a folder. */
function unpacked(path: string, zip: Zip, folder: string): NamedFile[] {
  const { conversations, scenarios, characters } = chatsAmong(zip);
  const bytesOf = (member: ZipMember) => memberBytes(zip, member, mostOfMember, () => {});
  const [character] = characters.length === 1 ? characters : [];
  const who = character ? bytesOf(character) : null;
  const all = [
    ...conversations.map((member) => () => memberPieces(zip, member, mostOfMember)),
    ...scenarios.map((member) => () => [withCharacter(bytesOf(member), who)]),
  ];
  return all.map((pieces, at) => {
    const file = join(folder, `${at}.json`);
    writeFileOf(file, pieces(), { force: true });
    return { path: file, title: titleOf(path) };
  });
}

/** Copies what comes through a pipe, as a file may be read more than once. */
async function copied(app: App, path: string, folder: string): Promise<string> {
  const file = join(folder, path === '-' ? 'stdin.jsonl' : `pipe${extname(path)}`);
  if (path === '-') writeFileSync(file, await app.person.input(), { mode: 0o600 });
  else await pipeline(createReadStream(path), createWriteStream(file, { mode: 0o600 }));
  return file;
}

/**
 * The files of chats that a path given to an import stands for: the file itself, what a pipe (`-` is standard input) brings, or
 * the chats in a zip that other programs export. Rejects with SottoError `no_such_file`, `not_a_chat`, `broken_zip`, `too_large`.
 */
export async function chatFilesAt(app: App, path: string): Promise<ChatFiles> {
  const isPlain = path !== '-' && isFile(path);
  const isPipe = path === '-' || statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  if (!isPipe && !(isPlain && startsAsZip(path)))
    return { files: [{ path, title: titleOf(path) }], drop: () => {} };
  const place = join(app.dataFolder, 'sotto.db');
  makeFolderFor(place);
  const folder = beginFolder(app.dataFolder);
  try {
    const file = isPlain ? path : await copied(app, path, folder.path);
    const zip = zipAt(file);
    const called = path === '-' ? 'Chat' : titleOf(path);
    if (!zip) return { files: [{ path: file, title: called }], drop: folder.drop };
    if (!hasChats(zip)) throw notAChat('is a zip without chats of ChatGPT, Claude or Backyard');
    return { files: unpacked(path, zip, folder.path), drop: folder.drop };
  } catch (error) {
    folder.drop();
    throw ofPath(path, isSottoError(error) ? error : asFileError(path, error));
  }
}

const ofPath = (path: string, error: unknown): unknown =>
  isSottoError(error) && error.message.includes(path) ? error : aboutFile(path, error);

/** What is wrong with one of these files, in terms of the path that was given for it. */
export function ofGiven(given: string, { files }: ChatFiles, error: unknown): unknown {
  if (!isSottoError(error)) return error;
  const { family, code, message } = error;
  const said = files.reduce((text, { path }) => text.replaceAll(path, given), message);
  return said === message ? error : new SottoError(family, code, said, { cause: error });
}
