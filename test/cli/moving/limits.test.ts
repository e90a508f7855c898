import { expect, test } from 'vitest';
import { Stage } from '../sotto.ts';

const chat = (...messages: object[]): string =>
  [{ user_name: 'Anna', character_name: 'Mira' }, ...messages].map((line) => JSON.stringify(line)).join('\n');

test('names of 200 characters and lines of nearly 8 MB come in; a longer line is refused by its number', async () => {
  const stage = new Stage();
  const long = stage.file('long.jsonl', chat({ name: 'n'.repeat(200), mes: 'x'.repeat(7_900_000) }));
  const run = await stage.run('chat', 'import', long, '--json');
  expect(run.code, run.stderr).toBe(0);
  const longer = stage.file('longer.jsonl', chat({ name: 'Mira', mes: 'x'.repeat(9_000_000) }));
  const error = await stage.refusal(2, 'chat', 'import', longer);
  expect(error).toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('line 2 has more than'),
  });
  expect(await stage.json('chats')).toHaveLength(1);
});

test('a chat of several megabytes is read in pieces, is found by its beginning, and is its own bytes again', async () => {
  const stage = new Stage();
  const mes = (n: number) => `Verse ${n}: ${'the rain goes on. '.repeat(12_000)}behind${n}`;
  const said = Array.from({ length: 20 }, (_, n) => ({ name: 'Mira', mes: mes(n), odd: { n: 1.0 } }));
  const text = `${chat(...said)}\n`;
  await stage.json('chat', 'import', stage.file('long.jsonl', text));
  expect(await stage.json('search', '"verse 7"')).toHaveLength(1);
  expect(await stage.json('search', 'behind7')).toEqual([]);
  expect(await stage.text('chat', 'export', 'long', '--format', 'sillytavern')).toBe(text);
  await stage.run(
    'chat',
    'import',
    stage.file('long.jsonl', text.replace('Verse 3', 'Rhyme 3')),
    '--title',
    'B',
  );
  await stage.isSound();
  expect(await stage.text('chat', 'export', 'B', '--format', 'sillytavern')).toContain('Rhyme 3');
});

test('a chat of more messages than can be read in time is refused, and of one line what it has too much of', async () => {
  const stage = new Stage();
  const many = Array.from({ length: 200_001 }, () => '{"name":"Mira","mes":"x"}').join('\n');
  const long = stage.file('many.jsonl', `${chat()}\n${many}`);
  expect(await stage.refusal(2, 'chat', 'import', long)).toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('more than 200000 messages'),
  });
  const names = Object.fromEntries(Array.from({ length: 320_000 }, (_, at) => [`n${at}`, 0]));
  const wide = stage.file('wide.jsonl', chat({ name: 'Mira', mes: 'x', extra: names }));
  expect(await stage.refusal(2, 'chat', 'import', wide)).toMatchObject({
    code: 'broken_line',
    message: expect.stringContaining('line 2 holds more than 30000 different names of fields'),
  });
  const objects = `{"name":"Mira","mes":"x","extra":{"x":[${'{},'.repeat(100_000)}{}]}}`;
  const full = stage.file('full.jsonl', `${chat()}\n${objects}`);
  expect(await stage.refusal(2, 'chat', 'import', full)).toMatchObject({
    code: 'broken_line',
    message: expect.stringContaining('line 2 holds more than 100000 objects and lists'),
  });
  expect(await stage.json('chats')).toEqual([]);
});

test('a chat in which the same is said again and again is stored in time, each message for itself', async () => {
  const stage = new Stage();
  const same = Array.from({ length: 5_000 }, () => ({ name: 'Mira', mes: 'Aye.' }));
  await stage.json('chat', 'import', stage.file('same.jsonl', chat(...same)));
  const { lines } = await stage.run('log', 'same', '--all', '--json');
  expect(new Set(lines.map(({ id }) => id)).size).toBe(5_000);
});

test('a large file that begins as no card is refused by its beginning', async () => {
  const stage = new Stage();
  const text = stage.file('large.json', `{"name":"Mira","description":"${'x'.repeat(17_000_000)}"}`);
  expect((await stage.run('card', 'import', text, '--json')).lines.at(-1)).toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('The JSON file is larger than the limit of 16 MiB'),
  });
  const page = stage.file('page.png', `<!doctype html>${'x'.repeat(17_000_000)}`);
  expect((await stage.run('card', 'import', page, '--json')).lines.at(-1)).toMatchObject({
    code: 'not_a_card',
    message: expect.stringContaining('a web page'),
  });
});

test('the description of a program is no card, a card of name and description is one', async () => {
  const stage = new Stage();
  const about = { name: 'thing', description: 'A thing.' };
  const manifest = stage.file('package.json', JSON.stringify({ ...about, version: '1.0.0', scripts: {} }));
  const refused = await stage.run('card', 'import', manifest, '--json');
  expect(refused.code).toBe(2);
  expect(refused.lines.at(-1)).toMatchObject({ code: 'not_a_card' });
  const card = await stage.run('card', 'import', stage.file('thing.json', JSON.stringify(about)), '--json');
  expect(card.lines[0]).toMatchObject({ kind: 'card', name: 'thing' });
});

test('lorebooks and presets keep names of 200 characters', async () => {
  const stage = new Stage();
  const [one, other] = ['1', '2'].map((end) => `${'n'.repeat(199)}${end}`);
  for (const name of [one, other]) {
    await stage.json(
      'lore',
      'import',
      stage.file(`${name}.json`, '{"entries":{"0":{"key":["a"],"content":"b"}}}'),
    );
    await stage.json('preset', 'import', stage.file(`${name}.json`, '{"temp":1,"rep_pen":1}'));
  }
  const names = async (list: string) => (await stage.json(list, 'list')).map(({ name }) => name);
  for (const list of ['lore', 'preset'])
    expect(await names(list)).toEqual(expect.arrayContaining([one, other]));
});
