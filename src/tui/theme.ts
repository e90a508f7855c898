/** Parameters of an SGR sequence such as `1;36`; '' is plain. */
export type Style = string;

/** The looks that can be chosen. `auto` reads on any background; `plain` has no colour, only bold, dim, italic. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'plain';

/** Every style of the screen by its role. */
export interface Theme {
  readonly name: ThemeName;
  readonly dim: Style;
  readonly strong: Style;
  readonly action: Style;
  readonly ooc: Style;
  readonly speech: Style;
  readonly code: Style;
  readonly badge: Style;
  readonly error: Style;
  readonly accent: Style;
  readonly selected: Style;
  /** Names of the cast, by their place in it. */
  readonly cast: readonly Style[];
}

const plain: Theme = {
  name: 'plain',
  dim: '2',
  strong: '1',
  action: '3',
  ooc: '2;3',
  speech: '',
  code: '1',
  badge: '1;2',
  error: '1',
  accent: '1',
  selected: '7',
  cast: ['1'],
};

const auto: Theme = {
  ...plain,
  name: 'auto',
  speech: '36',
  code: '36',
  badge: '35',
  error: '31',
  accent: '36',
  cast: ['1;36', '1;35', '1;32', '1;34', '1;31'],
};

const themes: Record<ThemeName, Theme> = {
  plain,
  auto,
  dark: { ...auto, name: 'dark', code: '33', cast: ['1;96', '1;93', '1;92', '1;95', '1;94', '1;91'] },
  light: {
    ...auto,
    name: 'light',
    speech: '34',
    code: '34',
    accent: '34',
    cast: ['1;34', '1;35', '1;31', '1;32', '1;36'],
  },
};

/** The theme of this name. */
export const themeOf = (name: ThemeName): Theme => themes[name];

/** The text in this style, back to plain at its end. */
export const styled = (style: Style, text: string): string =>
  style === '' || text === '' ? text : `\x1b[${style}m${text}\x1b[0m`;
