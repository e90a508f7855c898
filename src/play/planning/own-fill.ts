import type { OpenChat } from '../open/open-chat.ts';
import { KnownBackend } from '../server/known-backend.ts';
import { contextAt, planLine } from './plan.ts';

/**
 * How much of the context the played character's own prompt takes, from 0 to 1, counted here and asked of no server; null for
 * who plays nobody, or has a prompt that cannot be made.
 */
export async function ownFill(chat: OpenChat): Promise<number | null> {
  if (chat.viewer === 'everyone' || chat.session.onlooker !== null) return null;
  try {
    const { plan } = await planLine(chat, { speaker: chat.played, isBeside: true }, { known: null });
    return Math.min(1, plan.tokens / contextAt(chat, chat.server.known ?? KnownBackend.unknown()));
  } catch {
    return null;
  }
}
