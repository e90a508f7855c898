import { readFileSync } from 'node:fs';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import type { App } from '../../app/run/app.ts';
import type { ConfigKey } from '../../config/config-key.ts';
import { withoutSetting, withSetting } from '../../config/edit.ts';
import { readText, variableOf } from '../../config/environment.ts';
import { userConfigFile } from '../../config/folders.ts';
import { configKeys } from '../../config/keys.ts';
import { printable } from '../../config/settings.ts';
import { shownSettings } from '../../config/show.ts';
import { SottoError } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import { define } from '../command.ts';
import { argument, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';

/** What play obeys at once; the rest is read when sotto starts. */
const isPlayed = (key: ConfigKey): boolean =>
  /^(CharSpecific|AutoTurn$|(sampling|prompt|privacy|ooc|auto_turn|cast|lore|theme|backend)\.)/.test(key);

/** When another value counts that play does not obey at once; null where it does. */
export const later = (key: ConfigKey): string | null =>
  isPlayed(key) ? null : 'takes effect when sotto starts again';

/** The setting of this name, in any case. Throws SottoError `unknown_key`. */
export function keyOf(given: string): ConfigKey {
  const known = [...configKeys.keys()].find((one) => one.toLowerCase() === given.toLowerCase());
  if (known) return known;
  const near = nearest(given, [...configKeys.keys()]);
  const remedy = near === null ? '; `sotto config show` lists them' : `: did you mean ${near}?`;
  const message = `there is no setting "${printable(given)}"${remedy}`;
  throw new SottoError('usage', 'unknown_key', message);
}

/** Writes the value into the config file in use, which is made where there is none; that file. */
function keep(app: App, key: ConfigKey, value: string): string {
  const { file } = app.given;
  const path = file ?? userConfigFile(app.search);
  const before = file === null ? '' : readFileSync(file, 'utf8');
  makeFolderFor(path);
  writeFileOf(path, [withSetting(before, key, readText(key, value), path)], { force: true });
  return path;
}

const shownValue = (app: App, key: ConfigKey): unknown =>
  shownSettings(app.loaded).find((setting) => setting.key === key)?.value ?? null;

/** A setting as it is now, and when that counts where it does not yet. */
interface Changed {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** The file that it was written into; null where nothing was changed. */
  readonly file: string | null;
  readonly when: string | null;
}

/** Sets one for this run and in the config file. Throws SottoError where the value is wrong, and changes nothing. */
export function changeSetting(
  { app, side }: Pick<Scope, 'app' | 'side'>,
  key: ConfigKey,
  value: string,
): Changed {
  app.config.set(key, value);
  app.presetsChanged();
  const file = keep(app, key, value);
  const when = side === 'screen' ? later(key) : null;
  const variable = variableOf(key);
  const isOverruled = Boolean(process.env[variable]);
  return {
    ...{ key, value: shownValue(app, key), file },
    when: isOverruled ? `$${variable} overrides it at the next start` : when,
  };
}

/** Takes one out of this run and of the config file in use: it is as it usually is. Throws SottoError, and changes nothing. */
export function resetSetting({ app }: Pick<Scope, 'app'>, key: ConfigKey): void {
  const { file } = app.given;
  if (file !== null)
    writeFileOf(file, [withoutSetting(readFileSync(file, 'utf8'), key, file)], { force: true });
  app.config.unset(key);
  app.presetsChanged();
}

/** `config set`: another value for a setting, or the one that it has. */
export const set = define({
  name: 'config set',
  group: 'upkeep',
  synonyms: ['option', 'preference'],
  summary: 'change a setting in the config file, such as AutoTurn on; without a value, show it',
  parameters: { key: argument('<key>', word), value: argument('[value]', text) },
  async run(scope, { key: given, value }): Promise<Changed> {
    const { app, side } = scope;
    const key = keyOf(given);
    if (value === undefined) return { key, value: shownValue(app, key), file: null, when: null };
    const changed = changeSetting(scope, key, value);
    if (side === 'screen' && key.startsWith('backend.')) await scope.play.reconnect();
    return changed;
  },
  json: ({ key, value, file }) => ({ type: 'setting', key, value, file }),
  text: ({ key, value, file, when }) =>
    [
      `${key} = ${JSON.stringify(value)}`,
      ...(file === null ? [] : [`in ${file}`]),
      ...(when ? [`(${when})`] : []),
    ].join(' '),
  screen: {
    name: 'set',
    ask({ looks }, { key, value }) {
      if (value !== undefined && key?.toLowerCase() === 'theme.name') looks.choose(value);
      return null;
    },
  },
});
