import type { PlaySettings } from '../../src/play/chat/parts.ts';
import { settings } from '../histories.ts';
import type { Endpoint } from '../inference/dialects.ts';

const endpoints: readonly Endpoint[] = [
  { dialect: 'llamacpp' },
  { dialect: 'openai', chat: true },
  { dialect: 'koboldcpp' },
  { dialect: 'llamacpp' },
  { dialect: 'vllm' },
  { dialect: 'ollama' },
  { dialect: 'vllm', chat: true },
];

/** How the so many-th chat is played. */
export const variantOf = (chat: number): Partial<PlaySettings> => ({
  autoTurn: chat % 3 !== 0,
  maxHops: 3,
  untaggedReply: chat % 4 === 0 ? 'public' : 'inherit',
  hint: (['none', 'count', 'names'] as const)[chat % 3] ?? 'none',
  tag: { ...settings.tag, heads: chat % 2 === 1 },
  reveal: chat % 8 === 4 ? 'strict' : 'stream',
  status: ['persona', 'time', 'idle'],
  maxTokens: 24,
  budget: { context: 0, hard: 1200, soft: 900 },
});

/** Where a line may turn out to be a whisper when it has begun, a screen has shown its beginning: see `privacy.reveal`. */
export const isWatched = (chat: number): boolean => chat % 8 === 4 || chat % 8 === 1;

/** The server of the so many-th chat. */
export const endpointOf = (chat: number): Endpoint => endpoints[chat % endpoints.length] as Endpoint;
