import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');

/** What another npm that runs these tests tells its own scripts is nothing for the one that is tested. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Runs npm, or a program by npx, in a folder, without asking the registry for what it has fetched before. */
export function npm(folder: string, program: 'npm' | 'npx', ...args: string[]): SpawnSyncReturns<string> {
  // On Windows these are no programs but scripts of its shell.
  const shell = process.platform === 'win32';
  const quiet = {
    ...env,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  return spawnSync(program, args, { cwd: folder, env: quiet, encoding: 'utf8', shell });
}

/** A copy of the repository, in which a build disturbs nobody, with the packages that are installed here. */
export function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sotto-package-'));
  for (const name of readdirSync(root).filter(
    (one) => !['.git', 'dist', 'node_modules', 'test'].includes(one),
  ))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(modules, join(copy, 'node_modules'), 'junction');
  return copy;
}

/** An empty folder into which a package file was installed; SQLite's native part is the one that was compiled for this Node. */
export function installed(tarball: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-consumer-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { status, stderr } = npm(folder, 'npm', 'install', '--ignore-scripts', tarball);
  if (status !== 0) throw new Error(stderr);
  const build = 'better-sqlite3/build/Release';
  mkdirSync(join(folder, 'node_modules', build), { recursive: true });
  const addon = `${build}/better_sqlite3.node`;
  cpSync(join(modules, addon), join(folder, 'node_modules', addon));
  return folder;
}
