import type { ChatMessage } from '../backend.ts';
import { textOf } from '../failure.ts';
import { renderTemplate } from '../templates/render.ts';
import type { OpenModel } from './open-model.ts';

/**
 * The messages as the chat template in the model's file writes them, without the token that opens a prompt, with
 * the opening of the next reply. Rejects with SottoError `no_template`.
 */
export const applyTemplate = (
  { model }: OpenModel,
  messages: readonly ChatMessage[],
  signal?: AbortSignal,
): Promise<string> => {
  const source = textOf(model.fileInfo.metadata.tokenizer?.chat_template);
  return renderTemplate({ source, eos: model.tokens.eosString ?? null }, messages, signal);
};
