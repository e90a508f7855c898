import { configKeys } from '../../config/keys.ts';
import { originText, printable } from '../../config/settings.ts';
import { documented, exampleConfig, type ShownSetting, shownSettings, toml } from '../../config/show.ts';
import { type Call, type Command, define, type Item, type Shown } from '../command.ts';
import type { ScreenScope } from '../scope.ts';
import { list } from '../shown/show.ts';
import { later, set } from './set.ts';

const title = 'Settings';

const valueText = ({ value }: ShownSetting): string =>
  value === undefined ? 'left to the server' : printable(toml(value));

/** A value as it is written into a field; nothing of one that holds a secret or more than a line. */
const written = ({ key, value, isMasked }: ShownSetting): string => {
  if (isMasked || value === undefined) return '';
  const line = configKeys.get(key)?.written === 'json' ? JSON.stringify(value) : String(value);
  return /\p{Cc}/u.test(line) ? '' : line;
};

/** Sets one and leads back to the list of all. */
const change = define({
  name: 'settings change',
  group: 'upkeep',
  summary: 'change a setting',
  parameters: set.parameters,
  run: set.run,
  screen: {
    ask: (scope, values, again) => set.screen?.ask?.(scope, values, again) ?? null,
    show: ([changed], scope) => ({
      ...settingsList(scope),
      ...(changed && { told: set.text?.(changed, scope, { key: changed.key, value: '' }) ?? '' }),
    }),
  },
});

const callTo = (key: string, value: string): Call => ({
  command: change as Command,
  values: { key, value },
});

/** The few things that a setting may be; the theme is worn while its row is looked at. */
function choicesFor(setting: ShownSetting, { looks }: ScreenScope): Shown {
  const { key, value } = setting;
  const isTheme = key === 'theme.name';
  const choices = isTheme ? looks.names() : (configKeys.get(key)?.choices ?? []);
  const items = choices.map((choice) => ({
    label: choice,
    call: callTo(key, choice),
    ...(choice === String(value) && { detail: 'now' }),
    ...(isTheme && { look: () => looks.tryOn(choice) }),
  }));
  const worn = looks.name;
  const shown = list(key, items, choices.indexOf(String(value)));
  return isTheme ? { ...shown, onClose: () => looks.tryOn(worn) } : shown;
}

/** Another value is chosen or written. */
const picking = ({ key }: ShownSetting, about: readonly string[]): Call => ({
  isLook: true,
  does(scope) {
    const setting = shownSettings(scope.app.loaded).find((one) => one.key === key);
    if (!setting) return null;
    if (key === 'theme.name' || configKeys.get(key)?.choices) return choicesFor(setting, scope);
    return {
      ...{ type: 'field', title: key, lines: about, value: written(setting) },
      call: (value) => callTo(key, value),
    };
  },
});

const aboutOf = (setting: ShownSetting, does: string): string[] => {
  const { key, origin, isMasked } = setting;
  const expected = configKeys.get(key)?.expected ?? '';
  const isLater = later(key) !== null;
  return [
    ...(does === '' ? [] : [does]),
    `Now ${valueText(setting)}, from ${originText(origin)}.${isMasked ? ' What looks like a secret is not shown.' : ''}`,
    `It is ${expected}.${isLater ? ` Another value ${later(key)}.` : ''}`,
  ];
};

function itemFor(setting: ShownSetting, does: string): Item {
  const { key, value, origin } = setting;
  const about = aboutOf(setting, does);
  const isFlag = configKeys.get(key)?.written === 'boolean';
  const isOfHere = origin.name.startsWith('/set ');
  const from = origin.from === 'default' ? '' : ` · ${isOfHere ? 'set here' : origin.from}`;
  return {
    label: key,
    detail: `${valueText(setting)}${from}`,
    preview: () => about,
    stays: true,
    call: isFlag ? callTo(key, String(value !== true)) : picking(setting, about),
  };
}

/** Every setting to choose from, with its value, where that comes from and what it does; Enter changes it. */
export function settingsList({ app }: ScreenScope): Extract<Shown, { type: 'list' }> {
  const does = documented(exampleConfig(app.packageRoot));
  const items = shownSettings(app.loaded).map((one) => itemFor(one, does.get(one.key) ?? ''));
  return list(title, items);
}
