import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from '../sotto.ts';
import { filesOf, leftThere, wholeFolder } from './whole-folder.ts';

const imported = async (...flags: string[]) => {
  const stage = new Stage();
  const data = wholeFolder(join(stage.folder, 'st'));
  const run = await stage.run('import', 'sillytavern', data, '--json', ...flags);
  return { stage, data, run };
};

test('a folder of SillyTavern comes back byte for byte, all but what the report says is left there', async () => {
  const { stage, data, run } = await imported();
  const came = filesOf(data);
  const report = run.lines.at(-1);
  expect((report?.left as { file: string }[] | undefined)?.map(({ file }) => file)).toEqual([
    'backups',
    'secrets.json',
    'thumbnails',
  ]);
  const out = join(stage.folder, 'out');
  await stage.json('export', 'sillytavern', out);
  const back = filesOf(out);
  const wanted = Object.keys(came).filter((file) => !leftThere.includes(file));
  expect(Object.keys(back)).toEqual(wanted);
  for (const file of wanted) expect({ file, bytes: back[file] }).toEqual({ file, bytes: came[file] });
});

test('into the folder that it came from nothing changes', async () => {
  const { stage, data } = await imported();
  const before = filesOf(data);
  expect(await stage.json('export', 'sillytavern', data)).toEqual([]);
  expect(filesOf(data)).toEqual(before);
});
