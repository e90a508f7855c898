import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';
import type { Heard } from '../inference/replies.ts';

/** So many lines about something, each a little different. */
export const story = (lines: number, about = 'rain'): string =>
  Array.from(
    { length: lines },
    (_, at) => `Maren: The ${about} came down on the old inn, night ${at}.\n`,
  ).join('');

let owners = 0;
/** Someone who has not asked before. */
export const stranger = (): string => {
  owners += 1;
  return `stranger ${owners}`;
};

/** A request, by default of a stranger. */
export const ask = (
  prompt: string,
  over: Partial<CompletionRequest> & { owner?: string } = {},
): CompletionRequest => {
  const { owner = stranger(), ...rest } = over;
  const cache = { key: owner, castIndex: 0 };
  return { prompt, stop: [], maxTokens: 24, seed: 7, sampling: {}, cache, ...rest };
};

/** What a finished reply cost. */
export const usageOf = ({ end }: Heard): Usage => {
  if (end.type !== 'finished') throw new Error(`not finished: ${JSON.stringify(end)}`);
  return end.usage;
};

/** Tokens of one text. */
export const countBy = async (backend: Backend, text: string): Promise<number> =>
  (await backend.countTokens?.([text]))?.[0] ?? Number.NaN;
