import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { notOnWindows } from '../windows.ts';
import { atTheInn, innCard, keeperCard } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { ofType, Stage, texts } from './sotto.ts';

notOnWindows('editors are shell scripts here');

const toll = fileURLToPath(new URL('../../cards/the-toll-keeper.png', import.meta.url));

/** A stage on which $EDITOR is this shell script; `$1` is the file, and what it held is kept in `seen`. */
const withEditor = (script: string): Stage => {
  const stage = new Stage({ EDITOR: './editor.sh', VISUAL: '' });
  write(stage, script);
  return stage;
};

const write = (stage: Stage, script: string): void => {
  chmodSync(stage.file('editor.sh', `#!/bin/sh\ncp "$1" seen\n${script}\n`), 0o755);
};

const seen = (stage: Stage): string => readFileSync(join(stage.folder, 'seen'), 'utf8');
const replace = (from: string, to: string): string => `sed -i.old 's/${from}/${to}/' "$1"`;

/** The card of this name or id as it stands in the library. */
const shown = async (stage: Stage, card: string) => (await stage.json('card', 'show', card))[0]?.data;

const blocks = async (stage: Stage, name: string): Promise<string> =>
  (await stage.text('prompt', '--for', name)).replaceAll('\n', ' ');

describe('card new', () => {
  test('RP-091 takes a file of TOML or of JSON with comments, without an editor', async () => {
    const stage = new Stage();
    const toml = stage.file('a.toml', 'name = "Somebody"\ndescription = """\nTall.\nOld."""\ntags = ["inn"]');
    const json = stage.file('b.json', '{ // Ida\n "name": "Ida", "greetings": ["Hi.", "Ho.",], }');
    const [nell] = await stage.json('card', 'new', 'Nell', '--from', toml);
    expect(nell).toMatchObject({ type: 'imported', kind: 'card', name: 'Nell', warnings: [] });
    await stage.json('card', 'new', 'Ida', '--from', json);
    expect(await shown(stage, 'Nell')).toMatchObject({
      spec: 'chara_card_v3',
      data: { name: 'Nell', description: 'Tall.\nOld.', tags: ['inn'] },
    });
    expect(await shown(stage, 'Ida')).toMatchObject({
      data: { first_mes: 'Hi.', alternate_greetings: ['Ho.'] },
    });
    expect(await stage.json('card', 'lint', 'Nell')).toEqual([]);
  });

  test('opens the editor on an empty character; what it leaves is the card', async () => {
    const stage = withEditor(replace('description = ""', 'description = "Tall."'));
    await stage.json('card', 'new', 'Nell');
    expect(seen(stage)).toContain('name = "Nell"');
    expect(await shown(stage, 'Nell')).toMatchObject({ data: { description: 'Tall.' } });
    await stage.json('card', 'new', 'Ida', '--format', 'json');
    expect(seen(stage)).toContain('"name": "Ida"');
  });

  test('what cannot be taken is told with its line and where the text is; nothing is stored', async () => {
    const stage = withEditor(replace('description', 'descripton'));
    const { message } = await stage.refusal(2, 'card', 'new', 'Nell');
    expect(message).toMatch(/line \d+: there is no key "descripton"; the nearest is description/);
    const kept = /your text is in (\S+)$/.exec(message)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toContain('descripton = ""');
    rmSync(dirname(kept), { recursive: true });
    expect(await stage.json('cards')).toEqual([]);
    const file = stage.file('bad.toml', 'name = "N"\nname = "M"');
    expect((await stage.refusal(2, 'card', 'new', 'N', '--from', file)).message).toMatch(/bad\.toml: line 2/);
    await stage.refusal(3, 'card', 'new', 'N', '--from', 'missing.toml');
    expect(await stage.json('cards')).toEqual([]);
  });

  test('an editor that gives up or is missing keeps nothing', async () => {
    const stage = withEditor('exit 1');
    expect(await stage.run('card', 'new', 'Nell')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('the editor failed'),
    });
    const without = new Stage({ EDITOR: 'no-such-editor', VISUAL: '' });
    expect(await without.refusal(1, 'card', 'new', 'Nell')).toMatchObject({ code: 'no_editor' });
    expect(await stage.json('cards')).toEqual([]);
  });
});

