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
  overlay: '',
  whisper: '',
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

const onDark = { overlay: 'on #1c2229', selected: 'bold on #2f4a63', whisper: 'on #261f2f' };
const onLight = { overlay: 'on #eef1f4', selected: 'bold on #c9dcee', whisper: 'on #f7f2fb' };

const dark: StyleWords = {
  ...{ ...plain, ...castOnDark, ...onDark },
  speech: '#8fd3e8',
  code: '#e0c070',
  badge: '#cc9fd8',
  error: '#ff7a6b',
  accent: '#56b4e9',
};

const light: StyleWords = {
  ...{ ...plain, ...castOnLight, ...onLight },
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

/** Nothing is dim, and no colour is near the background: where that is not known, only those that read on black and on white. */
const highContrast: ThemeWords = {
  ...plain,
  dim: '',
  ooc: 'italic',
  badge: 'bold underline',
  error: 'bold inverse red',
  accent: 'bold underline',
  code: 'underline',
  speech: 'bold',
  cast: ['blue', 'magenta', 'red', 'cyan', 'green'].map((hue) => `bold ${hue}`),
  onDark: {
    ...{ overlay: 'on #000000', whisper: 'on #24004a', selected: 'bold #000000 on #ffe600' },
    ...{ speech: 'bold #ffffff', accent: 'bold underline #5fd7ff', badge: 'bold underline #ffd75f' },
    cast: ['#7fd0ff', '#ffc04d', '#3fe0a8', '#ffa6d6', '#fff45c'].map((colour) => `bold ${colour}`),
    cast16: castOnDark.cast16.slice(0, 5),
  },
  onLight: {
    ...{ overlay: 'on #ffffff', whisper: 'on #ffe9b0', selected: 'bold #ffffff on #00308f' },
    ...{ speech: 'bold #000000', accent: 'bold underline #003f8a', badge: 'bold underline #66134a' },
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
  onDark: {
    ...{ overlay: 'on #202020', selected: 'bold on #2c3954', whisper: 'on #1f2430' },
    ...{ speech: '#a9bfe8', accent: 'bold #a9bfe8', cast: ['bold', 'bold #a9bfe8', 'bold underline'] },
  },
  onLight: {
    ...{ overlay: 'on #f4f4f0', selected: 'bold on #d3dcef', whisper: 'on #eceff7' },
    ...{ speech: '#1d3a8a', accent: 'bold #1d3a8a', cast: ['bold', 'bold #1d3a8a', 'bold underline'] },
  },
};

/** The warm end of the colours, as by a fire. */
const ember: ThemeWords = {
  ...{ ...plain, ...castOnDark },
  overlay: 'on #2a1e18',
  selected: 'bold on #5a3822',
  whisper: 'on #2c1c1a',
  speech: '#f2b279',
  action: 'italic #d99a8b',
  code: '#e6c384',
  badge: '#e08a6d',
  error: 'bold #ff6b5a',
  accent: '#ff9e3d',
  onLight: {
    ...castOnLight,
    overlay: 'on #fbf1e6',
    selected: 'bold on #f0d5b5',
    whisper: 'on #fcf1ec',
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
  overlay: 'on #12262b',
  selected: 'bold on #1f4f58',
  whisper: 'on #19213a',
  speech: '#9fe0d8',
  action: 'italic #8fb8d8',
  code: '#b9d7a8',
  badge: '#a6b4f0',
  error: 'bold #ff8f86',
  accent: '#4fc3c9',
  onLight: {
    ...castOnLight,
    overlay: 'on #e8f4f4',
    selected: 'bold on #bfe0e0',
    whisper: 'on #f0f2fb',
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
