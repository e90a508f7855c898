import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Stage } from './sotto.ts';

const toll = fileURLToPath(new URL('../../cards/the-toll-keeper.png', import.meta.url));
const host = 'Fathom of Quill Sound';
const world = JSON.stringify({
  entries: {
    0: {
      uid: 0,
      key: ['bell'],
      content: 'It rings twice.',
      comment: 'Bell',
      position: 4,
      depth: 2,
      disable: false,
    },
    1: { uid: 1, key: ['/(a+)+$/'], content: 'x', comment: 'Slow', position: 0, disable: false },
    2: { uid: 2, key: ['/(?<=x)y/'], content: 'x', comment: 'Look', position: 0, disable: false },
  },
});

describe('sotto lore', () => {
  test("V2-BOOK-USE a card's book is in use in its chats, and the test says why each entry sleeps or not", async () => {
    const stage = new Stage();
    await stage.json('new', toll);
    await stage.json('say', 'Tell me of the lamps.', '--no-reply');
    const lines = await stage.json('lore', 'test', '--for', host);
    expect(lines.every(({ type, reason }) => type === 'lore' && reason !== '')).toBe(true);
    expect(lines.find(({ entry }) => entry === 'The lit windows')).toMatchObject({
      book: 'Quill Sound',
      awake: true,
      reason: 'key “lamp” is in the newest message',
    });
    expect(lines.some(({ awake }) => awake === false)).toBe(true);
    const plain = await stage.run('lore', 'test', '--for', host);
    expect(plain.stdout).toMatch(/^● Quill Sound · /m);
  });

  test('V3-EN-REGEX world info comes in, is taken into use, and never hangs on a pattern', async () => {
    const stage = new Stage();
    const file = stage.file('Bells.json', world);
    const [imported] = await stage.json('lore', 'import', file);
    expect(imported).toEqual({
      type: 'imported',
      kind: 'lore',
      id: 'lorebook/Bells',
      name: 'Bells',
      warnings: [],
    });
    expect((await stage.run('lore', 'import', file)).code).toBe(2);
    await stage.json('new', toll);
    await stage.json('lore', 'use', 'bells');
    expect(await stage.json('lore', 'list', '-')).toMatchObject([
      { name: 'Bells', entries: 3, inChat: true },
      { name: 'guides', builtIn: true, inChat: false },
    ]);
    await stage.json('say', `The bell! ${'a'.repeat(5000)}b`, '--no-reply');
    const of = (lines: readonly Record<string, unknown>[]) =>
      Object.fromEntries(
        lines.filter(({ book }) => book === 'Bells').map(({ entry, awake }) => [entry, awake]),
      );
    const lines = await stage.json('lore', 'test', '--for', host);
    expect(of(lines)).toEqual({ Bell: true, Slow: false, Look: false });
    expect(lines.find(({ entry }) => entry === 'Look')?.reason).toContain('none of its keys');
    await stage.json('lore', 'unuse', 'Bells');
    expect(of(await stage.json('lore', 'test', '--for', host))).toEqual({});
    await stage.json('lore', 'use', 'Bells', '--all-chats');
    expect(of(await stage.json('lore', 'test', '--for', host))).toMatchObject({ Bell: true });
  });

  test('V3-LB-FILE a lorebook of its own goes out as lorebook_v3 and as world info, and comes in equal', async () => {
    const stage = new Stage();
    await stage.json('lore', 'import', stage.file('Bells.json', world));
    const v3 = JSON.parse((await stage.run('lore', 'export', 'Bells')).stdout);
    expect(v3).toMatchObject({ spec: 'lorebook_v3', data: { entries: [{ keys: ['bell'] }, {}, {}] } });
    const again = stage.file('again.json', JSON.stringify(v3));
    await stage.json('lore', 'import', again, '--name', 'Again');
    const second = JSON.parse((await stage.run('lore', 'export', 'Again')).stdout);
    expect(second.data.entries).toEqual(v3.data.entries);
    const out = `${stage.folder}/world.json`;
    await stage.json('lore', 'export', 'Bells', '--to', 'worldinfo', '--out', out);
    expect(JSON.parse(readFileSync(out, 'utf8')).entries[0]).toMatchObject({
      key: ['bell'],
      position: 4,
      depth: 2,
    });
  });

  test('what is no lorebook is refused in one line, and nothing is stored', async () => {
    const stage = new Stage();
    const files = [stage.file('a.json', '{'), stage.file('b.json', '[1]'), `${stage.folder}/missing.json`];
    for (const file of files) {
      const run = await stage.run('lore', 'import', file);
      expect(run.code === 2 || run.code === 3).toBe(true);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(await stage.json('lore', 'list')).toMatchObject([{ builtIn: true }]);
    expect((await stage.run('lore', 'use', 'Nothing')).code).toBe(3);
  });
});

describe('a new chat', () => {
  test('V1-FIRST V1-USER-DEFAULT the character speaks first, to a human who has a name without setting one', async () => {
    const stage = new Stage();
    await stage.json('new', toll);
    const [first] = await stage.json('log');
    expect(first).toMatchObject({ type: 'message', speaker: host });
    await stage.json('say', 'Hm.', '--no-reply');
    expect((await stage.json('log')).at(-1)).toMatchObject({ speaker: 'You' });
  });

  test('V2-CN-SHOW V3-AST-NAME the notes of a card are shown, and neither they nor names of assets are in a prompt', async () => {
    const stage = new Stage();
    const card = {
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: {
        name: 'Nell',
        description: 'Nell waits.',
        first_mes: 'Yes?',
        creator_notes: 'Play her at night.',
        assets: [{ type: 'icon', uri: 'ccdefault:', name: 'winter coat', ext: 'png' }],
        extensions: {},
      },
    };
    const file = stage.file('nell.json', JSON.stringify(card));
    expect((await stage.run('card', 'show', file)).stdout).toContain('Play her at night.');
    await stage.run('new', file);
    const { stdout } = await stage.run('prompt', '--for', 'Nell');
    expect(stdout).toContain('Nell waits.');
    expect(stdout).not.toMatch(/at night|winter coat/);
  });
});

describe('lore as SillyTavern has it', () => {
  const entries = {
    name: { key: ['{{char}}'], content: 'A keeper.', position: 0 },
    spoken: { key: ['/^[^:]+: Does .*toll/'], content: 'Tolls.', position: 0 },
    exact: { key: ['toll'], content: 'At depth.', position: 4, depth: 1 },
    always: { constant: true, key: [], content: 'Fog.', position: 0 },
  };
  const book = JSON.stringify({
    entries: Object.fromEntries(
      Object.entries(entries).map(([comment, entry], uid) => [uid, { ...entry, uid, comment }]),
    ),
  });
  const tested = async (...setting: string[]) => {
    const stage = new Stage();
    if (setting.length > 0) await stage.text('config', 'set', ...setting);
    await stage.json('lore', 'import', stage.file('Own.json', book));
    await stage.json('new', toll);
    await stage.json('lore', 'use', 'Own');
    await stage.json('say', `Does ${host} take a toll?`, '--no-reply');
    const lines = await stage.json('lore', 'test', '--for', host);
    const of = (name: string) => lines.find(({ entry }) => entry === name);
    return { of };
  };

  test('keys hold names, messages are searched as `Name: text`, and macros in keys are filled in', async () => {
    const { of } = await tested();
    expect([of('name')?.awake, of('spoken')?.awake]).toEqual([true, true]);
    const { of: nameless } = await tested('lore.names', 'false');
    expect([nameless('name')?.awake, nameless('spoken')?.awake]).toEqual([true, false]);
  });

  test('it says where an entry stands that has not its position, for the sake of the cache', async () => {
    const { of } = await tested();
    expect(of('exact')).toMatchObject({ position: 'depth 1', stands: 'once, where it was activated' });
    expect(of('always')).not.toHaveProperty('stands');
    const { of: exact } = await tested('lore.placement', 'exact');
    expect(exact('exact')).not.toHaveProperty('stands');
  });
});
