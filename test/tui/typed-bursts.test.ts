import { describe, expect, test, vi } from 'vitest';
import { graphemes } from '../../src/tui/terminal/cells.ts';
import type { Emulator } from './emulator.ts';
import { message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const line = 'She turned the key over in her hand, "well?", and waited 2 or 3 days. ';
const prose = line.repeat(300).slice(0, 20_000);

/** Two screens after the same keys, that came together there and one by one here. */
async function typedBothWays(
  ...parts: readonly (readonly [keys: string, shows: string])[]
): Promise<[string, string]> {
  const type = async (how: (emulator: Emulator, keys: string) => void): Promise<string> => {
    const emulator = await open(new SmallPlay([...scene, message('last', 'The last of all.')]));
    for (const [keys, shows] of parts) {
      how(emulator, keys);
      await emulator.shows(shows);
    }
    return emulator.text();
  };
  const together = await type((emulator, keys) => emulator.type(keys));
  return [
    together,
    await type((emulator, keys) => {
      for (const key of keys) emulator.type(key);
    }),
  ];
}

describe('keys that come faster than they are drawn', () => {
  test.each([4096, 20_000])(
    '20,000 characters in pieces of %i are all there in their order, as few changes',
    async (size) => {
      const play = new SmallPlay([]);
      const emulator = await open(play);
      for (let at = 0; at < prose.length; at += size) emulator.type(prose.slice(at, at + size));
      await emulator.shows(/waited 2 or 3 days/);
      expect(play.typed).toBe(prose);
      expect(play.drafts.length).toBeLessThan(20);
      emulator.type('\x1b\r');
      emulator.type('x');
      await vi.waitFor(() => expect(play.typed).toBe(`${prose}\nx`));
    },
  );

  test('Enter in the middle of a burst is a line break where pastes are not marked', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('\x1b[?2004;0$y');
    emulator.type('one line\rand another\rand ');
    await emulator.shows('and another');
    expect([play.typed, play.calls]).toEqual(['one line\nand another\nand ', []]);
  });

  test.each<[string, (readonly [string, string])[]]>([
    ['a letter that is a key of its own in an empty line', [['so, what? why?', 'so, what? why?']]],
    ['such a letter at the beginning', [['?', 'pick a message']]],
    ['a command and its menu', [['/dra', '/drawer']]],
    ['a name', [['so @Bo', '@Bob']]],
    [
      'the filter of a list',
      [
        ['/palette\r', 'type to filter'],
        ['branches of', '› branches of'],
      ],
    ],
    ['the search of what was written', [['\x12he said', 'search: he said']]],
    [
      'what is typed over a text that is read',
      [
        ['/prompt Alice\r', 'Prompt for Alice'],
        ['Quite so', 'Alice > Quite so'],
      ],
    ],
    [
      'what is typed over a picked message',
      [
        ['\x0f', 'y copy'],
        ['kkxqwow, so', 'Alice > wow, so'],
      ],
    ],
  ])('%s is the same, however its characters come', async (_, parts) => {
    const [together, apart] = await typedBothWays(...parts);
    expect(together).toBe(apart);
  });

  test.each([
    ['one two\x1b[27ubbxxiA few \x1b[27u0xp', 'Alice >  Afew e two'],
    ['x\x1b[27uddiHello you\x1b[27uhhxu', 'Alice > Hello you'],
    ['one two\x1b[27uddp0iagain: ', 'again: one two'],
    ['\x1b[27u:dra', 'Alice > /dra'],
  ])('vim: %j is the same, however it comes', async (keys, shows) => {
    vi.stubEnv('SOTTO_SCREEN_VIM', 'on');
    const [together, apart] = await typedBothWays([keys, shows]);
    vi.unstubAllEnvs();
    expect(together).toBe(apart);
  });

  test('a filter takes a burst whole', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type('/palette\r');
    await emulator.shows('type to filter');
    emulator.type('abcdefghijklmnop 0123456789 qrst');
    await emulator.shows('› abcdefghijklmnop 0123456789 qrst');
  });
});

test('for long texts graphemes are those of the whole, wherever its stretches end', () => {
  const whole = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const unit of ['👩‍👧', '🇩🇪', 'e\u0301\u0302', 'ส่วน', 'a🇩🇪b', `x${'\u0301'.repeat(1500)}`]) {
    for (const lead of ['', 'a', 'ab', 'abc']) {
      const text = lead + unit.repeat(Math.ceil(3000 / unit.length));
      expect(graphemes(text)).toEqual(Array.from(whole.segment(text), ({ segment }) => segment));
    }
  }
});
