import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freshFolder } from '../folders.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('the package is a library: its example runs on what `exports` offers, and the whisper stays with who heard it', () => {
  const said = execFileSync(process.execPath, [at('docs/example.mjs')], { encoding: 'utf8', cwd: at('.') });
  expect(said.split('\n').slice(-3)).toEqual([
    'Ansel perceived 4 messages; whisper in the prompt: true',
    'Odile perceived 3 messages; whisper in the prompt: false',
    '',
  ]);
});

test('the page of the library shows the example as it is run', () => {
  expect(readFileSync(at('docs/library.md'), 'utf8')).toContain(
    readFileSync(at('docs/example.mjs'), 'utf8').trim(),
  );
});

test('HC-11 the library asks a character beside the play: it answers from what it knows, and nothing is stored', async () => {
  const { folder, remove } = freshFolder();
  const script = `
    import { Sotto } from 'sotto';
    const sotto = new Sotto({ data: ${JSON.stringify(folder)}, backend: 'understudy' });
    const play = sotto.start([${JSON.stringify(at('cards/the-last-ferry.json'))}]);
    const before = play.view().count();
    const { cast, playing } = play.state();
    const { name } = cast.find(({ id }) => id !== playing.id);
    const { text, kept } = await play.ask(name, { text: 'What do you make of the crossing?' });
    console.log(JSON.stringify({ isText: text !== '', kept, added: play.view().count() - before }));
    await play.close();
    sotto.close();
  `;
  const run = ['--input-type=module', '-e', script];
  const said = execFileSync(process.execPath, run, { encoding: 'utf8', cwd: at('.') });
  expect(JSON.parse(said)).toEqual({ isText: true, kept: null, added: 0 });
  remove();
});
