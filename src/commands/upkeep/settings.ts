import { configKeys } from '../../config/keys.ts';
import { originText } from '../../config/settings.ts';
import { documented, exampleConfig, type ShownSetting, shownSettings } from '../../config/show.ts';
import { type Call, type Command, define, type Item, type Shown } from '../command.ts';
import type { ScreenScope } from '../scope.ts';
import { list } from '../shown/show.ts';
import { later, resetSetting, set } from './set.ts';
import { groupOf, labelOf, valueText } from './setting-words.ts';

const title = 'Settings';

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
    ...(isTheme && { look: () => looks.tryOn(choice), swatch: (room: number) => looks.swatch(choice, room) }),
  }));
  const worn = looks.name;
  const shown = list(labelOf(key), items, choices.indexOf(String(value)));
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
      ...{ type: 'field', title: labelOf(key), lines: about, value: written(setting) },
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
    `${key} is ${valueText(setting)}, from ${originText(origin)}.${isMasked ? ' What looks like a secret is not shown.' : ''}`,
    `It may be ${expected}.${isLater ? ` Another value ${later(key)}.` : ''}`,
  ];
};

/** All that it may be, where that is few: one after the other by Left and Right. */
const choicesOf = (key: ShownSetting['key'], { looks }: ScreenScope): readonly string[] =>
  key === 'theme.name' ? looks.names() : (configKeys.get(key)?.choices ?? []);

/** Left and Right on a setting that is one of a few; nothing on another. */
function turning({ key, value }: ShownSetting, scope: ScreenScope): Pick<Item, 'turned'> {
  const choices = choicesOf(key, scope);
  if (choices.length === 0) return {};
  const at = choices.indexOf(String(value));
  return { turned: (by) => callTo(key, choices[(at + by + choices.length) % choices.length] ?? '') };
}

/** Delete on a setting that is not as it usually is. */
const usually = ({ key, origin }: ShownSetting): Pick<Item, 'cleared'> =>
  origin.from === 'default'
    ? {}
    : {
        cleared: {
          async does(scope) {
            resetSetting(scope, key);
            if (key.startsWith('backend.')) await scope.play.reconnect();
            const now = shownSettings(scope.app.loaded).find((one) => one.key === key);
            if (key === 'theme.name') scope.looks.tryOn(String(now?.value));
            return {
              ...settingsList(scope),
              told: `${labelOf(key)}: ${now ? valueText(now) : ''}, as usual`,
            };
          },
        },
      };

/** `explained`: what the config file says of it at length. */
function itemFor(setting: ShownSetting, explained: string, scope: ScreenScope): Item {
  const { key, value, origin } = setting;
  const isFlag = configKeys.get(key)?.written === 'boolean';
  const isOfHere = origin.name.startsWith('/set ');
  const isUsual = origin.from === 'default';
  const from = isUsual ? '' : ` · ${isOfHere ? 'set here' : origin.from}`;
  return {
    label: labelOf(key),
    key: isUsual ? '' : '●',
    detail: `${valueText(setting)}${from}`,
    group: groupOf(key).title,
    synonyms: [key, groupOf(key).title],
    preview: () => aboutOf(setting, configKeys.get(key)?.does ?? ''),
    stays: true,
    ...turning(setting, scope),
    ...usually(setting),
    call: isFlag ? callTo(key, String(value !== true)) : picking(setting, aboutOf(setting, explained)),
  };
}

/** Rows for what a setting does, what it is and what it may be. */
const aboutRows = 5;

/** Every setting to choose from, by what it is used for, with its value, where that comes from and what it does; Enter changes it. */
export function settingsList(scope: ScreenScope): Extract<Shown, { type: 'list' }> {
  const { app } = scope;
  const explained = documented(exampleConfig(app.packageRoot));
  const all = shownSettings(app.loaded).toSorted((a, b) => groupOf(a.key).at - groupOf(b.key).at);
  const items = all.map((one) => itemFor(one, explained.get(one.key) ?? '', scope));
  return { ...list(title, items), previewRows: aboutRows };
}
