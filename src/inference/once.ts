import type { CompletionEvent } from './backend.ts';

/** What a server was asked once. A failure is not kept; after `forget` it is asked again. */
export interface Once<T> {
  (signal?: AbortSignal): Promise<T>;
  forget(): void;
}

/** Asks until it has been answered once, then repeats the answer. */
export const once = <T>(ask: (signal?: AbortSignal) => Promise<T>): Once<T> => {
  let answer: { readonly value: T } | null = null;
  const answered = async (signal?: AbortSignal): Promise<T> => {
    if (answer) return answer.value;
    const value = await ask(signal);
    answer ??= { value };
    return answer.value;
  };
  const forget = (): void => {
    answer = null;
  };
  return Object.assign(answered, { forget });
};

const goneCodes: ReadonlySet<string> = new Set(['unreachable', 'broken_stream', 'no_model']);

/** The reply, forgetting what was learnt of a server that has gone: it may come back as another. */
export async function* forgetting(
  reply: AsyncIterable<CompletionEvent>,
  learnt: Pick<Once<unknown>, 'forget'>,
): AsyncGenerator<CompletionEvent, void> {
  for await (const event of reply) {
    if (event.type === 'failed' && goneCodes.has(event.failure.code)) learnt.forget();
    yield event;
  }
}
