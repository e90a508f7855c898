// Loads nothing for an extension but the files that were agreed to, as they were then.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let files = {};

export function initialize(data) {
  files = data.files;
}

export async function load(url, context, next) {
  if (!url.startsWith('file:')) return next(url, context);
  const path = fileURLToPath(url);
  const content = await readFile(path);
  const hash = createHash('sha256').update(content).digest('hex');
  if (!Object.hasOwn(files, path) || files[path] !== hash)
    throw new Error(`${path} is no part of what was agreed to`);
  return /\.m?js$/.test(path)
    ? { format: 'module', source: content, shortCircuit: true }
    : next(url, context);
}
