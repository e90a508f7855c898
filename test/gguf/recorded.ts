import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';

/** One finished reply: what was asked, and what it cost. */
export interface Reading {
  readonly request: CompletionRequest;
  readonly usage: Usage;
}

/** The backend, adding what each finished reply cost to the readings. */
export const recorded = (backend: Backend, readings: Reading[]): Backend => ({
  ...backend,
  complete: async function* (request, signal) {
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') readings.push({ request, usage: event.usage });
      yield event;
    }
  },
});
