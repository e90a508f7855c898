import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { charxWith, withAssetsOf } from '../../cards/containers.ts';
import { base64Of, pngWith, textChunk, v3 } from '../../cards/fixtures.ts';
import { isWindows } from '../../windows.ts';
import { Stage } from '../sotto.ts';

const icon = { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' };
const charx = charxWith(withAssetsOf(icon), { 'assets/icon/images/main.png': pngWith() });
const dated = { ...v3, data: { ...v3.data, creation_date: 1, modification_date: 2 } };
const { data, ...marks } = v3;
const redated = { data: { ...data, modification_date: 99 }, ...marks };
const name = v3.data.name;

const brought = async (stage: Stage, file: string, content: string | Uint8Array) => {
  const [line] = await stage.json('card', 'import', stage.file(file, content));
  return { id: String(line?.id), warnings: (line?.warnings ?? []) as readonly string[] };
};

describe('the same card in another file', () => {
  test('a JSON with keys in another order and other dates is the card that is there', async () => {
    const stage = new Stage();
    const first = await brought(stage, 'a.json', JSON.stringify(dated));
    const again = await brought(stage, 'b.json', JSON.stringify(redated, null, 2));
    expect(again).toEqual({
      id: first.id,
      warnings: [`The same card is in the library already as ${first.id}`],
    });
    expect(await stage.text('card', 'import', stage.file('b.json', JSON.stringify(redated)))).toContain(
      `is in the library already as ${first.id}`,
    );
    expect(await stage.json('cards')).toHaveLength(1);
    const other = { ...dated, data: { ...dated.data, description: 'Another.' } };
    expect((await brought(stage, 'c.json', JSON.stringify(other))).warnings).toEqual([]);
    expect(await stage.json('cards')).toHaveLength(2);
  });

  test('a picture that the JSON lacked is kept, and the name means it; the JSON then brings nothing', async () => {
    const stage = new Stage();
    const plain = await brought(stage, 'a.json', JSON.stringify(v3));
    const png = await brought(stage, 'a.png', pngWith(textChunk('ccv3', base64Of(dated))));
    expect(png.warnings).toEqual([expect.stringContaining(`the same card as ${plain.id}`)]);
    expect(png.id).not.toBe(plain.id);
    const out = join(stage.folder, 'out.png');
    await stage.json('card', 'export', name, '--to', 'png', '--out', out);
    expect(readFileSync(out).length).toBeGreaterThan(0);
    const again = await brought(stage, 'c.json', JSON.stringify(redated));
    expect(again.id).toBe(png.id);
    expect(await stage.json('cards')).toHaveLength(2);
  });

  test('PNG and CHARX of one card, exported from each other, are one card', async () => {
    const stage = new Stage();
    const first = await brought(stage, 'a.charx', charx);
    const out = join(stage.folder, 'out.png');
    await stage.json('card', 'export', first.id, '--to', 'png', '--out', out);
    const again = await brought(stage, 'b.png', readFileSync(out));
    expect(again.id).toBe(first.id);
    expect(await stage.json('cards')).toHaveLength(1);
  });

  test('a card that was edited since stays what its name means', async ({ skip }) => {
    skip(isWindows, 'the editor is a shell script here');
    const stage = new Stage({ EDITOR: 'sh ./edit.sh', VISUAL: '' });
    await brought(stage, 'a.json', JSON.stringify(v3));
    stage.file('edit.sh', `#!/bin/sh\nsed -i.old 's/^creator = .*/creator = "Edited."/' "$1"\n`);
    const run = await stage.run('card', 'edit', name);
    expect(run.code, run.stderr).toBe(0);
    await brought(stage, 'a.png', pngWith(textChunk('ccv3', base64Of(v3))));
    expect(await stage.text('card', 'show', name)).toContain('Edited.');
  });

  test('regex scripts in a card are told: they run once a person agrees', async () => {
    const stage = new Stage();
    const extensions = { regex_scripts: [{ scriptName: 'a' }, { scriptName: 'b' }] };
    const card = { ...v3, data: { ...v3.data, extensions } };
    const { warnings } = await brought(stage, 'a.json', JSON.stringify(card));
    expect(warnings).toEqual([
      'The card has regex scripts (2): they run once you agree (`sotto scripts NAME`)',
    ]);
    const run = await stage.run('card', 'import', stage.file('b.json', JSON.stringify(card)));
    expect(run.stderr).toContain('regex scripts (2): they run once you agree');
  });
});
