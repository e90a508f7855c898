// What npm runs before it links or packs this folder: builds it, and first installs what builds it where that is missing, as for `npm install -g .` in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = process.env.npm_execpath;
const isInstalled = existsSync(`${root}/node_modules/esbuild`);
// `npm ci` runs this script again.
const args = isInstalled ? [`${root}/bin/build.mjs`] : [npm, 'ci', '--location=project', '--no-global'];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
