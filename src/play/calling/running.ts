import type { CharacterId } from '../../domain/message.ts';
import { failed, type Outcome } from '../../tools/tool.ts';
import type { OpenChat } from '../open/open-chat.ts';

/** Whose call it is, of which tool; how long it may take; what else stops it. */
export interface Running {
  readonly by: CharacterId;
  readonly tool: string;
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
}

const second = 1000;
const stopped = failed('it was stopped; go on without');
const late = failed('it took too long and was stopped');

/**
 * Carries out a call that the terminal tells of while it runs, with its seconds, and that a person can stop alone. What is stopped
 * or takes too long comes to an outcome that says so, whatever still hangs.
 */
export async function running<T>(
  chat: OpenChat,
  { by, tool, limitMs, signal }: Running,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly done: T } | { readonly given: Outcome }> {
  const { after } = chat.parts;
  const [abort, limit] = [new AbortController(), new AbortController()];
  const any = AbortSignal.any([abort.signal, limit.signal, ...(signal ? [signal] : [])]);
  const call = { by, tool, abort };
  let seconds = 0;
  let cancelTick = () => {};
  const tick = () => {
    cancelTick = after(second, () => {
      seconds += 1;
      chat.session.runs({ ...call, seconds });
      tick();
    });
  };
  const cancelLimit = limitMs === undefined ? () => {} : after(limitMs, () => limit.abort());
  chat.session.runs({ ...call, seconds });
  tick();
  const given = new Promise<{ given: Outcome }>((resolve) => {
    const end = () => resolve({ given: limit.signal.aborted ? late : stopped });
    if (any.aborted) end();
    else any.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([work(any).then((done) => ({ done })), given]);
  } finally {
    cancelTick();
    cancelLimit();
    if (chat.session.call?.abort === abort) chat.session.runs(null);
  }
}
