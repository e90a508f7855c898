import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import { createGguf, openGguf } from '../../../src/inference/gguf/backend.ts';
import { writeTinyModel } from '../../gguf/tiny-model.ts';
import { freshFolder } from '../../histories.ts';
import { ask, hear } from '../replies.ts';

let folder: ReturnType<typeof freshFolder>;
let file: string;
beforeEach(() => {
  folder = freshFolder();
  file = join(folder.folder, 'tiny.gguf');
});
afterEach(() => folder.remove());

const absent: string = 'a-library-that-nobody-has-installed';
/** Fails as the import of node-llama-cpp does where it is not installed. */
const load = (): Promise<unknown> => import(absent);

const failureFor = async (about: Partial<Parameters<typeof createGguf>[0]> = {}) => {
  const { end } = await hear(createGguf({ file, load, ...about }), ask());
  if (end.type !== 'failed') throw new Error(`not failed: ${JSON.stringify(end)}`);
  expect(end.failure.message).not.toContain('\n');
  return end.failure;
};

describe('the backend gguf where node-llama-cpp is not installed', () => {
  beforeEach(() => writeTinyModel(file));

  test('says in one line how to have it, and what else works', async () => {
    const { code, message } = await failureFor();
    expect(code).toBe('not_installed');
    expect(message).toMatch(/npm install -g node-llama-cpp.*llama-server -m FILE/);
  });

  test('probe, tokenizer and template say the same', async () => {
    const backend = createGguf({ file, load });
    expect(await backend.probe()).toMatchObject({
      kind: 'gguf',
      url: '',
      ok: false,
      model: 'tiny',
      finding: 'the backend gguf needs node-llama-cpp, which is not installed',
      remedy: expect.stringContaining('npm install -g node-llama-cpp'),
    });
    await expect(backend.countTokens?.(['x'])).rejects.toSatisfy(isSottoError);
    await expect(backend.applyTemplate?.([])).rejects.toMatchObject({
      family: 'server',
      code: 'not_installed',
    });
  });

  test('something else under its name is not taken for it', async () => {
    expect(await failureFor({ load: async () => ({ getLlama: 1 }) })).toMatchObject({
      code: 'not_installed',
    });
  });
});

describe('a model file is looked at before the library is loaded', () => {
  test('one that is not there', async () => {
    const { code, message } = await failureFor();
    expect(code).toBe('no_model');
    expect(message).toMatch(/tiny\.gguf \(there is no such file\); name a \.gguf file with --model/);
  });

  test('a folder', async () => {
    mkdirSync(file);
    expect(await failureFor()).toMatchObject({
      code: 'no_model',
      message: expect.stringContaining('EISDIR'),
    });
  });

  const header = (version: number, tensors: bigint, fields: bigint): Buffer => {
    const bytes = Buffer.alloc(1000);
    bytes.write('GGUF');
    bytes.writeUInt32LE(version, 4);
    bytes.writeBigUInt64LE(tensors, 8);
    bytes.writeBigUInt64LE(fields, 16);
    return bytes;
  };

  test.each<[string, Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['four letters', Buffer.from('GGUF')],
    ['some other file', Buffer.from('{"spec":"chara_card_v3","data":{}}')],
    ['a version of which nobody knows', header(99, 1n, 1n)],
    ['more tensors than the file could name', header(3, 1n << 40n, 1n)],
    ['more fields than the file could hold', header(3, 1n, (1n << 62n) + 1n)],
  ])('%s is no model', async (_, bytes) => {
    writeFileSync(file, bytes);
    const { code, message } = await failureFor();
    expect(code).toBe('no_model');
    expect(message).toBe(
      'tiny.gguf is damaged or no model that llama.cpp knows; download it again, or name another with --model',
    );
  });
});

test('an abort is heard before anything is loaded', async () => {
  const { events } = await hear(createGguf({ file, load }), ask(), AbortSignal.abort());
  expect(events).toEqual([{ type: 'aborted', text: '' }]);
});

test('one file is one model in memory, however often it is opened', () => {
  expect(openGguf({ file })).toBe(openGguf({ file }));
  expect(openGguf({ file, contextSize: 512 })).not.toBe(openGguf({ file }));
});

test('no file is wrong usage', () => {
  expect(() => createGguf({ file: '' })).toThrow(
    expect.objectContaining({ family: 'usage', code: 'no_model' }),
  );
});
