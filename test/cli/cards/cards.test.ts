import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readCardFile } from '../../../src/app/library/card-files.ts';
import { charxWith, exif, jpeg, webpWith, withAssetsOf } from '../../cards/containers.ts';
import { base64Of, bytesOf, joined, pngWith, textChunk, v2, v3 } from '../../cards/fixtures.ts';
import { ofType, Stage } from '../sotto.ts';

const entry = { keys: ['a'], content: '@@depth 1\nText', enabled: true, insertion_order: 1, extensions: {} };
const decorated = { ...v3, data: { ...v3.data, character_book: { extensions: {}, entries: [entry] } } };
const image = new Uint8Array([1, 2, 3, 4]);
const icon = { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' };
const charx = charxWith(withAssetsOf(icon), { 'assets/icon/images/main.png': pngWith() });

describe('card import of many files', () => {
  test('V3-CHARX-7: a folder of mixed files: what can be read is kept, what cannot is told, and a line sums up', async () => {
    const stage = new Stage();
    mkdirSync(join(stage.folder, 'all/deep'), { recursive: true });
    stage.file('all/a.charx', charx);
    stage.file('all/b.jpg', joined(jpeg, charxWith(v3)));
    stage.file('all/c.webp', webpWith(exif(bytesOf(JSON.stringify(v2)))));
    stage.file('all/deep/d.png', pngWith(textChunk('ccv3', base64Of(v3))));
    stage.file('all/deep/same.png', pngWith(textChunk('ccv3', base64Of(v3))));
    stage.file('all/bad.charx', charx.subarray(0, 99));
    stage.file('all/page.png', '<!DOCTYPE html>');
    const { code, stdout, stderr } = await stage.run('card', 'import', join(stage.folder, 'all'));
    expect(code).toBe(2);
    expect(stdout.trim().split('\n').at(-1)).toBe('3 imported, 2 already there, 2 unreadable');
    expect(stderr).toContain('bad.charx: This file is a zip or CHARX file that is cut short');
    expect(stderr).toContain('page.png: This file is a web page');
    const cards = await stage.json('cards');
    expect(cards.map(({ kind }) => kind).sort()).toEqual(['charx', 'charx', 'webp']);
  });
});

describe('card export', () => {
  test('V3-CHARX-1, V3-PNG-1, V3-JSON-1: to each format and back, in each specification', async () => {
    const stage = new Stage();
    await stage.json('card', 'import', stage.file('a.charx', charx));
    const out = (name: string) => join(stage.folder, name);
    const written = async (...args: string[]) => {
      const file = out(`x${args.join('')}`);
      const [line] = await stage.json('card', 'export', 'Ada Third', ...args, '--out', file);
      expect(line).toMatchObject({ type: 'exported', file });
      return readFileSync(file);
    };
    expect(readCardFile(await written('--to', 'charx')).raw).toEqual(withAssetsOf(icon));
    expect(readCardFile(await written('--to', 'json')).raw).toEqual(withAssetsOf(icon));
    expect(readCardFile(await written('--to', 'json', '--spec', 'v2'))).toMatchObject({ spec: 'v2' });
    const png = await written('--to', 'png');
    expect(readCardFile(png).raw).toEqual(withAssetsOf({ ...icon, uri: 'ccdefault:' }));
    const [line] = await stage.json('card', 'export', stage.file('p.png', png), '--to', 'charx');
    const again = readFileSync(line?.file ?? '');
    expect(unzipSync(again)['assets/icon/images/main.png']).toEqual(pngWith());
    expect(readCardFile(again).raw).toEqual(withAssetsOf(icon));
  });

  test('V3-AST-KEEP, V3-CHARX-1: what is lost is told, what has no form is refused, a picture can be given', async () => {
    const stage = new Stage();
    const file = stage.file('v3.json', JSON.stringify(decorated));
    const refusal = await stage.refusal(2, 'card', 'export', file, '--to', 'charx', '--spec', 'v2');
    expect(refusal).toMatchObject({ code: 'cannot_convert' });
    const picture = stage.file('p.png', pngWith());
    const [line] = await stage.json(
      'card',
      'export',
      file,
      '--to',
      'png',
      '--spec',
      'v2',
      '--picture',
      picture,
    );
    expect(line?.warnings).toEqual([expect.stringContaining('Decorators')]);
    expect(await stage.refusal(2, 'card', 'export', file, '--to', 'png')).toMatchObject({
      code: 'no_picture',
    });
  });
});

describe('card lint', () => {
  test('V3-GOG, V3-CHARX-2: each departure with the id of its row; exit code 1 for errors', async () => {
    const stage = new Stage();
    const { group_only_greetings: _greetings, ...data } = v3.data;
    const bad = stage.file('bad.json', JSON.stringify({ ...v3, data }));
    const lost = stage.file('lost.charx', charxWith(withAssetsOf(icon)));
    const run = await stage.run('card', 'lint', bad, lost, '--json');
    expect(run.code).toBe(1);
    expect(run.lines).toMatchObject([
      {
        type: 'departure',
        card: bad,
        id: 'V3-GOG',
        level: 'error',
        message: 'group_only_greetings is missing',
      },
      { type: 'departure', card: lost, id: 'V3-CHARX-2', level: 'error' },
    ]);
    expect(await stage.text('card', 'lint', stage.file('good.json', JSON.stringify(v3)))).toContain(
      'no problems',
    );
    const warned = await stage.text(
      'card',
      'lint',
      stage.file('w.webp', webpWith(exif(bytesOf(JSON.stringify(v2))))),
    );
    expect(warned).toContain('warning V1-WEBP');
    const missing = await stage.run('card', 'lint', 'nobody', bad, '--json');
    expect([missing.code, ...ofType(missing.lines, 'error').map(({ code }) => code)]).toEqual([
      1,
      'no_such_card',
    ]);
  });

  test('V3-AST-SHAPE: `card show` lists the assets and where they are', async () => {
    const stage = new Stage();
    const assets = [icon, { ...icon, uri: 'https://x/y', name: 'far\u001b[2J' }];
    const file = stage.file('a.charx', charxWith(withAssetsOf(...assets), { [icon.uri.slice(10)]: image }));
    expect(await stage.text('card', 'show', file)).toMatch(
      /^assets: icon main \(file\), icon far.* \(remote\)$/m,
    );
  });
});
