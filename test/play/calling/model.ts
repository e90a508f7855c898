import type {
  Backend,
  CompletionEvent,
  CompletionRequest,
  ToolCall,
} from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import type { PlaySettings } from '../../../src/play/chat/parts.ts';
import type { PlayEvent } from '../../../src/play/chat/play-state.ts';
import { anew, scene } from '../scene.ts';
import { usage } from '../usage.ts';

/** What a model gives for one request: its text, and calls that its server tells apart. */
export interface Given {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  readonly reason?: 'stop' | 'eos' | 'length';
}

/** How a call is written in a prompt's text. */
export const written = (name: string, given: object = {}): string =>
  `<tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`;

/** A model that is told what to give, request by request; its last answer again and again. Cut into pieces of two letters. */
export function modelOf(answers: readonly (string | Given)[], isNative = false) {
  const requests: CompletionRequest[] = [];
  const backend: Backend = {
    ...createUnderstudy(),
    ...(isNative && { kind: 'openai-chat' }),
    async *complete(request): AsyncGenerator<CompletionEvent> {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? '';
      requests.push(request);
      const {
        text = '',
        calls = [],
        reason = 'eos',
      } = typeof answer === 'string' ? { text: answer } : answer;
      for (const piece of text.match(/[\s\S]{1,2}/g) ?? []) yield { type: 'delta', text: piece };
      for (const call of calls) yield { type: 'tool_call', call };
      yield { type: 'finished', text, reason, usage };
    },
  };
  return { requests, backend };
}

/** A scene that is played on such a model, where these tools are on for all; what its screen is told. */
export function playOn(
  backend: Backend,
  on: readonly string[],
  settings: Partial<PlaySettings> = {},
): PlayEvent[] {
  anew({ backend: async () => backend, settings });
  for (const tool of on)
    scene.play.chat.record('human', () => [
      { kind: 'tool_set', payload: { character: null, tool, isOn: true } },
    ]);
  const events: PlayEvent[] = [];
  scene.play.subscribe((event) => events.push(event));
  return events;
}

/** All calls of the chat, as the log has them. */
export const calls = () =>
  [...scene.store.log.all({ chat: scene.id })].flatMap((event) =>
    event.kind === 'tool_called' ? [event.payload as Record<string, unknown>] : [],
  );
