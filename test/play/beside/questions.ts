import type { CompletionRequest } from '../../../src/inference/backend.ts';
import { Quay } from '../doing.ts';
import { anew, scene } from '../scene.ts';
import { type Model, notingBackend } from './noting.ts';

const memory = { scope: 'all', most: 5, perChat: 2, shape: 'plain' } as const;

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
