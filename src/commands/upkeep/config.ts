import { existsSync } from 'node:fs';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import type { App } from '../../app/run/app.ts';
import { findConfigFile } from '../../config/find.ts';
import { userConfigFile } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { folderAddresses, plainAddress } from '../../config/servers.ts';
import { printable } from '../../config/settings.ts';
import { exampleConfig, settingText, shownSettings } from '../../config/show.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import { argument, word } from '../parameters.ts';
import { set } from './set.ts';
import { settingsList } from './settings.ts';

/** All settings; without presets when the store that holds them cannot be read. */
function knownSettings(app: App): LoadedConfig {
  try {
    return app.loaded;
  } catch (error) {
    const why = app.explain(error);
    if (!isSottoError(why) || why.family !== 'store') throw error;
    app.person.tell(`sotto: presets are not shown: ${why.message}`);
    return app.given;
  }
}

/** `config show`: all settings. */
export const show = define({
  name: 'config show',
  group: 'upkeep',
  synonyms: ['options', 'preferences', 'configuration'],
  summary: 'show every setting and where it comes from',
  parameters: {},
  *run({ app }) {
    yield* shownSettings(knownSettings(app));
  },
  json: ({ key, value, origin }) => ({
    ...{ type: 'setting', key, value: value ?? null, from: origin.from, origin: origin.name },
  }),
  text: settingText,
  screen: { name: 'settings', show: (_, scope) => settingsList(scope) },
});

const init = define({
  name: 'config init',
  group: 'upkeep',
  summary: 'write a config file with every default, at the path that `config path` prints',
  parameters: {},
  run({ app }) {
    const named = app.options.config || app.search.env.SOTTO_CONFIG;
    const file = named || (findConfigFile(app.search)?.path ?? userConfigFile(app.search));
    if (existsSync(file)) {
      const message = `${file} exists already; edit it, or choose another with --config`;
      throw new SottoError('usage', 'file_exists', message);
    }
    makeFolderFor(file);
    writeFileOf(file, [exampleConfig(app.packageRoot)], { force: false });
    return file;
  },
  json: (file) => ({ type: 'config', file }),
  text: (file) => `wrote ${file}`,
  only: { side: 'script', why: 'the config file is read when sotto starts' },
});

/** The address that is meant, else those that the file of the current folder gives. */
function addresses(app: App, given: string | undefined): string[] {
  const urls = given === undefined ? folderAddresses(app.given).map(({ url }) => url) : [plainAddress(given)];
  if (urls.length === 0) {
    const message =
      'no config.toml in the current directory names a model server; say which address you mean';
    throw new SottoError('usage', 'no_address', message);
  }
  for (const url of urls) {
    if (/^https?:\/\/[^/]/.test(url)) continue;
    const message = `${printable(url)} is not the address of a model server; write it like http://127.0.0.1:8080`;
    throw new SottoError('usage', 'bad_url', message);
  }
  return urls;
}

const allow = define({
  name: 'config allow',
  group: 'upkeep',
  summary: 'allow the model server address named by the config.toml in the current directory',
  parameters: { url: argument('[url]', word) },
  *run({ app }, { url: given }) {
    for (const url of addresses(app, given)) {
      app.store.servers.allow(url, app.now());
      yield url;
    }
  },
  json: (url) => ({ type: 'allowed', url }),
  text: (url) => `${url} may now be used by a config.toml in the current directory`,
  only: { side: 'script', why: 'the screen asks about each such address when it opens' },
});

const path = define({
  name: 'config path',
  group: 'upkeep',
  summary: 'print the path of the config file in use',
  parameters: {},
  run({ app }) {
    const { file } = app.given;
    return { file: file ?? userConfigFile(app.search), exists: file !== null };
  },
  json: (found) => ({ type: 'config', ...found }),
  text: ({ file, exists }) => (exists ? file : `${file} (not there yet)`),
});

/** Commands about settings. */
export const settings: readonly Command[] = [show, init, allow, path, set];