describe('card edit', () => {
  test('RP-091 invariant 7 the new card keeps what was not touched, the old one stays, and the name means the new one', async () => {
    const stage = withEditor(replace('Dry', 'Wet'));
    const raw = { ...keeperCard, x: [1], data: { ...keeperCard.data, y: { z: null } } };
    const [old] = await stage.json(
      'card',
      'import',
      stage.file('k.json', `${JSON.stringify(raw, null, 2)}\n`),
    );
    const [made] = await stage.json('card', 'edit', 'Keeper');
    expect(made?.id).not.toBe(old?.id);
    expect(await shown(stage, 'Keeper')).toEqual({ ...raw, data: { ...raw.data, personality: 'Wet.' } });
    expect(await shown(stage, old?.id ?? '')).toEqual(raw);
    write(stage, replace('Wet', 'Dry'));
    await stage.json('card', 'edit', 'Keeper');
    expect(await shown(stage, 'Keeper')).toEqual(raw);
    expect(await stage.json('cards')).toHaveLength(2);
  });

  test('a picture stays the picture that it is; a text that was only looked at makes no card', async () => {
    const stage = withEditor(replace('^creator = ".*"', 'creator = "me"'));
    await stage.json('card', 'edit', toll);
    const [card] = await stage.json('cards');
    const [now] = await stage.json('card', 'show', card?.id ?? '');
    expect(now).toMatchObject({ kind: 'png', data: { data: { creator: 'me' } } });
    write(stage, 'true');
    expect(await stage.run('card', 'edit', card?.id ?? '')).toMatchObject({
      code: 0,
      stderr: 'nothing was changed\n',
    });
  });

  test('one of a card of several, by its own name or with --character', async () => {
    const stage = withEditor(replace('description = ""', 'description = "Late."'));
    await stage.json('card', 'import', stage.file('inn.json', JSON.stringify(innCard)));
    await stage.json('card', 'edit', 'bob');
    const bob = { name: 'Bob', description: 'Late.' };
    expect(await shown(stage, 'Alice, Bob, Carl')).toEqual({ ...innCard, chars: ['Alice', bob, 'Carl'] });
    expect(await stage.refusal(2, 'card', 'edit', 'inn.json')).toMatchObject({ code: 'which_character' });
    await stage.json('card', 'edit', 'inn.json', '--character', 'Carl');
    expect(await stage.refusal(3, 'card', 'edit', 'Nobody')).toMatchObject({ code: 'no_such_card' });
  });

  test('--in: the character of a chat has the new card from there on; undo and redo move it', async () => {
    const stage = withEditor(replace('Dry', 'Wet'));
    await stage.run(
      'new',
      stage.file('k.json', JSON.stringify(keeperCard)),
      '--as',
      'Ann',
      '--title',
      'Boots',
    );
    await stage.json('say', 'Evening.', '--no-reply');
    await stage.json('card', 'edit', 'Keeper', '--in', 'Boots');
    expect(await blocks(stage, 'Keeper')).toContain('Wet.');
    await stage.run('undo');
    expect(await blocks(stage, 'Keeper')).toContain('Dry.');
    await stage.run('redo');
    expect(await blocks(stage, 'Keeper')).toContain('Wet.');
    expect(await stage.refusal(3, 'card', 'edit', 'Ann', '--in', '-')).toMatchObject({ code: 'no_card' });
    await stage.isSound();
  });
});

describe('card group', () => {
  test('a cast becomes one card, in the library and in a file, that a chat begins from', async () => {
    const stage = new Stage();
    const keeper = stage.file('k.json', JSON.stringify(keeperCard));
    const nell = stage.file('n.toml', 'name = "Nell"\ndescription = "Tall."');
    await stage.json('card', 'new', 'Nell', '--from', nell);
    const [made] = await stage.json('card', 'group', keeper, 'Nell', '--title', 'Rain', '--out', 'rain.json');
    expect(made).toMatchObject({ name: 'Keeper, Nell', warnings: [] });
    const file = join(stage.folder, 'rain.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await shown(stage, made?.id ?? ''));
    const [chat] = await stage.json('new', file, '--as', 'Ann');
    expect(chat).toMatchObject({ title: 'Rain', cast: ['Keeper', 'Nell', 'Ann'] });
    expect(texts(await stage.json('log'))).toEqual(['Wipe your boots, Ann.']);
    expect(await stage.json('swipe', 'next')).toMatchObject([{ index: 2, of: 2 }, {}]);
    expect(texts(await stage.json('log'))).toEqual(['We are full, Ann.']);
    const again = ['card', 'group', keeper, '--title', 'T', '--out', 'rain.json'];
    expect(await stage.refusal(2, ...again)).toMatchObject({ code: 'file_exists' });
  });
});

describe('card split', () => {
  test('HC-36 by hand: the editor begins with what the card of several says, and the chat takes what it leaves', async () => {
    const bob = { name: 'Bob', description: 'Bob cooks.', secret: 'He salts.' };
    const stage = await atTheInn({ ...innCard, chars: ['Alice', bob, 'Carl'] }, { EDITOR: './editor.sh' });
    write(stage, replace('cooks', 'bakes'));
    await stage.json('say', 'I salt it all.', '--as', 'Bob', '--no-reply');
    await stage.json('card', 'split', 'The Inn', 'bob');
    expect(seen(stage)).toContain('# I salt it all.');
    expect(seen(stage)).toContain('He salts.');
    expect(await shown(stage, 'Bob')).toMatchObject({
      spec: 'chara_card_v3',
      data: { description: 'Bob bakes.\n\nHe salts.' },
    });
    expect(await blocks(stage, 'Bob')).toContain('Bob bakes.');
    expect(await stage.refusal(2, 'card', 'split', '-', 'Bob')).toMatchObject({ code: 'has_own_card' });
    await stage.isSound();
  });

  test('HC-36 by the model: shown, kept with a yes alone, and the chat has it', async () => {
    const stage = await atTheInn();
    const model = await serverSaying('Carl is ', 'tall.');
    const split = ['card', 'split', 'The Inn', 'Carl', '--by-model', ...model];
    expect(await stage.refusal(2, ...split)).toMatchObject({ code: 'not_confirmed' });
    expect(await stage.json('cards')).toHaveLength(1);
    const done = await stage.run(...split, '--yes', '--json');
    expect(done).toMatchObject({ code: 0, stderr: 'Carl is tall.\n' });
    expect(ofType(done.lines, 'imported')).toMatchObject([{ name: 'Carl' }]);
    expect(await blocks(stage, 'Carl')).toContain('Carl is tall.');
    await stage.isSound();
  });
});

test('V2-AG-SWIPE the first thing after `sotto new` may be another greeting', async () => {
  const stage = new Stage();
  await stage.run('new', stage.file('k.json', JSON.stringify(keeperCard)), '--as', 'Ann');
  expect(await stage.json('swipe', 'next')).toMatchObject([
    { type: 'swipe', index: 2, of: 2 },
    { type: 'head', last: { text: 'We are full, Ann.' } },
  ]);
  expect(existsSync(join(stage.folder, 'seen'))).toBe(false);
  await stage.isSound();
});
