import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { keeperCard } from '../../cli/inn.ts';
import { Stage } from '../../cli/sotto.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const main = builtProgram();
const folder = mkdtempSync(join(tmpdir(), 'sotto-card-'));
let run: PtyRun | undefined;

afterEach(() => {
  run?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('a text that is refused comes back to the editor as its author left it, until it is kept', async () => {
  const editor = join(folder, 'editor.sh');
  const script = `#!/bin/sh
if [ -e ${folder}/again ]; then cp "$1" ${folder}/again; sed -i.old 's/descripton/description/' "$1"
else touch ${folder}/again; sed -i.old 's/description = ""/descripton = "Tall."/' "$1"; fi`;
  writeFileSync(editor, script);
  chmodSync(editor, 0o755);
  const args = [main, '--data', join(folder, 'data'), 'card', 'new', 'Nell'];
  run = new PtyRun(args, { EDITOR: editor, VISUAL: '' });
  await run.shows('Back to the editor? [Y/n]');
  expect(run.text()).toContain('there is no key "descripton"');
  run.program.write('\r');
  await run.shows(/saved Nell \(\w+\)/);
  expect(await run.ended).toBe(0);
  expect(readFileSync(join(folder, 'again'), 'utf8')).toContain('descripton = "Tall."');
});

test('which version of a card a name means is asked where an earlier one comes in', async () => {
  const [from, to] = [new Stage({ EDITOR: 'sed -i.old s/Dry/Droll/' }), new Stage()];
  const before = from.file('keeper.json', JSON.stringify(keeperCard));
  await from.run('card', 'import', before);
  await from.run('card', 'edit', 'Keeper');
  await from.run('new', 'Keeper', '--title', 'Inn');
  const archive = to.file('inn.jsonl', await from.text('chat', 'export', 'Inn', '--format', 'sotto'));
  await to.run('chat', 'import', archive);
  const nameMeans = async () => (await to.json('card', 'show', 'Keeper'))[0]?.id;
  const newer = await nameMeans();
  run = new PtyRun([main, '--data', to.data, 'card', 'import', before]);
  await run.shows('[y/N]');
  run.program.write('y\r');
  expect(await run.ended).toBe(0);
  expect(run.text()).not.toContain('The name still refers');
  expect(await nameMeans()).not.toBe(newer);
});
