import { expect, test } from 'vitest';
import { atTheInn, plainCard, withKeeper } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { areShaped } from './shapes.ts';
import { ofType, texts } from './sotto.ts';

test('say prints what was written, the reply as it streams, the reply and its cost', async () => {
  const stage = await withKeeper();
  const lines = await stage.json('say', 'Good evening.');
  areShaped(lines);
  const [said, ...rest] = lines;
  expect(said).toMatchObject({
    type: 'message',
    speaker: 'Ann',
    text: 'Good evening.',
    knownTo: [],
    perceived: ['Keeper', 'Ann'],
    role: 'character',
    truncated: false,
    pinned: false,
    branch: 'main',
  });
  const [reply, usage] = rest.slice(-2);
  expect(reply).toMatchObject({ type: 'message', speaker: 'Keeper', truncated: false });
  expect(rest.slice(0, -2).every(({ type, speaker }) => type === 'delta' && speaker === 'Keeper')).toBe(true);
  expect(texts(await stage.json('log', '--tail', '1'))).toEqual([reply?.text]);
  const streamed = ofType(rest, 'delta').map(({ text }) => text);
  expect(streamed.join('')).toBe(reply?.text);
  expect(streamed.length).toBeGreaterThan(2);
  expect(usage).toMatchObject({
    type: 'usage',
    speaker: 'Keeper',
    backend: 'understudy',
    model: 'understudy',
  });
});

test('without --json a person reads a line a message and nothing else', async () => {
  const stage = await atTheInn();
  const [mine, bobs, ...rest] = (await stage.text('say', 'Good evening, Bob.')).split('\n');
  expect(mine).toBe('Alice: Good evening, Bob.');
  expect(bobs).toMatch(/^Bob: \S/);
  expect(rest).toEqual(['']);
});

test('say: CHAT by title, id and prefix, `-` and none for the latest; `-` reads the text from stdin', async () => {
  const stage = await atTheInn();
  const [inn] = await stage.json('chats');
  await stage.json('new', stage.file('keeper.json', plainCard('Keeper', 'Hm.')));
  const say = async (...args: string[]) => texts(await stage.json('say', ...args, '--no-reply'));
  for (const chat of ['The Inn', 'the inn', 'The I', inn?.id ?? '', inn?.id.slice(0, 6) ?? '', '-']) {
    expect(await say(chat, `to ${chat}`)).toEqual([`to ${chat}`]);
  }
  expect(await say('to the latest')).toEqual(['to the latest']);
  expect(await stage.feed('two\nlines\n', 'say', '-', '--no-reply')).toMatchObject({ code: 0 });
  expect(await stage.feed('of the inn', 'say', 'The Inn', '-', '--no-reply')).toMatchObject({ code: 0 });
  expect(texts(await stage.json('log', 'The Inn', '--tail', '3'))).toEqual([
    'to the latest',
    'two\nlines',
    'of the inn',
  ]);
  expect(texts(await stage.json('log', 'Keeper'))).toEqual(['Hm.']);
});

test('--as writes as another for once, --to sets the audience, --reply the speakers in order, --no-reply none', async () => {
  const stage = await atTheInn();
  const speakers = async (...args: string[]) =>
    ofType(await stage.json('say', ...args), 'message').map(({ speaker }) => speaker);
  expect(await speakers('Hm.', '--as', 'carl', '--no-reply')).toEqual(['Carl']);
  expect(await speakers('Well?', '--reply', 'carl', 'BOB')).toEqual(['Alice', 'Carl', 'Bob']);
  expect(await speakers('Well?', '--reply', 'Bob,Carl')).toEqual(['Alice', 'Bob', 'Carl']);
  expect(await speakers('--reply', 'Bob', 'Well?')).toEqual(['Alice', 'Bob']);
  const [secret] = await stage.json('say', 'Listen.', '--to', ' bob , Carl', '--as', 'Bob', '--no-reply');
  expect(secret).toMatchObject({ speaker: 'Bob', knownTo: ['Bob', 'Carl'], perceived: ['Bob', 'Carl'] });
  expect(await speakers('-- a text that begins with dashes', '--no-reply').catch(() => 'refused')).toBe(
    'refused',
  );
  expect(texts((await stage.run('say', '--json', '--no-reply', '--', '-dash')).lines)).toEqual(['-dash']);
});

