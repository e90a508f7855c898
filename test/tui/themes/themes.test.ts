import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtIn } from '../../../src/tui/themes/built-in.ts';
import { Looks } from '../../../src/tui/themes/looks.ts';
import { ownTheme } from '../../../src/tui/themes/own.ts';
import { type Depth, depthOf, hexOf, styleIn } from '../../../src/tui/themes/style.ts';
import { painted } from '../../../src/tui/themes/theme.ts';
import type { StyleWords } from '../../../src/tui/themes/words.ts';

const file = (table: unknown, name = 'mine') => ({ name, path: `/themes/${name}.toml`, table: () => table });
const names = Object.keys(builtIn) as (keyof typeof builtIn)[];

describe('words of a style', () => {
  test.each([
    ['bold #E69F00', 'all', '1;38;2;230;159;0'],
    ['bold #E69F00', 256, '1;38;5;178'],
    ['bold #E69F00', 16, '1;33'],
    ['italic bright-cyan', 16, '3;96'],
    ['208', 256, '38;5;208'],
    ['underline 208 inverse', 16, '4;33;7'],
    ['9', 16, '91'],
    ['', 'all', ''],
    ['#cc79a7', 16, '35'],
    ['red blue', 'all', null],
    ['256', 'all', null],
    ['#12345', 'all', null],
    ['blod', 'all', null],
    ['\x1b[31m', 'all', null],
  ] as const)('%j with %s colours is %j', (words, depth, style) => {
    expect(styleIn(words, depth)).toBe(style);
  });

  test('for all words: what is a style is numbers, never a control character', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('bold', 'red', '#123456', '77', 'constructor'));
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom<Depth>(16, 256, 'all'), (words, depth) => {
        expect(styleIn(words.join(' '), depth) ?? '').toMatch(/^[\d;]*$/);
      }),
    );
  });

  test('all colours only where COLORTERM says so, 256 where TERM does', () => {
    expect(depthOf({ COLORTERM: 'truecolor', TERM: 'xterm' })).toBe('all');
    expect(depthOf({ COLORTERM: 'yes', TERM: 'xterm-256color' })).toBe(256);
    expect(depthOf({ TERM: 'linux' })).toBe(16);
  });
});

const brightness = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = (hexOf(hex) ?? []).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [brightness(a), brightness(b)].sort((one, two) => one - two);
  return (high + 0.05) / (low + 0.05);
};

