import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContextOptions } from '../../../src/inference/gguf/native.ts';
import { openModel } from '../../../src/inference/gguf/open-model.ts';
import { writeTinyModel } from '../../gguf/tiny-model.ts';
import { freshFolder } from '../../histories.ts';

/** A library that takes note of the contexts that it is asked for; its models claim a size that no memory holds. */
const claiming = (trainContextSize: number, asked: ContextOptions[]) => async () => ({
  getLlama: async () => ({
    gpu: false,
    cpuMathCores: 2,
    loadModel: async () => ({
      trainContextSize,
      createContext: async (options: ContextOptions) => {
        asked.push(options);
        return { ...options, totalSequences: options.sequences };
      },
    }),
  }),
});

test.each([
  [2 ** 40, 2 ** 31, { contextSize: 4_000_000, sequences: 1 }],
  [2 ** 40, 1_000_000, { contextSize: 1_000_000, sequences: 4 }],
  [4096, 2 ** 31, { contextSize: 4096, sequences: 9 }],
])('a model that claims %i tokens, asked for %i, has room for all sequences together', async (...row) => {
  const [claimed, contextSize, expected] = row;
  const { folder, remove } = freshFolder();
  const file = join(folder, 'tiny.gguf');
  writeTinyModel(file);
  const asked: ContextOptions[] = [];
  await openModel({ file, contextSize, load: claiming(claimed, asked) });
  expect(asked).toMatchObject([expected]);
  remove();
});
