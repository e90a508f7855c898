import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runs } from '../cases.ts';
import { until } from '../until.ts';
import { type Emulator, openScreen } from './emulator.ts';
import { bob, message, scene } from './fair.ts';
import { SmallPlay } from './small-play.ts';

type Step =
  | { readonly type: 'keys' | 'token' | 'message'; readonly text: string }
  | { readonly type: 'size'; readonly columns: number; readonly rows: number };

const keys = [
  ...[
    'a',
    'word ',
    '日本',
    '/',
    '/re',
    '@B',
    '?',
    '\x1b[A',
    '\x1b[B',
    '\x1b[D',
    '\x7f',
    '\x17',
    '\x1b[5~',
    '\x1b[6~',
  ],
  ...[
    '\x1bOQ',
    '\x1bOR',
    '\x0f',
    '\x10',
    '\x14',
    '\x12',
    '\t',
    '\n',
    'j',
    'k',
    'g',
    'G',
    '\x1b[200~one\ntwo\x1b[201~',
  ],
  ...['\x1b[1;2D', '\x1ba', '\x19', '\x1b[<64;5;5M', '\x1b[<65;5;5M'],
];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...keys).map((text): Step => ({ type: 'keys', text })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('Once ', 'upon\n\n', '"a time," ', '*she* ', '漢字', '👩‍👩‍👧 ', 'مرحبا ', '**x')
      .map((text): Step => ({ type: 'token', text })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Aye.', 'No.\n\nNever.').map((text): Step => ({ type: 'message', text })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom([80, 24], [120, 30], [44, 12], [39, 9], [160, 40])
      .map(([columns = 80, rows = 24]): Step => ({ type: 'size', columns, rows })),
  },
);

const ended: Array<() => Promise<unknown>> = [];
afterAll(() => Promise.all(ended.map((end) => end())));

/** What a person sees: every cell with its colours, and the cursor. */
const seen = ({ terminal }: Emulator): string[] => {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    return Array.from({ length: terminal.cols }, (_column, column) => {
      const cell = line?.getCell(column);
      const look = cell && [
        cell.getFgColor(),
        cell.isBold(),
        cell.isDim(),
        cell.isInverse(),
        cell.isItalic(),
      ];
      return `${cell?.getChars() || ' '}${look?.some(Boolean) ? look.map(Number).join('.') : ''}`;
    }).join('');
  });
  return [...rows, `${active.cursorX},${active.cursorY}`];
};

/** All that was asked for is on the screen. */
async function painted(play: SmallPlay, emulator: Emulator, mark: string): Promise<void> {
  // The title is shown from 16 rows on.
  if (emulator.terminal.rows < 16) emulator.resize(100, 30);
  play.title = mark;
  play.emit({ type: 'state' });
  await emulator.shows(mark);
}

async function paintedAnew(emulator: Emulator): Promise<void> {
  const before = emulator.writes.length;
  emulator.stdout.emit('resize');
  await until(() => expect(emulator.writes.slice(before).join('')).toContain('\x1b[2J'));
  await emulator.settled();
}

test('for all keys, tokens, messages, sizes and panels in any order the screen is what is painted anew', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const play = new SmallPlay([...scene]);
      const { emulator, ended: end } = await openScreen(play);
      ended.push(async () => {
        emulator.type('\x03\x03\x03');
        await end;
      });
      for (const [at, one] of steps.entries()) {
        if (one.type === 'keys') emulator.type(one.text);
        else if (one.type === 'size') emulator.resize(one.columns, one.rows);
        else if (one.type === 'token') play.emit({ type: 'delta', speaker: bob, text: one.text });
        else play.add(message(`n${at}`, one.text, { speaker: 'b' }));
      }
      number += 1;
      await painted(play, emulator, `mark ${number}`);
      const shown = seen(emulator);
      await paintedAnew(emulator);
      expect(shown).toEqual(seen(emulator));
    }),
    runs(25),
  );
});
