const late = new WeakSet<object>();

/** Notes of what went wrong that the human's words had been stored by then. Returns it. */
export function markStored<E>(error: E): E {
  if (typeof error === 'object' && error !== null) late.add(error);
  return error;
}

/** Whether the human's words were stored before this went wrong: given back, they would be said twice. */
export const wasStored = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && late.has(error);
