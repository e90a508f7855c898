const isGenerator = (value: unknown): value is Generator<unknown> | AsyncGenerator<unknown> =>
  typeof value === 'object' && value !== null && 'next' in value && 'throw' in value;

/** What a command gives, one after the other, be it a single result or a generator; it returns what that returns. */
export async function* resultsOf(given: unknown): AsyncGenerator<unknown, unknown> {
  if (isGenerator(given)) return yield* given;
  yield await given;
}
