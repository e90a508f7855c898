import type { Backend } from '../../src/inference/backend.ts';
import { type Classifier, createClassifier } from '../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { usage } from './usage.ts';

/** What a model does with a question: an answer, or one of the ways in which it can fail. */
export type Reaction = { readonly says: string } | 'hang' | 'stall' | 'down';

/** What can become of a question that is answered by yes or no: most of it is no answer. */
export const reactions: readonly Reaction[] = [
  { says: 'yes' },
  { says: "I'm sorry, I can't help with that." },
  { says: 'The sea is wide.' },
  'hang',
  'stall',
  'down',
];

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A model that does what it is told to with each question. */
const reacting = (react: (prompt: string) => Reaction): Backend => ({
  ...createUnderstudy(),
  async *complete({ prompt = '' }, signal) {
    const does = react(prompt);
    if (typeof does === 'object') return yield { type: 'finished', text: does.says, reason: 'eos', usage };
    if (does === 'down') {
      const failure = { code: 'server_error', message: 'it is out of memory' };
      return yield { type: 'failed', failure, text: '' };
    }
    const text = does === 'stall' ? 'Perh' : '';
    if (text !== '') yield { type: 'delta', text };
    await untilAborted(signal);
    yield { type: 'aborted', text };
  },
});

/** A classifier over such a model, which waits for an answer no longer than a turn of the event loop. */
export const faultyClassifier = (react: (prompt: string) => Reaction): Classifier => {
  const after = (_: number, run: () => void) => {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  };
  const models = [{ name: 'small', backend: reacting(react) }];
  return createClassifier({ models, hard: 4000, timeoutMs: 10_000, after, estimate: estimateTokens });
};
