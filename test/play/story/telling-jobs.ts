import type { JobKind } from '../../../src/play/chat/job-kind.ts';
import { groupJob } from '../../../src/play/story/closing/group-job.ts';
import { summaryJob } from '../../../src/play/story/closing/summary-job.ts';
import { over } from '../world/small-model.ts';

/** What is kept of scenes, asked in questions of at most this many tokens. */
export const tellings = (hard = 100_000): readonly JobKind[] => {
  const options = { over, hard: () => hard };
  return [summaryJob(options), groupJob(options)];
};

/** Whose telling it is, by the name in the question. */
export const toldFor = (prompt: string): string =>
  /[Ww]hat is so for (.+?) as this scene ends/.exec(prompt)?.[1] ?? '';
