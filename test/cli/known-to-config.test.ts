import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { ofType, texts } from './sotto.ts';

test('KT-09 switched off, the tag is text like any other and everyone hears it', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', 'CharSpecificContextEnabled = false\n');
  const [said] = await stage.json('say', 'Hm. __known_to_chars__Bob__', '--no-reply');
  expect(said).toMatchObject({ text: 'Hm. __known_to_chars__Bob__', knownTo: [] });
  expect(await stage.text('log', '--as', 'Carl')).toContain('Hm. __known_to_chars__Bob__');
  expect(await stage.text('prompt', '--for', 'Carl')).toContain('Hm. __known_to_chars__Bob__');
});

test('KT-09 the tag is configurable, at both ends', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', 'CharSpecificContextTag = "<<only:"\nCharSpecificContextTagEnd = ">>"\n');
  const [said] = await stage.json('say', 'Hm. <<only: bob >>', '--no-reply');
  expect(said).toMatchObject({ text: 'Hm.', knownTo: ['Alice', 'Bob'] });
  const [old] = await stage.json('say', 'Hm. __known_to_chars__Bob__', '--no-reply');
  expect(old).toMatchObject({ text: 'Hm. __known_to_chars__Bob__', knownTo: [] });
  expect(await stage.text('prompt', '--for', 'Carl')).toContain('(ooc: <<only:Alice>>)');
});

test('KT-21 what was said while the feature was off is public ever after', async () => {
  const stage = await atTheInn();
  await stage.json(
    'say',
    'Old. __known_to_chars__Bob__',
    '--no-reply',
    '--config',
    stage.file('off.toml', 'CharSpecificContextEnabled = false'),
  );
  await stage.json('say', 'New. __known_to_chars__Bob__', '--no-reply');
  expect(texts(await stage.json('log', '--as', 'Carl')).slice(1)).toEqual(['Old. __known_to_chars__Bob__']);
});

test('KT-17 how many messages go unheard is told without their text, and not at all with hint = "none"', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'secret', '--to', 'Bob', '--as', 'Carl', '--no-reply');
  const dryRun = ['rewind', '--turns', '1', '--dry-run'];
  expect(await stage.text(...dryRun)).toMatch(/2 messages \(1 of them unheard\)/);
  stage.file('config.toml', '[privacy]\nhint = "none"\n');
  expect(await stage.text(...dryRun)).not.toMatch(/unheard/);
});

test('KT-15 KT-16 KT-18 AutoTurn: whispers that miss the played character are answered, up to the hop limit', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', 'AutoTurn = true\n[auto_turn]\nmax_hops = 2\n');
  await stage.json('say', 'Hello you.', '--as', 'Bob', '--to', 'Carl', '--no-reply');
  expect(ofType(await stage.json('reply', '--by', 'Carl'), 'message')).toEqual([]);
  const speakers = (await stage.json('log', '--all')).map(({ speaker }) => speaker);
  expect(speakers).toEqual(['Alice', 'Bob', 'Carl', 'Bob', 'Carl']);
  expect(texts(await stage.json('log')).length).toBe(1);
});

test('KT-15 without AutoTurn nobody goes on alone', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Hello you.', '--as', 'Bob', '--to', 'Carl', '--no-reply');
  await stage.json('reply', '--by', 'Carl');
  expect((await stage.json('log', '--all')).map(({ speaker }) => speaker)).toEqual(['Alice', 'Bob', 'Carl']);
});

test('KT-04 privacy.style = "head": replies bring their head, and what is printed is certain as soon as it is read', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', '[privacy]\nstyle = "head"\n');
  expect((await stage.text('prompt', '--for', 'Carl')).trimEnd()).toMatch(/\nCarl$/);
  const lines = await stage.json('say', 'Hush, Bob.', '--to', 'Bob');
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['message', 'delta', 'usage']));
  const [, reply] = ofType(lines, 'message');
  expect(reply).toMatchObject({ speaker: 'Bob', knownTo: ['Alice', 'Bob'] });
  expect(await stage.text('prompt', '--for', 'Bob')).toContain(
    '\nAlice (to Bob): Hush, Bob.\nBob (to Alice): ',
  );
  expect(await stage.text('prompt', '--for', 'Carl')).not.toContain('Hush');
});

test('RP-015 the marks of what is out of character are configurable', async () => {
  const stage = await atTheInn();
  stage.file('config.toml', '[ooc]\nopen = "//"\nclose = "//"\nword = "aside"\n');
  await stage.json('say', 'Well? //brb// (aside: soon) ((so))', '--no-reply');
  expect(await stage.text('prompt', '--for', 'Carl')).toContain('\nAlice: Well? ((so))\n');
  expect(await stage.json('say', '(aside: soon)')).toHaveLength(1);
});