describe('the themes that come with sotto', () => {
  test.each(names)('%s: all its words are styles', (name) => {
    const { onDark = {}, onLight = {}, ...words } = builtIn[name] as (typeof builtIn)['auto'];
    const all = [words, onDark, onLight].flatMap((part) => Object.values(part).flat());
    expect(all.filter((text) => styleIn(text, 'all') === null)).toEqual([]);
  });

  test.each(names)(
    '%s: colours have the contrast of the guidelines, 7 to 1 where it is meant to be high',
    (name) => {
      const words = builtIn[name] as (typeof builtIn)['auto'];
      const least = name === 'high-contrast' ? 7 : 4.5;
      const on = (background: string, part: object): void => {
        const ink = JSON.stringify(part).replace(/"[^"]*on #[0-9a-f]{6}"/g, '');
        for (const [colour] of ink.matchAll(/#[0-9a-f]{6}/g))
          expect(contrast(colour, background), `${colour} on ${background}`).toBeGreaterThanOrEqual(least);
      };
      on('#1e1e1e', words.onDark ?? {});
      on('#ffffff', words.onLight ?? {});
      const { onDark: _, onLight: __, ...both } = words;
      on(name === 'light' ? '#ffffff' : '#1e1e1e', both);
    },
  );

  test.each(names)('%s: what stands on a ground of its own has that contrast there', (name) => {
    const least = name === 'high-contrast' ? 7 : 4.5;
    const { onDark, onLight, ...both } = builtIn[name] as (typeof builtIn)['auto'];
    const papers: [string, Partial<StyleWords>][] = [
      ...(name === 'light' ? [] : [['#ffffff', { ...both, ...onDark }] as [string, Partial<StyleWords>]]),
      ...(name === 'dark' ? [] : [['#000000', { ...both, ...onLight }] as [string, Partial<StyleWords>]]),
    ];
    for (const [usual, words] of papers) {
      const inks = JSON.stringify([
        words.speech,
        words.code,
        words.badge,
        words.error,
        words.accent,
        words.cast,
      ]);
      for (const role of ['overlay', 'whisper', 'selected'] as const) {
        const [, own = '', ground] = /(#[0-9a-f]{6})? ?on (#[0-9a-f]{6})/.exec(words[role] ?? '') ?? [];
        if (ground === undefined) continue;
        const shown = role === 'selected' ? [own || usual] : (inks.match(/#[0-9a-f]{6}/g) ?? []);
        for (const ink of shown)
          expect(contrast(ink, ground), `${ink} on ${role} ${ground}`).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test.each(names)('%s: names of the cast differ, with 16 colours too', (name) => {
    for (const background of ['dark', 'light', null] as const)
      for (const depth of ['all', 16] as const) {
        const { cast } = painted(builtIn[name], { depth, background, links: false });
        expect(new Set(cast).size).toBe(cast.length);
      }
  });
});

describe('what the screen wears', () => {
  test('auto is dark or light as the terminal says of its background, and readable before', () => {
    const looks = new Looks({ COLORTERM: 'truecolor' });
    const before = looks.theme;
    expect(before.speech).toBe('36');
    looks.onBackground('light');
    const { light } = builtIn;
    expect(looks.theme).toEqual(painted(light, { depth: 'all', background: 'light', links: false }));
    looks.onBackground('dark');
    expect(looks.theme).toEqual(painted(builtIn.dark, { depth: 'all', background: 'dark', links: false }));
  });

  test('with NO_COLOR every theme is plain', () => {
    const looks = new Looks({ NO_COLOR: '1', COLORTERM: 'truecolor' }, () => [file({ speech: 'red' })]);
    for (const name of looks.names()) {
      looks.choose(name);
      looks.onBackground('light');
      expect(JSON.stringify(looks.theme)).not.toMatch(/(?:^|[";])(?:3[0-8]|9[0-7])[;"]/);
    }
  });

  test('a theme of the human’s own says what differs from the one that it is based on', () => {
    const looks = new Looks({ COLORTERM: 'truecolor' }, () => [
      file({ base: 'ember', speech: 'bold #010203', cast: ['208'] }, 'dusk'),
    ]);
    expect(looks.names()).toEqual([...names, 'dusk']);
    looks.choose('dusk');
    looks.onBackground('light');
    const { code } = painted(builtIn.ember, { depth: 'all', background: 'light', links: false });
    expect(looks.theme).toMatchObject({ speech: '1;38;2;1;2;3', cast: ['38;5;208'], code });
  });

  test.each([
    [{ speech: 'blod' }, '/themes/mine.toml: speech must be a text of bold, dim'],
    [{ cast: [] }, '/themes/mine.toml: cast must be a list of styles'],
    [{ cast: ['red', 7] }, '/themes/mine.toml: cast must be'],
    [{ base: 'dusk' }, '/themes/mine.toml: base must be one of auto, plain'],
    [{ speach: 'red' }, '/themes/mine.toml: there is no role speach; there are'],
  ])('%j is refused by file and role', (table, message) => {
    expect(() => ownTheme(file(table))).toThrow(message);
  });

  test('a theme that is not there is answered with the nearest, and nothing changes', () => {
    const looks = new Looks({});
    looks.choose('sea');
    expect(() => looks.choose('embr')).toThrow('did you mean ember?');
    expect(looks.name).toBe('sea');
  });
});
