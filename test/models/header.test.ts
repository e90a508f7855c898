import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { readHeader } from '../../src/models/files/header.ts';
import { quantizationInName } from '../../src/models/files/quantization.ts';
import { ggufFile } from '../gguf/gguf-file.ts';
import { tinyModel } from '../gguf/tiny-model.ts';
import { freshFolder } from '../histories.ts';

const kept = (name: string, bytes: Uint8Array): string => {
  const { folder, remove } = freshFolder();
  onTestFinished(remove);
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

describe('the header of a model file', () => {
  test('says architecture, context, template and what its cache takes', () => {
    const header = readHeader(kept('tiny-Q4_K_M.gguf', tinyModel()));
    expect(header).toMatchObject({
      name: 'Tiny Random',
      architecture: 'llama',
      quantization: 'Q4_K_M',
      context: 131_072,
    });
    expect(header.cachePerToken).toBe(2 * 2 * (16 + 16) * 2);
    expect(header).toMatchObject({ isTuned: true, template: expect.stringContaining('<|im_start|>') });
  });

  test.each([
    ['a file without a template', {}, 'm.gguf', false],
    [
      'a base model that has one',
      { 'tokenizer.chat_template': { type: 'string', value: 'x' } },
      'gemma-2b-pt.gguf',
      false,
    ],
    ['a tuned one', { 'tokenizer.chat_template': { type: 'string', value: 'x' } }, 'gemma-2b-it.gguf', true],
  ] as const)('%s is told apart', (_, fields, name, isTuned) => {
    expect(readHeader(kept(name, ggufFile(fields, []))).isTuned).toBe(isTuned);
  });

  test.each([
    ['Llama-3.2-3B-Instruct-Q4_K_M', 'Q4_K_M'],
    ['model.IQ3_XXS', 'IQ3_XXS'],
    ['gpt-oss-20b-MXFP4', 'MXFP4'],
    ['thing-f16', 'F16'],
    ['Qwen3-8B-UD-Q4_K_XL', 'UD-Q4_K_XL'],
    ['Q-Star-7B', ''],
  ])('%s is quantized as "%s"', (name, quantization) => {
    expect(quantizationInName(name)).toBe(quantization);
  });

  const whole = tinyModel();
  const head = whole.subarray(0, 12_000);

  test('of every cut and every changed byte is read or refused, in bounds', () => {
    const { folder, remove } = freshFolder();
    onTestFinished(remove);
    const file = join(folder, 'broken.gguf');
    const change = fc.record({ at: fc.integer({ min: 4, max: 400 }), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 12 }),
        fc.integer({ min: 0, max: head.length }),
        (changes, length) => {
          const bytes = Buffer.from(head);
          for (const { at, to } of changes) bytes[at] = to;
          writeFileSync(file, bytes.subarray(0, length));
          try {
            readHeader(file);
          } catch (error) {
            expect(error).toBeInstanceOf(SottoError);
            expect((error as SottoError).code).toBe('bad_model');
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('with lists that would never end is refused', () => {
    const bytes = Buffer.from(whole.subarray(0, 4096));
    bytes.writeBigUInt64LE(2n ** 63n, 16);
    expect(() => readHeader(kept('endless.gguf', bytes))).toThrow(/not a complete model file/);
  });

  test('that is not there says so', () => {
    expect(() => readHeader('/nowhere/none.gguf')).toThrow(/there is no such file/);
  });
});
