import type { Api, Generation, Value } from './apis/api.ts';
import type { FaultMode } from './faults.ts';
import type { GenerationRequest } from './generation-request.ts';

/** The reply that is streamed, and in whose words. */
export interface Said {
  readonly api: Api;
  readonly request: GenerationRequest;
  readonly generation: Generation;
}

const modes = ['stall', 'blank', 'thoughtless', 'calls', 'progress', 'linger'] as const;

/** Whether a stream that goes wrong in this way never ends. */
export const isEndless = (mode: FaultMode): boolean => modes.some((one) => one === mode);

/** What comes before the silence: the end of the text, where a server then does not end the stream. */
export const openingOf = (mode: FaultMode, { api, request, generation }: Said): readonly Value[] => {
  const finished = { ...generation, promptMs: 0, predictedMs: 0 };
  return mode === 'linger' ? api.streamEnd(request, finished).filter((value) => value !== '[DONE]') : [];
};

/** An event that says nothing, as it comes again and again; none where the API has no such event. */
export const nothingMore = (mode: FaultMode, { api, request, generation }: Said): readonly Value[] => {
  const blank = api.token(request, generation, '', 0);
  if (mode === 'blank') return [blank];
  if (mode === 'thoughtless') return api.reasoningToken ? [api.reasoningToken(request, '')] : [];
  if (mode === 'progress') return api.promptProcessed(request, generation);
  return mode === 'calls' && request.chat ? [calling(blank)] : [];
};

const calling = (blank: Value): Value => {
  const tool_calls = [{ index: 0, id: 'call_1', function: { name: 'wave', arguments: '' } }];
  return { ...Object(blank), choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] };
};
