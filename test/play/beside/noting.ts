import type { Backend, CompletionRequest } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';

/** How a model answers, and what its server has. */
export interface Model {
  /** Told the prompt; absent = as the understudy. */
  readonly answer?: (prompt: string, count: number) => string;
  readonly contextSize?: number;
  /** What its server says that it has; absent = what it has. */
  readonly told?: number;
}

/** A backend that notes what it is asked. It refuses what its context has no room for. */
export function notingBackend(
  requests: CompletionRequest[],
  { answer, contextSize = 16_384, told = contextSize }: Model = {},
): Backend {
  const understudy = createUnderstudy();
  const usage = { reusedTokens: 0, generatedTokens: 1, firstTokenMs: 0, totalMs: 0, model: '' };
  return {
    ...{ ...understudy, isModel: true },
    countTokens: async (texts) => texts.map(estimateTokens),
    probe: async () => ({ ...(await understudy.probe()), contextSize: told }),
    async *complete(request, signal) {
      if (request.standing === undefined) requests.push(request);
      const promptTokens = estimateTokens(request.prompt);
      if (promptTokens + request.maxTokens > contextSize) {
        const sizes = { promptTokens, contextSize };
        const failure = { code: 'context_exceeded', message: 'the prompt is too large', sizes };
        return yield { type: 'failed', text: '', failure };
      }
      if (!answer) return yield* understudy.complete(request, signal);
      const text = answer(request.prompt, requests.length);
      yield { type: 'finished', text, reason: 'eos', usage: { ...usage, promptTokens } };
    },
  };
}
