import { expect, test } from 'vitest';
import { innCard, plainCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

/** Letters, words, signs that mean something in a regular expression, and half a character. */
const names = {
  'of one word': `N${'a'.repeat(498)}`,
  'of many words': `Naomi ${'of the far and distant shores '.repeat(16)}Ek`,
  'of signs': `N${'.*+?^$()[]|\\'.repeat(41)}`,
};

test.each(Object.entries(names))(
  'a name of 500 letters %s is spoken to, whispered to, prompted and searched like any other',
  async (_, name) => {
    const stage = new Stage();
    await stage.run('new', stage.file('card.json', plainCard(name, 'Hi.')), '--as', 'Ann', '--title', 'Long');
    const said = await stage.json('say', `Well, ${name}?\nAnn: no`);
    expect(ofType(said, 'message').map(({ speaker }) => speaker)).toEqual(['Ann', name]);
    await stage.text('join', 'Bob', '--new');
    await stage.json('say', 'Psst', '--to', name, '--no-reply');
    await stage.json('say', `Psst __known_to_chars__${name}__`, '--no-reply');
    const whispers = (await stage.json('log')).slice(-2);
    expect(whispers.map(({ text, knownTo }) => [text, knownTo])).toEqual(
      Array(2).fill(['Psst', expect.arrayContaining(['Ann', name])]),
    );
    await stage.json('prompt', '--for', name);
    await stage.json('search', 'Well');
    await stage.text('log');
    await stage.isSound();
  },
);

test('several of them, and a name with half a character, play together', async () => {
  const stage = new Stage();
  const chars = ['Alice', ...Object.values(names), '\ud800x', '(?<n>['];
  await stage.run('new', stage.file('card.json', JSON.stringify({ ...innCard, chars })), '--title', 'Many');
  for (const name of chars.slice(1, 4)) {
    const said = ofType(await stage.json('say', `${name}, what now?\nAlice: x`), 'message');
    expect(said[1]?.speaker.slice(0, 40)).toBe(name.slice(0, 40));
  }
  await stage.isSound();
});

test('a longer one is refused in one line that does not repeat it, wherever it would come in', async () => {
  const stage = new Stage();
  const endless = `N${'a'.repeat(15_999)}`;
  const refused = {
    code: 'bad_name',
    message: expect.stringMatching(/16000 characters.* 500 at most; shorten it$/),
  };
  const card = stage.file('card.json', plainCard(endless, 'Hi.'));
  expect(await stage.refusal(2, 'new', card)).toMatchObject(refused);
  await stage.run('new', stage.file('keeper.json', plainCard('Keeper', 'Hi.')), '--title', 'Short');
  expect(await stage.refusal(2, 'join', endless)).toMatchObject(refused);
  expect(await stage.refusal(2, 'rename', 'Keeper', endless)).toMatchObject(refused);
  expect(
    await stage.refusal(2, 'new', stage.file('keeper.json', plainCard('Keeper', 'Hi.')), '--as', endless),
  ).toMatchObject(refused);
  const lines = [
    { user_name: 'You', character_name: endless, create_date: '' },
    { name: endless, is_user: false, mes: 'Hi.', send_date: '' },
  ];
  const file = stage.file('chat.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect((await stage.refusal(2, 'chat', 'import', file)).message).toMatch(/500 at most/);
  await stage.json('say', `Well, ${endless}?`);
});
