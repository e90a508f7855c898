import type { Backend, CompletionRequest } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import { Quay } from '../doing.ts';
import { anew, scene } from '../scene.ts';

/** How a model answers, and what its server has. */
export interface Model {
  /** Told the prompt; absent = as the understudy. */
  readonly answer?: (prompt: string, count: number) => string;
  readonly contextSize?: number;
  /** What its server says that it has; absent = what it has. */
  readonly told?: number;
}

const memory = { scope: 'all', most: 5, perChat: 2, shape: 'plain' } as const;

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

/** Begins the scene again on such a model; what it is asked. */
export function asked(model: Model = {}, settings: NonNullable<Parameters<typeof anew>[0]['settings']> = {}) {
  const requests: CompletionRequest[] = [];
  const backend = notingBackend(requests, model);
  anew({ backend: async () => backend, settings: { memory, ...settings } });
  return requests;
}

/** Another chat of the same cast in the store of the scene. */
export const chatBeside = (title: string): Quay =>
  new Quay(scene.store, { title, settings: { memory }, backend: scene.parts.backend });

/** What stands in a question as the text that it is about. */
export const contentOf = ({ prompt }: CompletionRequest): string =>
  /<content>\n([\s\S]*)\n<\/content>\n<\/subquery>/.exec(prompt)?.[1] ?? '';

/** The question in a prompt. */
export const questionOf = ({ prompt }: CompletionRequest): string =>
  prompt.slice(prompt.lastIndexOf('<subquery type='));