test('--max-tokens bounds the reply', async () => {
  const stage = await withKeeper();
  const [usage] = ofType(await stage.json('say', 'Hm.', '--max-tokens', '2'), 'usage');
  expect(usage).toMatchObject({ generatedTokens: 2 });
  const [shorter] = ofType(await stage.json('reply', '--by', 'Keeper', '--max-tokens', '1'), 'usage');
  expect(shorter).toMatchObject({ generatedTokens: 1 });
});

test('RP-098 reply, regenerate, continue and impersonate generate one line each', async () => {
  const stage = await atTheInn();
  const messages = async (...args: string[]) => {
    const lines = await stage.json(...args);
    areShaped(lines);
    return ofType(lines, 'message');
  };
  const [reply] = await messages('reply', '--by', 'carl');
  expect(reply).toMatchObject({ speaker: 'Carl' });
  const [other] = await messages('regenerate');
  expect(other).toMatchObject({ speaker: 'Carl' });
  expect(other?.id).not.toBe(reply?.id);
  const [longer] = await messages('continue', 'The Inn');
  expect(longer?.id).toBe(other?.id);
  expect(longer?.text).not.toBe(other?.text);
  expect(longer?.text.startsWith(other?.text ?? '?')).toBe(true);
  expect(await messages('impersonate', '--as', 'Alice')).toMatchObject([{ speaker: 'Alice' }]);
  expect(await messages('impersonate')).toMatchObject([{ speaker: 'Alice' }]);
  const log = await stage.json('log');
  expect(log.map(({ speaker }) => speaker)).toEqual(['Alice', 'Carl', 'Alice', 'Alice']);
  await stage.isSound();
});

test('KT-10 a reply that turns out to be a whisper for others was never printed, not even its beginning', async () => {
  const stage = await atTheInn();
  const aloud = await serverSaying('Lovely ', 'weather.');
  const lines = await stage.json('reply', '--by', 'Carl', ...aloud);
  const streamed = ofType(lines, 'delta').map(({ text }) => text);
  expect([streamed.join(''), texts(lines)]).toEqual(['Lovely weather.', ['Lovely weather.']]);
  const whisper = await serverSaying('Lovely ', 'weather ', '(ooc: __known_', 'to_chars__Bob__)');
  expect(await stage.json('reply', '--by', 'Carl', ...whisper)).toEqual([]);
  expect(texts(await stage.json('log', '--as', 'Bob', '--tail', '1'))).toEqual(['Lovely weather']);
  expect(await stage.json('log')).toHaveLength(2);
});

test('KT-10 a model that leaves a tag open or names a stranger widens no audience', async () => {
  const stage = await atTheInn();
  for (const tag of ['__known_to_chars__Bob', '__known_to_chars__Bob,Zed__']) {
    await stage.json('reply', '--by', 'Carl', ...(await serverSaying(`Hm ${tag}`)));
    const [last] = await stage.json('log', '--all', '--tail', '1');
    expect(last).toMatchObject({ text: 'Hm', knownTo: ['Bob', 'Carl'] });
  }
  await stage.json('reply', '--by', 'Carl', ...(await serverSaying('Hm __known_to_chars__Zed__')));
  expect(await stage.json('log', '--all', '--tail', '1')).toMatchObject([{ text: 'Hm' }]);
  expect(await stage.json('log')).toHaveLength(1);
});

test('play --plain is a chat in pipes: lines in, lines out, no escape sequence', async () => {
  const stage = await withKeeper();
  const typed = 'Good evening.\n/to Nobody psst\n/quit\nnever\n';
  const { code, stdout } = await stage.feed(typed, 'play', '--plain', '--backend', 'understudy');
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nyou \(Ann\)> \nAnn: Good evening\.\nKeeper: .+\n.*\nsotto: .*Nobody/s);
  expect(stdout).not.toMatch(/\x1b|never/);
});
