import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { Stage } from './sotto.ts';

const inCards = (name: string) => new URL(`../../cards/${name}`, import.meta.url);
const master = inCards('the-game-master.json').pathname;
const jsonOf = (name: string) => JSON.parse(readFileSync(inCards(name), 'utf8'));

test('HC-04 HC-50 the guides come with sotto as a lorebook that is listed, taken into use, and told to whoever speaks', async () => {
  const stage = await atTheInn();
  expect(await stage.text('lore', 'list')).toMatch(/guides: \d+ entries · comes with sotto/);
  expect(await stage.text('prompt', '--for', 'Bob')).not.toContain('<subquery>');
  await stage.text('lore', 'use', 'guides');
  expect(await stage.text('lore', 'list', '-')).toMatch(/guides: \d+ entries · this chat/);
  stage.file('config.toml', '[prompt]\nshape = "lmml"\n');
  const prompt = await stage.text('prompt', '--for', 'Bob');
  for (const name of ['chat system', 'subquery-handling', 'understanding-worldinfo', 'planning'])
    expect(prompt).toContain(`<agent-guide name="${name}">`);
  expect(prompt).not.toContain('<agent-guide name="an act ends">');
});

test('HC-50 the game master brings the same guides along', () => {
  expect(jsonOf('the-game-master.json').data.character_book).toEqual(jsonOf('lore/guides.json').data);
});

test('HC-25 a random table is drawn where its word falls, and stays as it was drawn', async () => {
  const stage = await atTheInn();
  await stage.text('lore', 'use', 'guides');
  await stage.text('say', 'A stranger stands in the door.', '--no-reply');
  const drawn = async () =>
    /this is their trade: [^{}\n]+/.exec(await stage.text('prompt', '--for', 'Bob'))?.[0];
  const first = await drawn();
  expect(first).toMatch(/trade: [a-z ]+; and this is what they want: [a-z ]+\./);
  expect(await drawn()).toBe(first);
});

test('HC-57 a person calls an instruction that is off into the next prompt of a character, once, its chance decided', async () => {
  const stage = await atTheInn();
  await stage.text('lore', 'use', 'guides');
  expect(await stage.text('prompt', '--for', 'Bob')).not.toContain('Bring this into the next line');
  expect(await stage.text('invoke', 'A turn of events', '--to', 'Bob')).toContain('Bob is told');
  const prompt = await stage.text('prompt', '--for', 'Bob');
  expect(prompt).toMatch(
    /\[Director, for Bob's next line only: Bring this into the next line, in a way that fits: [a-z ]+\.\]/,
  );
  expect(await stage.text('prompt', '--for', 'Carl')).not.toContain('Bring this into');
  await stage.text('say', 'Bob?', '--to', 'Bob');
  expect(await stage.text('prompt', '--for', 'Bob')).not.toContain('Bring this into');
  expect(await stage.run('invoke', 'nonsense', '--to', 'Bob')).toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringMatching(/no instruction "nonsense" for Bob; there are: a turn of events, /),
  });
  expect((await stage.run('invoke', 'an act ends')).stderr).toContain('--to NAME');
});

test('HC-57 a tool calls an instruction for somebody else or for its caller, and there is no use for it without any', async () => {
  const stage = await atTheInn();
  const call = (args: object) =>
    stage.text('tool', 'call', 'invoke_instruction', JSON.stringify(args), '--by', 'Bob');
  expect(await stage.text('tools')).toMatch(/invoke_instruction \(no use/);
  await stage.text('lore', 'use', 'guides');
  expect(await call({ name: 'list' })).toContain('an act ends');
  await call({ name: 'an act begins', to: 'Carl' });
  expect(await stage.text('prompt', '--for', 'Carl')).toContain(
    "[Director, for Carl's next line only: A new act begins",
  );
  expect(await call({ name: 'an act ends' })).toContain('hints at the next act');
  expect(await stage.text('prompt', '--for', 'Alice')).not.toContain('A new act begins');
});

test('HC-36 the game master is played by `sotto new` and offers its tools', async () => {
  const stage = new Stage();
  await stage.json('new', master, '--as', 'Ann');
  const prompt = await stage.text('prompt', '--for', 'Game Master');
  for (const tool of ['plan(', 'roll_dice(', 'invoke_instruction(']) expect(prompt).toContain(`- ${tool}`);
  expect(prompt).toContain('three to five acts');
  expect(await stage.text('say', 'I roll d20 to listen.')).toMatch(/rolls d20: \[\d+\] = \d+|Game Master/);
});
