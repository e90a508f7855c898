import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findOnHub } from '../../src/models/hub/listing.ts';
import { diskFree, type Pull, type Pulled, pullModel } from '../../src/models/hub/pull.ts';
import { hubSource } from '../../src/models/source.ts';
import { tinyModel } from '../gguf/tiny-model.ts';
import { freshFolder } from '../histories.ts';
import { type FakeHub, type Fault, startHub } from './hub.ts';
import { Machine } from './roads.ts';

const model = tinyModel();
const name = 'tiny-Q4_K_M.gguf';
const files = { [name]: model };
const bounds = { silenceMs: 20_000, tries: 3, waitMs: 0 };

const pullFrom = async ({ url }: FakeHub, folder: string, quantization = '', token = ''): Promise<Pull> => {
  const source = hubSource(`hf:someone/tiny${quantization}`);
  if (!source) throw new Error('no source');
  const hub = { endpoint: url, token };
  const { signal } = new AbortController();
  const found = await findOnHub(hub, source, { most: 1e12, signal });
  return { hub, model: found, folder, signal, clock: () => performance.now(), bounds };
};

const all = async (pull: Pull): Promise<Pulled[]> => {
  const told: Pulled[] = [];
  for await (const one of pullModel(pull)) told.push(one);
  return told;
};

const place = () => {
  const { folder, remove } = freshFolder();
  onTestFinished(remove);
  return { folder, file: join(folder, 'someone', 'tiny', name) };
};

describe('a model that is fetched', () => {
  test('is there whole under its name, and nothing else', async () => {
    const { folder, file } = place();
    const told = await all(await pullFrom(await startHub({ files }), folder));
    expect(readFileSync(file).equals(model)).toBe(true);
    expect(readdirSync(join(folder, 'someone', 'tiny'))).toEqual([name]);
    expect(told.at(-1)).toMatchObject({ bytes: model.length, total: model.length });
  });

  test('goes on where connections broke, and reads nothing twice', async () => {
    const { folder, file } = place();
    const hub = await startHub({ files });
    hub.faults.push('cut', 'refuse', 'cut');
    await all(await pullFrom(hub, folder));
    expect(readFileSync(file).equals(model)).toBe(true);
    const starts = hub.asked.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(starts).toHaveLength(4);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[3]).toBeGreaterThan(starts[1] ?? 0);
  });

  test('in whatever way the network breaks, is right or not there', async () => {
    const fault = fc.constantFrom<Fault>('cut', 'whole', 'refuse');
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 6 }), async (faults) => {
        const { folder, remove } = freshFolder();
        const hub = await startHub({ files });
        hub.faults.push(...faults);
        const done = await all(await pullFrom(hub, folder)).then(
          () => true,
          () => false,
        );
        const file = join(folder, 'someone', 'tiny', name);
        expect(existsSync(file)).toBe(done);
        if (done) expect(readFileSync(file).equals(model)).toBe(true);
        remove();
      }),
      { numRuns: 12 },
    );
  });

  test('goes on in a later run', async () => {
    const { folder, file } = place();
    const hub = await startHub({ files });
    hub.faults.push('cut', 'refuse', 'refuse', 'refuse');
    await expect(all(await pullFrom(hub, folder))).rejects.toThrow(/fetched so far are kept/);
    expect(existsSync(file)).toBe(false);
    await all(await pullFrom(hub, folder));
    expect(readFileSync(file).equals(model)).toBe(true);
    expect(hub.asked.at(-1)?.range).toMatch(/^bytes=[1-9]/);
  });

  test('with another hash than its source says is thrown away', async () => {
    const { folder } = place();
    const pull = await pullFrom(await startHub({ files, lies: true }), folder);
    await expect(all(pull)).rejects.toMatchObject({ code: 'bad_hash' });
    expect(readdirSync(join(folder, 'someone', 'tiny'))).toEqual([]);
  });

  test('over a redirect comes without the key, which its own server gets', async () => {
    const { folder, file } = place();
    const hub = await startHub({ files, redirects: true });
    await all(await pullFrom(hub, folder, '', 'hf_secret'));
    expect(readFileSync(file).equals(model)).toBe(true);
    expect(hub.asked.map(({ key }) => key)).toEqual([undefined]);
  });

  test('is not led in circles', async () => {
    const hub = await startHub({ files, redirectTo: 'file:///etc' });
    const pull = await pullFrom(hub, place().folder);
    await expect(all(pull)).rejects.toMatchObject({ code: 'bad_redirect' });
  });

  test('is one of its parts after the other', async () => {
    const { folder } = place();
    const parts = [1, 2].map(
      (at) => [`big-Q8_0-0000${at}-of-00002.gguf`, model.subarray(0, 5000 * at)] as const,
    );
    const told = await all(await pullFrom(await startHub({ files: Object.fromEntries(parts) }), folder));
    expect(readdirSync(join(folder, 'someone', 'tiny'))).toEqual(parts.map(([called]) => called));
    expect(told.at(-1)?.bytes).toBe(15_000);
  });

  test('by two at once is fetched by one', async () => {
    const { folder } = place();
    const pull = await pullFrom(await startHub({ files }), folder);
    const first = pullModel(pull);
    await first.next();
    await expect(all(pull)).rejects.toMatchObject({ code: 'being_fetched' });
    await first.return(undefined as never);
    await all(pull);
  });

  test.skipIf(process.platform !== 'linux')(
    'onto a full disk says so, and what came stays for later',
    async () => {
      const { fetchFile } = await import('../../src/models/hub/fetch-file.ts');
      const { symlinkSync } = await import('node:fs');
      const { folder } = place();
      const { hub, model: found, signal } = await pullFrom(await startHub({ files }), folder);
      const [from] = found.parts;
      if (!from) throw new Error('no part');
      const to = join(folder, name);
      symlinkSync('/dev/full', `${to}.${from.sha256.slice(0, 12)}.part`);
      const file = { hub, source: found.source, revision: found.revision, from, to, signal, bounds };
      const work = async () => {
        for await (const _ of fetchFile(file));
      };
      await expect(work()).rejects.toMatchObject({ code: 'disk_full' });
      expect(existsSync(to)).toBe(false);
    },
  );
});

