import type { StyleWords, ThemeWords } from './words.ts';

const plain: StyleWords = {
  dim: 'dim',
  strong: 'bold',
  action: 'italic',
  ooc: 'dim italic',
  speech: '',
  code: 'bold',
  badge: 'bold dim',
  error: 'bold',
  accent: 'bold',
  selected: 'inverse',
  found: 'inverse',
  link: 'underline',
  cast: [''],
};

/** Colours of Okabe and Ito, which people tell apart however they see colours; those that read on a dark background. */
const castOnDark = {
  cast: ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#f0e442', '#e8743b'].map((colour) => `bold ${colour}`),
  cast16: ['cyan', 'yellow', 'green', 'magenta', 'white', 'red'].map((hue) => `bold bright-${hue}`),
};

/** The same hues, dark enough for a light background. */
const castOnLight = {
  cast: ['#0072b2', '#a84300', '#006f51', '#9a3f78', '#7a5700', '#4b4bb5'].map((colour) => `bold ${colour}`),
  cast16: ['blue', 'red', 'magenta', 'green', 'cyan', 'black'].map((hue) => `bold ${hue}`),
};

const dark: StyleWords = {
  ...{ ...plain, ...castOnDark },
  speech: '#8fd3e8',
  code: '#e0c070',
  badge: '#cc9fd8',
  error: '#ff7a6b',
  accent: '#56b4e9',
};

const light: StyleWords = {
  ...{ ...plain, ...castOnLight },
  speech: '#0b5394',
  code: '#6b4a00',
  badge: '#8a2f7a',
  error: '#b3001b',
  accent: '#0072b2',
};

/** Reads on any background: only colours of the terminal itself, which its person has chosen. */
const auto: ThemeWords = {
  ...plain,
  speech: 'cyan',
  code: 'cyan',
  badge: 'magenta',
  error: 'red',
  accent: 'cyan',
  cast: ['cyan', 'magenta', 'green', 'blue', 'red'].map((hue) => `bold ${hue}`),
  onDark: dark,
  onLight: light,
};

/** Nothing is dim, and no colour is near the background. */
const highContrast: ThemeWords = {
  ...plain,
  dim: '',
  ooc: 'italic',
  badge: 'bold underline',
  error: 'bold inverse',
  accent: 'bold underline',
  code: 'underline',
  onDark: {
    speech: 'bold #ffffff',
    cast: ['#7fd0ff', '#ffc04d', '#3fe0a8', '#ffa6d6', '#fff45c'].map((colour) => `bold ${colour}`),
    cast16: castOnDark.cast16.slice(0, 5),
  },
  onLight: {
    speech: 'bold #000000',
    cast: ['#003f73', '#6b2700', '#004532', '#66134a', '#3c2f00'].map((colour) => `bold ${colour}`),
    cast16: castOnLight.cast16.slice(0, 5),
  },
};

/** One ink on whatever paper there is: weight, slant and a single blue. */
const ink: ThemeWords = {
  ...plain,
  speech: 'blue',
  accent: 'bold blue',
  badge: 'underline',
  code: 'underline',
  cast: ['bold', 'bold underline', 'bold blue', 'bold italic'],
  onDark: { speech: '#a9bfe8', accent: 'bold #a9bfe8', cast: ['bold', 'bold #a9bfe8', 'bold underline'] },
  onLight: { speech: '#1d3a8a', accent: 'bold #1d3a8a', cast: ['bold', 'bold #1d3a8a', 'bold underline'] },
};

/** The warm end of the colours, as by a fire. */
const ember: ThemeWords = {
  ...{ ...plain, ...castOnDark },
  speech: '#f2b279',
  action: 'italic #d99a8b',
  code: '#e6c384',
  badge: '#e08a6d',
  error: 'bold #ff6b5a',
  accent: '#ff9e3d',
  onLight: {
    ...castOnLight,
    speech: '#7c3a00',
    action: 'italic #7a3b33',
    code: '#6b4a00',
    badge: '#8f3a1d',
    error: 'bold #b3001b',
    accent: '#a84300',
  },
};

/** Water, weed and foam. */
const sea: ThemeWords = {
  ...{ ...plain, ...castOnDark },
  speech: '#9fe0d8',
  action: 'italic #8fb8d8',
  code: '#b9d7a8',
  badge: '#a6b4f0',
  error: 'bold #ff8f86',
  accent: '#4fc3c9',
  onLight: {
    ...castOnLight,
    speech: '#00565c',
    action: 'italic #2b4a75',
    code: '#3d5a12',
    badge: '#3f3f9a',
    error: 'bold #b3001b',
    accent: '#006a72',
  },
};

/** The themes that come with sotto, by name. */
export const builtIn = {
  auto,
  plain,
  dark,
  light,
  'high-contrast': highContrast,
  ink,
  ember,
  sea,
} satisfies Record<string, ThemeWords>;

/** The name of a theme that comes with sotto. */
export type BuiltIn = keyof typeof builtIn;
