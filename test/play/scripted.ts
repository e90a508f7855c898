import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { usage } from './usage.ts';

/** A model that writes these lines one after the other, piece by piece, and begins again. */
export const scripted = (...lines: string[]): (() => Promise<Backend>) => {
  let at = 0;
  return async () => ({
    ...createUnderstudy(),
    async *complete() {
      const text = lines[at % lines.length] ?? '';
      at += 1;
      for (const piece of text) yield { type: 'delta', text: piece };
      yield { type: 'finished', text, reason: 'eos', usage };
    },
  });
};
