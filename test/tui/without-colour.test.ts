import { describe, expect, test } from 'vitest';
import { Looks } from '../../src/tui/themes/looks.ts';
import { screenOn } from './door/stocked.ts';
import type { Emulator } from './emulator.ts';
import { furnished } from './furnished.ts';
import { styledRows } from './styles.ts';

const sizes = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

const plain = async (size: { columns: number; rows: number }, isSet = false): Promise<Emulator> => {
  const { app, id } = await furnished();
  if (isSet) app.config.set('auto_turn.max_hops', '7');
  const emulator = await screenOn(app, id, undefined, { ...size, looks: new Looks({ NO_COLOR: '1' }) });
  await emulator.shows('understudy: no model');
  return emulator;
};

/** The rows that look inverse, without what stands around them. */
const inverse = ({ terminal }: Emulator): string[] =>
  styledRows(terminal).flatMap((row) =>
    [...row.matchAll(/(?:^ {4}| {2}\| {2})([^|=]*?) = (?:\w+ )*inverse/gm)].map(([, text = '']) =>
      text.trim(),
    ),
  );

describe.each(sizes)('issue 29: without colours, at $columns × $rows', (size) => {
  test('a whisper stands in a frame with a lock and says who did not hear it; what all hear has a rail', async () => {
    const emulator = await plain(size);
    emulator.type('\x1b[5~\x1b[5~\x1b[5~');
    await emulator.shows('she hops');
    const row = (text: string): string => emulator.rows().find((one) => one.includes(text)) ?? '';
    expect(row('she hops')).toMatch(/^ *▌ {2}Hello/);
    emulator.type('\x1b[1;5F');
    await emulator.shows(/though I could|could not say why/);
    expect(row('could not say why')).toMatch(/^ *│ .* │$/);
    expect(row('Bob → ')).toMatch(/^ *╭ 🔒 Bob → Alice on/);
    expect(row('unheard')).toMatch(/^ *╰─+ Carl: unheard ╯$/);
  });

  test('the line that only some will hear says whom before Enter', async () => {
    const emulator = await plain(size);
    emulator.type('/to Bob hush');
    await emulator.shows('Alice → Bob ▸ hush');
    emulator.type('\x15\x7f');
    await emulator.shows('Alice > ');
  });

  test('the chosen row alone is inverse, and a message that is picked has a bar', async () => {
    const emulator = await plain(size);
    emulator.type('/as\r');
    await emulator.shows('Write as ─');
    const chosen = () => inverse(emulator).filter((text) => /^\d /.test(text));
    expect(chosen()).toEqual(['1 Alice']);
    emulator.type('\x1b[B');
    await emulator.shows('Write as ─');
    await expect.poll(chosen).toEqual(['2 Bob']);
    emulator.type('\x1b[27u');
    await emulator.hides('Write as ─');
    emulator.type('\x0f');
    await emulator.shows(/█.*🔒 Bob/);
  });

  test('a setting that is not as usual has a mark, and no other', async () => {
    const emulator = await plain(size, true);
    emulator.type('/settings\r');
    await emulator.shows('Settings ─');
    const marked = emulator.rows().filter((row) => row.includes('●'));
    expect(marked.length).toBe(1);
    expect(marked[0]).toMatch(/(?:^|│ )1 /);
  });
});
