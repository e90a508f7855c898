/** Asks until it has been answered once, then repeats the answer. A failure is not kept. */
export const once = <T>(
  ask: (signal?: AbortSignal) => Promise<T>,
): ((signal?: AbortSignal) => Promise<T>) => {
  let answer: { readonly value: T } | null = null;
  return async (signal) => {
    answer ??= { value: await ask(signal) };
    return answer.value;
  };
};
