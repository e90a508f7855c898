import type { Backend } from '../../../src/inference/backend.ts';
import { type Classifier, createClassifier } from '../../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import type { ClassifierOver } from '../../../src/play/chat/parts.ts';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import type { Play } from '../../../src/play/play.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import { usage } from '../usage.ts';

const limits = { hard: 100_000, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens };

/** What asks a model small questions, without limits. */
export const over: ClassifierOver = async (backend) =>
  createClassifier({ models: [{ name: backend.kind, backend }], ...limits });

/** A small model that answers as it is told to, and what it was asked. */
export function smallModel(answer: (prompt: string) => unknown): {
  readonly classifier: () => Promise<Classifier>;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const backend: Backend = {
    ...createUnderstudy(),
    async *complete({ prompt }) {
      asked.push(prompt);
      const said = await answer(prompt);
      const text = typeof said === 'string' ? said : JSON.stringify(said);
      yield { type: 'finished', text, reason: 'eos', usage };
    },
  };
  return { classifier: () => over(backend), asked };
}

/** Runs all that waits; how many ended how. */
export async function settled(play: Play): Promise<string[]> {
  const ended: string[] = [];
  for await (const { state } of settleJobs(play.chat)) ended.push(state);
  return ended;
}
