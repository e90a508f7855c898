import { describe, expect, test } from 'vitest';
import { openThread, setEdge, setEntity } from '../../src/play/world/edits.ts';
import { chatsAt, screenOn } from './door/stocked.ts';
import type { Emulator } from './emulator.ts';

const sizes = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

const now = '2026-01-31T12:00:00Z';

/** A chat in which something of each kind is, with marks in what is said. */
async function furnished() {
  const { app, ids } = chatsAt({ backend: 'understudy', now, seed: '7' }, 'The Inn', 'The Boat');
  const id = ids[0] ?? '';
  const play = app.play(id);
  await play.say('Hello, she *hops* at **everyone** in `town`.', { reply: [] });
  await play.say('Psst, _you_.', { to: ['Bob'], reply: [] });
  await play.reply('Bob');
  await play.regenerate();
  for await (const done of play.settle()) expect(done.state).toBe('done');
  await play.pin('last');
  await play.branch('the duel');
  setEntity(play.chat, 'Alice', 'mood', 'wary');
  setEdge(play.chat, 'Alice', 'Bob', { affinity: 40, trust: -20 });
  openThread(play.chat, 'Who took the *spoon*?');
  const known = [
    ...ids,
    ...play
      .view()
      .last(50)
      .map((one) => one.id),
  ];
  return { app, id, secrets: [...known, ...app.store.library.cards().map((card) => card.id)] };
}

/** What opens over the page, and what shows that it has. */
const lists: readonly (readonly [line: string, shows: string])[] = [
  ['/palette', 'Commands'],
  ['/help', 'Help'],
  ['/settings', 'Settings'],
  ['/theme', 'Themes'],
  ['/drawer', 'The world'],
  ['/chats', 'Chats'],
  ['/cards', 'Cards'],
  ['/persona', 'Personas'],
  ['/versions', 'Versions'],
  ['/branches', 'Branches'],
  ['/rewind', 'Rewind to'],
  ['/pins', 'Pinned'],
  ['/memories', 'emories'],
  ['/search she', 'Search'],
  ['/threads', 'Open threads'],
  ['/as', 'Write as'],
  ['/next', 'Who answers'],
  ['/strategy', 'Who answers'],
  ['/notes', 'notes'],
  ['/lore Alice', 'Lore for Alice'],
  ['/inspect', 'Who heard it'],
  ['/edges', 'Edges'],
  ['/scene', 'scene'],
  ['/preset', 'Presets'],
  ['/model', 'Models'],
  ['/undo', '/redo'],
];

/** Esc as a terminal tells it that tells it apart from what begins with it. */
const escapeKey = '\x1b[27u';

/** What differs from machine to machine, or from run to run. */
const changing = ['/model', '/memories', '/rewind', '/undo'];

/** What is open over the page, without the page. */
const opened = (emulator: Emulator, title: string): string => {
  const inside = emulator.inside();
  if (inside !== '') return inside;
  const rows = emulator.rows();
  const from = Math.max(
    0,
    rows.findIndex((row) => row.startsWith(title)),
  );
  const rule = rows.findIndex((row, at) => at > from && row.startsWith('─'));
  return rows.slice(from, rule).join('\n');
};

/** Where names, keys and meanings begin in rows of a list: behind its number, and behind each gap. */
const startsOf = (row: string): number[] =>
  [...row.slice(2).matchAll(/(?<= {2})\S/g)].map(({ index }) => index + 2);

/** Lists of which each row is a name, a key and what it means. */
const grids = ['/palette', '/settings', '/strategy', '/help'];

describe.each(sizes)('issue 29: at $columns × $rows', (size) => {
  test('nothing that opens over the page has an id, a millisecond or the marks of a text', async () => {
    const { app, id, secrets } = await furnished();
    const emulator = await screenOn(app, id, undefined, size);
    const seen: string[] = [];
    for (const [line, shows] of lists) {
      emulator.type(`\x15${line}\r`);
      await emulator.shows(shows);
      const text = emulator.text();
      for (const secret of secrets) expect(text, line).not.toContain(secret);
      expect(text, line).not.toMatch(/\d{2}:\d{2}:\d{2}\.\d|\d ms\b|\d{4}-\d{2}-\d{2}T/);
      expect(text, line).not.toMatch(/\*hops|everyone\*|`town|_you_|\*spoon/);
      if (!changing.includes(line)) seen.push(`=== ${line}`, opened(emulator, shows).trimEnd());
      emulator.type(escapeKey);
      if (line !== '/undo') await emulator.hides(shows);
    }
    const file = `golden/overlays-${size.columns}x${size.rows}.golden.txt`;
    await expect(`${seen.join('\n')}\n`).toMatchFileSnapshot(file);
  });

  test.each(grids)('the names and keys of %s are whole, and stand in columns', async (line) => {
    const { app, id } = await furnished();
    const emulator = await screenOn(app, id, undefined, size);
    emulator.type(`${line}\r`);
    await emulator.shows('type to filter');
    const isBox = size.rows >= 16;
    const rows = isBox
      ? emulator.inside().split('\n')
      : emulator.rows().slice(emulator.rows().findIndex((row) => row.startsWith('›')));
    const isPage = line === '/help';
    const items = rows.filter(
      (row) => (isPage ? /^(?:\d )?\S+ {2,}\S/ : /^\d \S/).test(row) && !row.startsWith('›'),
    );
    expect(items.length).toBeGreaterThan(1);
    for (const row of items) expect(row.split(/ {2,}/)[0]).not.toContain('…');
    const columns = new Set(items.flatMap((row) => startsOf(row)));
    expect(columns.size).toBeLessThanOrEqual(isPage ? 3 : 2);
  });
});
