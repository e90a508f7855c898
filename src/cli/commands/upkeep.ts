import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app/app.ts';
import { asFileError } from '../../app/files/file-error.ts';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import { beginFile } from '../../app/files/temporary-file.ts';
import { userConfigFile } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { folderAddresses, plainAddress } from '../../config/servers.ts';
import { printable } from '../../config/settings.ts';
import { exampleConfig, showConfig, shownSettings } from '../../config/show.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { run } from '../run.ts';

/** A file name for a time: `2026-01-31T12-00-00`. */
const stamp = (iso: string): string => iso.slice(0, 19).replaceAll(':', '-');

/** Copies the store to a file that is not there yet, whole or not at all. Rejects with SottoError. */
async function backupTo({ store }: App, to: string): Promise<void> {
  makeFolderFor(to);
  const fresh = beginFile(to, { force: false });
  try {
    await store.backup(fresh.part);
    fresh.keep();
  } catch (error) {
    fresh.drop();
    throw asFileError(to, error);
  }
}

async function backup(app: App, file: string | undefined): Promise<void> {
  const to = file ?? join(app.dataFolder, 'backups', `sotto-${stamp(app.now())}.db`);
  await backupTo(app, to);
  app.out.result({ type: 'backup', file: to }, `backed up to ${to}`);
}

const sidecars = ['', '-wal', '-shm'];

function move(from: string, to: string): void {
  for (const part of sidecars) {
    if (existsSync(from + part)) renameSync(from + part, to + part);
  }
}

/** Keeps the present store: as a backup, or, when it is damaged, moved out of the way. True when moved. */
async function keepPresent(app: App, safe: string): Promise<boolean> {
  try {
    await backupTo(app, safe);
    return false;
  } catch (error) {
    const why = app.explain(error);
    if (!(why instanceof SottoError) || why.code !== 'store_damaged') throw why;
  } finally {
    app.close();
  }
  makeFolderFor(safe);
  move(app.storeFile, safe);
  return true;
}

function freeFile(folder: string, name: string): string {
  let file = join(folder, `${name}.db`);
  for (let n = 2; existsSync(file); n += 1) file = join(folder, `${name}-${n}.db`);
  return file;
}

async function restore(app: App, file: string): Promise<void> {
  const { restoreStore } = await import('../../store/database/restore.ts');
  const safe = freeFile(join(app.dataFolder, 'backups'), `before-restore-${stamp(app.now())}`);
  const had = existsSync(app.storeFile);
  const isMoved = had && (await keepPresent(app, safe));
  try {
    await restoreStore(file, app.storeFile, join(app.packageRoot, 'drizzle'));
  } catch (error) {
    if (isMoved) move(safe, app.storeFile);
    throw error;
  }
  const kept = had ? `; what was there before is in ${safe}` : '';
  app.out.result({ type: 'restored', file, before: had ? safe : null }, `restored ${file}${kept}`);
}

function initConfig(app: App): void {
  const file = app.options.config ?? userConfigFile(app.search);
  if (existsSync(file)) {
    throw new SottoError(
      'usage',
      'file_exists',
      `${file} exists already; edit it, or choose another with --config`,
    );
  }
  makeFolderFor(file);
  writeFileOf(file, [exampleConfig(app.packageRoot)], { force: false });
  app.out.result({ type: 'config', file }, `wrote ${file}`);
}

/** All settings; without presets when the store that holds them cannot be read. */
function knownSettings(app: App): LoadedConfig {
  try {
    return app.loaded;
  } catch (error) {
    const why = app.explain(error);
    if (!isSottoError(why) || why.family !== 'store') throw error;
    app.out.talk(`sotto: presets are not shown: ${why.message}`);
    return app.given;
  }
}

function showSettings(app: App): void {
  const { out } = app;
  const loaded = knownSettings(app);
  if (!out.isJson) out.text(showConfig(loaded).join('\n'));
  for (const { key, value, origin } of out.isJson ? shownSettings(loaded) : []) {
    out.result({ type: 'setting', key, value: value ?? null, from: origin.from, origin: origin.name }, '');
  }
}

/** Agrees to an address, or to those that the file of the current folder gives. */
function allow(app: App, address: string | undefined): void {
  const urls =
    address === undefined ? folderAddresses(app.given).map(({ url }) => url) : [plainAddress(address)];
  if (urls.length === 0) {
    const message = 'no config.toml of this folder names a model server; say which address you mean';
    throw new SottoError('usage', 'no_address', message);
  }
  for (const url of urls) {
    if (!/^https?:\/\/[^/]/.test(url)) {
      const message = `${printable(url)} is no address of a model server; write it like http://127.0.0.1:8080`;
      throw new SottoError('usage', 'bad_url', message);
    }
  }
  for (const url of urls) {
    app.store.servers.allow(url, app.now());
    app.out.result({ type: 'allowed', url }, `${url} is used where the config.toml of a folder names it`);
  }
}

const registerConfig = (program: Command): void => {
  const config = program.command('config').description('settings');
  config
    .command('show')
    .description('every setting and where it comes from')
    .action(run((app) => showSettings(app)));
  config
    .command('init')
    .description('write a config file with every default')
    .action(run((app) => initConfig(app)));
  config
    .command('allow [url]')
    .description('agree to the address of a model server that the config.toml of the current folder names')
    .action(run((app, [url]) => allow(app, url)));
  config
    .command('path')
    .description('the config file in use')
    .action(
      run((app) => {
        const file = app.given.file ?? userConfigFile(app.search);
        const isThere = app.given.file !== null;
        app.out.result({ type: 'config', file, exists: isThere }, isThere ? file : `${file} (not there yet)`);
      }),
    );
};

/** `sotto backup`, `restore`, `config`. */
export function registerUpkeep(program: Command): void {
  program
    .command('backup [file]')
    .description('copy the store, safely while it is in use')
    .action(run((app, [file]) => backup(app, file)));
  program
    .command('restore <file>')
    .description('put a backup in the place of the store, which is backed up first')
    .action(run((app, [file = '']) => restore(app, file)));
  registerConfig(program);
}
