import type { ServerOptions } from './errand.ts';
import { fieldsOf } from './failure.ts';
import { callJson, serverAt } from './http.ts';
import { countsOf, readProps } from './llamacpp-wire.ts';

/** What an experiment with two slots found, in tokens of the first prompt. */
export interface Pinning {
  readonly pays: boolean;
  /** Still there after another slot was used. */
  readonly reused: number;
  readonly expected: number;
}

const verses = (word: string): string =>
  Array.from({ length: 16 }, (_, at) => `${word} ${at}: the ${word} goes down to the river and waits.`).join(
    '\n',
  );

/**
 * Tries whether a llama.cpp server keeps a slot while another is used: two short prompts in the slots 0 and 1, then
 * the first one again with a little more. It costs what those slots held. Null when there are no two slots or it
 * cannot be found out. Never rejects.
 */
export const pinningPays = async (options: ServerOptions, signal?: AbortSignal): Promise<Pinning | null> => {
  try {
    const server = serverAt(options.url, options.apiKey);
    const call = (path: string, body?: object): Promise<unknown> =>
      callJson(server, { path, body, timeoutMs: 0, ...(signal ? { signal } : {}) });
    if ((readProps(await call('/props'))?.slots ?? 0) < 2) return null;
    const read = async (prompt: string, id_slot: number) =>
      countsOf(
        fieldsOf(await call('/completion', { prompt, id_slot, n_predict: 1, cache_prompt: true })) ?? {},
      );
    const first = verses('ferryman');
    const { promptTokens: expected } = await read(first, 0);
    await read(verses('innkeeper'), 1);
    const { reusedTokens: reused } = await read(`${first}\nAnd then it rains.`, 0);
    return expected > 0 ? { pays: 2 * reused >= expected, reused, expected } : null;
  } catch {
    return null;
  }
};
