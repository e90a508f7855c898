import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, Stage, texts } from './sotto.ts';

/** The card of the original's manual, as it stands there. */
const original = {
  sys_prompt:
    'This is a chat between Alice, Bob and Carl. Normally what is said by any character is seen by all others. But characters also might write messages intended to specific targets if their message contain string tag \'__known_to_chars__{CharName1,CharName2,CharName3}__\'.\nFor example:\nAlice:\n"Hey, Bob. I have a secret for you... (ooc: __known_to_chars__Bob__)"\nThis message would be seen only by Bob and Alice (sender always sees their own message).',
  role: 'Alice',
  filepath: 'sysprompts/alice_bob_carl.json',
  chars: ['Alice', 'Bob', 'Carl'],
  first_msg:
    "Hey guys! Want to play Alias like game? I'll tell Bob a word and he needs to describe that word so Carl can guess what it was?",
};

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

test('KT-27 the example of the original, from its own card: Bob describes the word, Carl guesses without having heard it', async () => {
  const stage = new Stage();
  const [chat] = await stage.json('new', stage.file('alice_bob_carl.json', JSON.stringify(original)));
  expect(chat).toMatchObject({ playing: 'Alice', cast: ['Alice', 'Bob', 'Carl'] });
  const say = (by: string, text: string) => stage.json('say', text, '--as', by, '--no-reply');
  await say('Carl', "Yeah, let's do it!");
  const [told] = await say('Alice', '(ooc: __known_to_chars__Bob__) The word is "castle".');
  expect(told).toMatchObject({ text: 'The word is "castle".', knownTo: ['Alice', 'Bob'] });
  await say('Bob', 'It is old, made of stone, and kings live there.');
  const heard = async (name: string) => texts(await stage.json('log', '--as', name));
  expect([(await heard('Bob')).length, (await heard('Carl')).length]).toEqual([4, 3]);
  const prompt = async (name: string) => (await stage.json('prompt', '--for', name))[0]?.prompt ?? '';
  expect(await prompt('Bob')).toContain('The word is "castle".');
  expect(await prompt('Carl')).toContain('kings live there');
  expect(await prompt('Carl')).not.toContain('castle');
  const [guess] = ofType(await stage.json('reply', '--by', 'Carl'), 'message');
  expect(guess).toMatchObject({ speaker: 'Carl' });
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
