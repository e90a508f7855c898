import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, Stage, texts } from './sotto.ts';

test('KT-25 UserRole says whom the human plays in a new chat, before the card does and after --as', async () => {
  const stage = new Stage();
  stage.file('config.toml', 'UserRole = "Carl"\n');
  const card = stage.file('inn.json', JSON.stringify(innCard));
  expect(await stage.json('new', card)).toMatchObject([{ playing: 'Carl', cast: ['Alice', 'Bob', 'Carl'] }]);
  expect(await stage.json('new', card, '--as', 'Bob')).toMatchObject([{ playing: 'Bob' }]);
});

test('KT-25 WriteNextMsgAs says who writes, and who sees, unless --as does; a name of nobody means nothing', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', 'WriteNextMsgAs = "bob"\n');
  expect(await stage.json('say', 'Hm. __known_to_chars__Carl__', '--no-reply')).toMatchObject([
    { speaker: 'Bob', knownTo: ['Bob', 'Carl'] },
  ]);
  expect(texts(await stage.json('log')).at(-1)).toBe('Hm.');
  expect(texts(await stage.json('log', '--as', 'Alice')).at(-1)).not.toBe('Hm.');
  stage.file('config.toml', 'WriteNextMsgAs = "Dora"\n');
  expect(await stage.json('say', 'Hm.', '--no-reply')).toMatchObject([{ speaker: 'Alice' }]);
});

test('KT-25 WriteNextMsgAsCompletionAgent says who answers', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', 'WriteNextMsgAsCompletionAgent = "Carl"\n');
  const said = ofType(await stage.json('say', 'Bob, put a log on.'), 'message');
  expect(said.map(({ speaker }) => speaker)).toEqual(['Alice', 'Carl']);
  stage.file('config.toml', '');
  const usual = ofType(await stage.json('say', 'Bob, put a log on.'), 'message');
  expect(usual.map(({ speaker }) => speaker)).toEqual(['Alice', 'Bob']);
});

test('SP-21 a chat without a card works: a blank character answers whoever the human is', async () => {
  const stage = new Stage();
  const [chat] = await stage.json('new');
  expect(chat).toMatchObject({ title: 'Assistant', cast: ['Assistant', 'You'], playing: 'You' });
  const said = ofType(await stage.json('say', 'What is a quay?'), 'message');
  expect(said.map(({ speaker }) => speaker)).toEqual(['You', 'Assistant']);
  await stage.json('persona', 'add', 'Ann', 'Ann sells rope.');
  const worn = await stage.json('new', '--persona', 'Ann', '--title', 'Rope');
  expect(worn).toMatchObject([{ cast: ['Assistant', 'Ann'], playing: 'Ann' }]);
  expect((await stage.json('prompt', 'Rope', '--for', 'Assistant'))[0]?.prompt).toContain('Ann sells rope.');
});

test('RP-107 without a terminal a chat that is not there is a friendly "not found", by whatever command it is named', async () => {
  const stage = await atTheInn();
  for (const command of [
    ['play', 'NoSuch'],
    ['log', 'NoSuch'],
    ['rewind', 'NoSuch', '--turns', '1'],
  ]) {
    const { message } = await stage.refusal(3, ...command);
    expect(message).toBe('there is no chat "NoSuch"; see `sotto chats`');
  }
});
