import { inCharacter } from '../../domain/audience/ooc.ts';
import { SottoError } from '../../domain/errors.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { KnownBackend } from '../server/known-backend.ts';
import { budgetFor } from './plan.ts';

const tooLong = (needed: number, hard: number): SottoError => {
  const message = `this has ${needed} tokens and a whole prompt may have ${hard}, so nobody could answer it: shorten it, say it in parts, or raise prompt.hard and the server's context`;
  return new SottoError('usage', 'message_too_large', message);
};

async function requireCounted(chat: OpenChat, text: string, wanted: number): Promise<void> {
  const server = await chat.server.open();
  const { hard } = budgetFor(chat, server, wanted).budget;
  const needed = (await server.counts.once(text)) ?? estimateTokens(text);
  if (needed > hard) throw tooLong(needed, hard);
}

/**
 * Refuses what fits no prompt however little stands beside it; asks the server only where the text may be too long, and null
 * where it surely is not. `wanted` are the tokens of a reply. Rejects with SottoError `message_too_large`.
 */
export function requireFits(
  chat: OpenChat,
  said: string,
  wanted = chat.parts.settings.maxTokens,
): Promise<void> | null {
  const text = inCharacter(said, chat.parts.settings.ooc);
  const { hard } = budgetFor(chat, chat.server.known ?? KnownBackend.unknown(), wanted).budget;
  return estimateTokens(text) <= hard ? null : requireCounted(chat, text, wanted);
}
