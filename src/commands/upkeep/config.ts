import { existsSync } from 'node:fs';
import type { App } from '../../app/app.ts';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import type { ConfigKey } from '../../config/config-key.ts';
import { userConfigFile } from '../../config/folders.ts';
import { configKeys } from '../../config/keys.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { folderAddresses, plainAddress } from '../../config/servers.ts';
import { printable } from '../../config/settings.ts';
import { exampleConfig, settingText, shownSettings } from '../../config/show.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import { argument, text, word } from '../parameters.ts';

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

const show = define({
  name: 'config show',
  group: 'upkeep',
  summary: 'every setting and where it comes from',
  parameters: {},
  *run({ app }) {
    yield* shownSettings(knownSettings(app));
  },
  json: ({ key, value, origin }) => ({
    ...{ type: 'setting', key, value: value ?? null, from: origin.from, origin: origin.name },
  }),
  text: settingText,
});

const init = define({
  name: 'config init',
  group: 'upkeep',
  summary: 'write a config file with every default',
  parameters: {},
  run({ app }) {
    const file = app.options.config ?? userConfigFile(app.search);
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
  only: { side: 'script', why: 'a config file is read when sotto starts' },
});

/** The address that is meant, else those that the file of the current folder gives. */
function addresses(app: App, given: string | undefined): string[] {
  const urls = given === undefined ? folderAddresses(app.given).map(({ url }) => url) : [plainAddress(given)];
  if (urls.length === 0) {
    const message = 'no config.toml of this folder names a model server; say which address you mean';
    throw new SottoError('usage', 'no_address', message);
  }
  for (const url of urls) {
    if (/^https?:\/\/[^/]/.test(url)) continue;
    const message = `${printable(url)} is no address of a model server; write it like http://127.0.0.1:8080`;
    throw new SottoError('usage', 'bad_url', message);
  }
  return urls;
}

const allow = define({
  name: 'config allow',
  group: 'upkeep',
  summary: 'agree to the address of a model server that the config.toml of the current folder names',
  parameters: { url: argument('[url]', word) },
  *run({ app }, { url: given }) {
    for (const url of addresses(app, given)) {
      app.store.servers.allow(url, app.now());
      yield url;
    }
  },
  json: (url) => ({ type: 'allowed', url }),
  text: (url) => `${url} is used where the config.toml of a folder names it`,
  only: { side: 'script', why: 'the screen asks about each such address when it is opened' },
});

const path = define({
  name: 'config path',
  group: 'upkeep',
  summary: 'the config file in use',
  parameters: {},
  run({ app }) {
    const { file } = app.given;
    return { file: file ?? userConfigFile(app.search), exists: file !== null };
  },
  json: (found) => ({ type: 'config', ...found }),
  text: ({ file, exists }) => (exists ? file : `${file} (not there yet)`),
});

/** What play obeys at once; the rest is read when sotto starts. */
const isPlayed = (key: ConfigKey): boolean =>
  /^(CharSpecific|AutoTurn$|(sampling|prompt|privacy|ooc|auto_turn|cast|lore)\.)/.test(key);

const set = define({
  name: 'set',
  group: 'upkeep',
  summary: 'another value for a setting, until the screen closes: /set AutoTurn on; or its value',
  parameters: { key: argument('<key>', word), value: argument('[value]', text) },
  run({ app }, { key, value }) {
    const known = [...configKeys.keys()].find((one) => one.toLowerCase() === key.toLowerCase());
    if (!known || !isPlayed(known)) {
      const why = known ? `${known} is read when sotto starts` : `there is no setting "${printable(key)}"`;
      throw new SottoError('usage', 'unknown_key', `${why}; \`sotto config show\` lists them`);
    }
    if (value !== undefined) {
      app.config.set(known, value);
      app.presetsChanged();
    }
    const shown = shownSettings(app.loaded).find((setting) => setting.key === known);
    return `${known} = ${JSON.stringify(shown?.value ?? null)}`;
  },
  text: (line) => line,
  only: { side: 'screen', why: 'on the command line a setting is a variable or stands in the config file' },
});

/** Commands about settings. */
export const settings: readonly Command[] = [show, init, allow, path, set];
