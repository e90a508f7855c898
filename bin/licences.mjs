// The licences of what esbuild has bundled: their texts travel with it, and what is not permissive is not bundled.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Licences that ask for nothing but to be handed on. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** Folder of the installed package that a bundled file is part of; undefined for a file of our own. */
const packageOf = (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];

/** The texts of a package's licence: files of its own, else the one that we keep for it. */
function textsOf(folder, name) {
  const own = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const kept = fileURLToPath(new URL(`licences/${name.replace('/', '__')}.txt`, import.meta.url));
  const files = own.length > 0 ? own.sort().map((file) => join(folder, file)) : [kept].filter(existsSync);
  return files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim());
}

function licenceOf(folder) {
  const {
    name,
    version,
    license = 'not stated',
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const refuse = (why) => new Error(`${name} ${version} cannot be bundled: ${why}`);
  if (!permissive.includes(license))
    throw refuse(`its licence is ${JSON.stringify(license)}; permissive ones are ${permissive.join(', ')}`);
  const texts = textsOf(folder, name);
  if (texts.length === 0)
    throw refuse(`it has no text of its licence (${license}); put one into bin/licences`);
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

/**
 * The licence of every package of which a bundle holds a part, by name: its version, its id and its text. `root` is the folder
 * that paths in esbuild's metafiles go by. Throws where a licence is not permissive, not stated, or has no text.
 */
export function licencesOf(metafiles, root) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).map((output) => output.inputs));
  const files = inputs.flatMap((of) => Object.keys(of).filter((file) => of[file].bytesInOutput > 0));
  const folders = files.map((file) => packageOf(resolve(root, file))).filter((folder) => folder);
  const licences = new Set([...new Set(folders)].map(licenceOf));
  return [...licences].sort().join(`\n${'-'.repeat(80)}\n\n`);
}
