import { SottoError } from '../../domain/errors.ts';
import type { OpenChat } from './open-chat.ts';

/**
 * Throws when a reply is being generated: one command at a time. Whoever was thinking of speaking up gives way. A line of
 * this terminal that the viewer is not told of is not to be noticed: nothing is refused for its sake, and what lets somebody
 * speak waits until it is over.
 */
export function requireIdle(chat: OpenChat): void {
  const { asking, generating, waiting } = chat.session;
  asking?.abort();
  const isUntold = chat.perspective.generating(generating) === 'untold';
  if (isUntold || (!generating && !waiting)) return;
  const message = 'a reply is being written; wait for its end or stop it with Esc';
  throw new SottoError('usage', 'busy', message);
}

/** Throws when somebody is seen writing, here or at another terminal (RP-042). */
export function requireQuiet(chat: OpenChat): void {
  requireIdle(chat);
  const writing = chat.session.mirror?.writing ?? 'hidden';
  if (typeof writing === 'string') return;
  const message = `${writing.speaker.name} is still writing; send it when the reply is finished`;
  throw new SottoError('usage', 'busy', message);
}
