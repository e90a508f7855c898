/** Parameters of an SGR sequence such as `1;36`; '' is plain. */
export type Style = string;

/** The looks that can be chosen. `auto` reads on any background; `plain` has no colour, only bold, dim, italic. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'plain';

/** How many colours a terminal shows: the 16 that its user chose, 256, or any. */
export type ColourDepth = 16 | 256 | 'any';

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
  /** Where what was looked for stands. */
  readonly found: Style;
  /** What a link can be followed by. */
  readonly link: Style;
  /** Whether links are told to the terminal (OSC 8). */
  readonly links: boolean;
  /** Rails and names of characters, each chosen by its id. */
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
  found: '7',
  link: '4',
  links: false,
  cast: [''],
};

const auto: Theme = {
  ...plain,
  name: 'auto',
  speech: '36',
  code: '36',
  badge: '35',
  error: '31',
  accent: '36',
  links: true,
  cast: ['36', '35', '32', '34', '31', '33'],
};

const themes: Record<ThemeName, Theme> = {
  plain,
  auto,
  dark: { ...auto, name: 'dark', code: '33', cast: ['96', '93', '92', '95', '94', '91'] },
  light: {
    ...auto,
    name: 'light',
    speech: '34',
    code: '34',
    accent: '34',
    cast: ['34', '35', '31', '32', '36'],
  },
};

/** Okabe and Ito's colours, which people tell apart whatever they see, without the two that one background swallows. */
const apart: Record<'dark' | 'light' | 'auto', readonly string[]> = {
  auto: ['E69F00', '56B4E9', '009E73', 'D55E00', 'CC79A7', '3D8FCC'],
  dark: ['E69F00', '56B4E9', '009E73', 'F0E442', 'D55E00', 'CC79A7'],
  light: ['B87F00', '0072B2', '007A59', 'D55E00', 'A8507F', '1F8FC9'],
};

const cube = (value: number): number => Math.max(0, Math.round((value - 55) / 40));

/** A colour as a terminal of this depth takes it. */
const colourOf = (hex: string, depth: 256 | 'any'): Style => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (depth === 'any') return `38;2;${red};${green};${blue}`;
  return `38;5;${16 + 36 * cube(red) + 6 * cube(green) + cube(blue)}`;
};

/** The theme of this name on a terminal of this depth; with 16 colours they are those that its user chose. */
export const themeOf = (name: ThemeName, depth: ColourDepth = 16): Theme => {
  const theme = themes[name];
  if (name === 'plain' || depth === 16) return theme;
  return { ...theme, cast: apart[name].map((hex) => colourOf(hex, depth)) };
};

/** How many colours the terminal of this environment shows, as far as it says so. */
export const colourDepthOf = ({ COLORTERM = '', TERM = '' }: NodeJS.ProcessEnv): ColourDepth => {
  if (/truecolor|24bit/i.test(COLORTERM)) return 'any';
  return /256/.test(TERM) ? 256 : 16;
};

/** The text in this style, back to plain at its end. */
export const styled = (style: Style, text: string): string =>
  style === '' || text === '' ? text : `\x1b[${style}m${text}\x1b[0m`;
