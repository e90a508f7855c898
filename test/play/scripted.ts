import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { usage } from './usage.ts';

/** A model that writes these lines one after the other, piece by piece, and begins again. */
export const scripted = (...lines: string[]): (() => Promise<Backend>) => {
  let at = 0;
  return async () => ({
    ...createUnderstudy(),
    async *complete(_, signal) {
      const text = lines[at % lines.length] ?? '';
      at += 1;
      for (const [index, piece] of [...text].entries()) {
        yield { type: 'delta', text: piece };
        if (signal?.aborted) return yield { type: 'aborted', text: text.slice(0, index + 1) };
      }
      yield { type: 'finished', text, reason: 'eos', usage };
    },
  });
};

/** The same, which keeps every prompt that it is given. */
export const listening = (prompts: string[], ...lines: string[]): (() => Promise<Backend>) => {
  const backend = scripted(...lines)();
  return async () => ({
    ...(await backend),
    async *complete(request, signal) {
      prompts.push(request.prompt);
      yield* (await backend).complete(request, signal);
    },
  });
};
