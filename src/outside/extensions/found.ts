import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';

/** An extension as it lies in the folder of tools: all files that it consists of. */
export interface Found {
  readonly name: string;
  /** The module that is loaded, and the folder or file outside of which nothing belongs to it. */
  readonly entry: string;
  readonly root: string;
  /** SHA-256 of each file, by its path. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of all of them and where they lie. */
  readonly hash: string;
}

const nameForm = /^[a-z][a-z0-9_-]{0,39}$/;
const most = { files: 500, bytes: 16 * 1024 * 1024 };

const refused = (name: string, why: string): SottoError =>
  new SottoError('usage', 'bad_extension', `the extension ${name} cannot be used: ${why}`);

/** Names of the extensions in a folder: `NAME.mjs`, and folders with an `index.mjs`. */
export function extensionsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).map((one) =>
      one.isDirectory() ? one.name : one.name.endsWith('.mjs') ? one.name.slice(0, -4) : '',
    );
    return [...new Set(names)].filter((name) => nameForm.test(name)).sort();
  } catch {
    return [];
  }
}

function* filesUnder(path: string, name: string): Iterable<string> {
  const about = lstatSync(path);
  if (about.isDirectory()) {
    for (const entry of readdirSync(path).sort()) yield* filesUnder(join(path, entry), name);
  } else if (about.isFile()) yield path;
  else throw refused(name, `${path} is no ordinary file: put the file itself there`);
}

/** What an extension consists of now. Throws SottoError `no_such_extension`, `bad_extension`. */
export function readExtension(folder: string, name: string): Found {
  if (!extensionsIn(folder).includes(name)) {
    const message = `there is no extension "${name}": put ${name}.mjs, or a directory ${name} with an index.mjs, into ${folder}`;
    throw new SottoError('not_found', 'no_such_extension', message);
  }
  const real = realpathSync(folder);
  const isFolder = extensionIsFolder(join(real, name));
  const root = join(real, isFolder ? name : `${name}.mjs`);
  const files: Record<string, string> = {};
  const whole = createHash('sha256');
  let [count, bytes] = [0, 0];
  for (const path of filesUnder(root, name)) {
    const content = readFileSync(path);
    count += 1;
    bytes += content.length;
    if (count > most.files || bytes > most.bytes)
      throw refused(name, `it has more than ${most.files} files or 16 MB`);
    const hash = createHash('sha256').update(content).digest('hex');
    files[path] = hash;
    whole.update(`${hash} ${path.slice(real.length)}\n`);
  }
  const entry = isFolder ? join(root, 'index.mjs') : root;
  if (!Object.hasOwn(files, entry)) throw refused(name, `it has no ${entry}`);
  return { name, entry, root, files, hash: whole.digest('hex') };
}

const extensionIsFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