describe('which model is fetched', () => {
  const several = Object.fromEntries(
    ['m-Q8_0.gguf', 'm-Q4_K_M.gguf', 'm-Q2_K.gguf', 'mmproj-f16.gguf'].map((one) => [one, model]),
  );
  test.each([
    ['', 'm-Q4_K_M.gguf'],
    [':Q2_K', 'm-Q2_K.gguf'],
    [':q8_0', 'm-Q8_0.gguf'],
  ])('hf:someone/tiny%s is %s', async (quantization, wanted) => {
    const pull = await pullFrom(await startHub({ files: several }), place().folder, quantization);
    expect(pull.model.parts.map(({ path }) => path)).toEqual([wanted]);
  });

  test('a quantization that is not there is answered with those that are', async () => {
    const pulling = pullFrom(await startHub({ files: several }), place().folder, ':Q6_K');
    await expect(pulling).rejects.toThrow(/has no Q6_K; it has Q8_0, Q4_K_M, Q2_K/);
  });

  test.each(['hf:../etc', 'hf:a', 'hf:a/b/c', 'hf:a/..'])('%s is no source', (given) => {
    expect(() => hubSource(given)).toThrow(/names no model/);
  });
});

describe('sotto model pull', () => {
  test('fetches, lists, shows and removes, and says where it is from', async () => {
    const hub = await startHub({ files });
    const machine = new Machine(null, { HF_ENDPOINT: hub.url, HF_TOKEN: 'hf_secret' });
    const { code, lines, stderr, stdout } = await machine.run('model', 'pull', 'hf:someone/tiny', '--json');
    expect({ code, says: stderr }).toEqual({
      code: 0,
      says: expect.stringContaining('to fetch from hf:someone/tiny'),
    });
    expect(stdout + stderr).not.toContain('hf_secret');
    const row = {
      type: 'model',
      name: 'tiny-Q4_K_M',
      bytes: model.length,
      source: 'hf:someone/tiny:Q4_K_M',
      running: null,
    };
    expect(lines).toMatchObject([row]);
    expect((await machine.run('model', 'list', '--json')).lines[0]).toMatchObject(row);
    expect((await machine.run('model', 'show', 'tiny', '--json')).lines).toMatchObject([
      { ...row, architecture: 'llama', tuned: true },
    ]);
    expect((await machine.run('model', 'remove', 'tiny')).code).toBe(2);
    expect((await machine.run('model', 'remove', 'tiny', '--yes')).code).toBe(0);
    expect(readdirSync(join(machine.data, 'models'))).toEqual([]);
  });

  test('model use keeps it for later runs', async () => {
    const hub = await startHub({ files });
    const machine = new Machine(null, { HF_ENDPOINT: hub.url });
    await machine.run('model', 'pull', 'hf:someone/tiny');
    const config = join(machine.folder, 'own.toml');
    writeFileSync(config, '# mine\n');
    expect((await machine.run('--config', config, 'model', 'use', 'tiny')).code).toBe(0);
    expect(readFileSync(config, 'utf8')).toMatch(/^# mine\n[\s\S]*model = ".*tiny-Q4_K_M\.gguf"/);
  });

  test('of nothing that is there says so', async () => {
    const hub = await startHub({ files });
    const machine = new Machine(null, { HF_ENDPOINT: hub.url });
    const { code, stderr } = await machine.run('model', 'pull', 'hf:someone/else');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^sotto: there is no hf:someone\/else/)]);
    await machine.chat();
    expect((await machine.run('--model', 'hf:someone/tiny', 'say', 'Hello')).stderr).toContain(
      'sotto model pull hf:someone/tiny',
    );
  });

  test('without a network says so', async () => {
    const machine = new Machine(null, { HF_ENDPOINT: 'http://127.0.0.1:9' });
    const { code, stderr } = await machine.run('model', 'pull', 'hf:someone/tiny');
    expect([code, stderr]).toEqual([4, expect.stringContaining('cannot be looked up')]);
  });
});

test('how much a disk has is known', () => {
  expect(diskFree(place().folder)).toBeGreaterThan(0);
});
