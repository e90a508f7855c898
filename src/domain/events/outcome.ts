import * as z from 'zod/mini';
import { id } from './event-parts.ts';

const schema = z.object({ job: z.string().check(z.minLength(1)), about: id, source: z.string() });

/**
 * Of an event that is what a job found out about an earlier turn: which kind of job, the event that it is about (a message,
 * or what was last done to one), and what it was made from, as a hash. It counts where that event is part of a history, and
 * at its place there. An event of any kind may be one, so it stands beside what the kind says.
 */
export type Outcome = z.infer<typeof schema>;

/** The outcome that a stored payload says it is; undefined when it is none, null when that cannot be read. */
export function outcomeIn(payload: unknown): Outcome | undefined | null {
  if (typeof payload !== 'object' || payload === null || !('outcome' in payload)) return undefined;
  const parsed = schema.safeParse(payload.outcome);
  return parsed.success ? parsed.data : null;
}
