import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheInn } from '../inn.ts';
import { serverSaying } from '../scripted.ts';
import { type Stage, texts } from '../sotto.ts';

/** Imports regex scripts as SillyTavern keeps them. */
async function withScripts(stage: Stage, ...regex: object[]): Promise<void> {
  mkdirSync(`${stage.folder}/silly`, { recursive: true });
  stage.file('silly/settings.json', JSON.stringify({ extension_settings: { regex } }));
  await stage.json('import', 'sillytavern', `${stage.folder}/silly`);
}
const script = (scriptName: string, findRegex: string, replaceString: string, more: object) => ({
  ...{ scriptName, findRegex, replaceString, placement: [1, 2], ...more },
});

test('a script for what is kept changes what is typed and what a model writes, in the order of the file', async () => {
  const stage = await atTheInn();
  await withScripts(
    stage,
    script('Z first', '/moon/g', 'sun', {}),
    script('A then', '/sun/g', 'lamp', { placement: [2] }),
    script('Off', '/./g', '', { disabled: true }),
  );
  const flags = await serverSaying(' The moon is up.');
  await stage.json('say', 'Is the moon up?', '--reply', 'Bob', ...flags);
  expect(texts(await stage.json('log')).slice(-2)).toEqual(['Is the sun up?', 'The lamp is up.']);
  await stage.isSound();
});

test('a script decides over no audience: tags are read before, and a whisper stays one', async () => {
  const stage = await atTheInn();
  await withScripts(stage, script('Loud', '/under the mat/', 'known_to: everyone', {}));
  await stage.json('say', 'The key is under the mat.', '--to', 'Bob', '--no-reply');
  expect((await stage.json('log', '--all')).at(-1)).toMatchObject({
    ...{ text: 'The key is known_to: everyone.', knownTo: ['Alice', 'Bob'] },
  });
  expect(await stage.text('prompt', '--for', 'Carl')).not.toContain('The key');
});

test('a script for prompts changes what is sent alone, at its depths of the speaker’s own view', async () => {
  const stage = await atTheInn();
  await withScripts(
    stage,
    script('Short', '/\\*[^*]*\\*/g', '', { promptOnly: true }),
    script('Old', '/tea/', 'TEA', { promptOnly: true, minDepth: 1 }),
  );
  for (const text of ['*waves* tea', '*nods* tea']) await stage.json('say', text, '--no-reply');
  await stage.json('say', 'A secret.', '--to', 'Bob', '--no-reply');
  expect(texts(await stage.json('log')).slice(-3, -1)).toEqual(['*waves* tea', '*nods* tea']);
  const lines = (await stage.text('prompt', '--for', 'Carl')).split('\n').filter((line) => /tea/i.test(line));
  expect(lines).toEqual(['Alice:  TEA', 'Alice:  tea']);
});

test('a script that would leave nothing, or that is refused, leaves the text', async () => {
  const stage = await atTheInn();
  await withScripts(stage, script('All', '/.+/gs', '', {}), script('Back', '/(a)\\1/', 'x', {}));
  await stage.json('say', 'aa', '--no-reply');
  expect(texts(await stage.json('log')).at(-1)).toBe('aa');
});

test('a script for what is shown changes the log for people at its depths, and nothing that programs read', async () => {
  const stage = await atTheInn();
  await withScripts(
    stage,
    script('Shout', '/tea/', 'TEA', { markdownOnly: true }),
    script('Old', '/TEA/', 'old TEA', { markdownOnly: true, minDepth: 1 }),
    script('Hostile', '/now/', '\x1b[2Jnow', { markdownOnly: true }),
  );
  await stage.json('say', 'tea', '--no-reply');
  await stage.json('say', 'A secret.', '--to', 'Bob', '--no-reply');
  expect(await stage.text('say', 'tea now', '--no-reply')).toBe('Alice: TEA now\n');
  const said = (log: string) => log.split('\n').filter((line) => /tea/i.test(line));
  expect(said(await stage.text('log'))).toEqual(['Alice: old TEA', 'Alice: TEA now']);
  expect(said(await stage.text('log', '--tail', '2'))).toEqual(['Alice: TEA now']);
  expect(said(await stage.text('log', '--as', 'Carl', '--tail', '2'))).toEqual([
    'Alice: old TEA',
    'Alice: TEA now',
  ]);
  expect(texts(await stage.json('log', '--tail', '3'))).toEqual(['tea', 'A secret.', 'tea now']);
  expect(await stage.text('prompt', '--for', 'Bob')).not.toContain('TEA');
});

test('an edit runs the scripts that ask for it, and no others', async () => {
  const stage = await atTheInn();
  await withScripts(
    stage,
    script('Edits', '/moon/', 'sun', { runOnEdit: true }),
    script('No edits', '/sun/', 'lamp', {}),
  );
  await stage.json('say', 'Rain.', '--no-reply');
  await stage.json('edit', 'last', 'The moon.');
  expect(texts(await stage.json('log')).at(-1)).toBe('The sun.');
});
