import type { CompletionRequest } from '../backend.ts';
import { anotherState, count, fieldsOf, notAServer, parseJson } from '../failure.ts';
import { samplerFields, samplingOf } from '../sampling/samplers.ts';
import { diagnoseFault, readFault } from '../transport/fault.ts';
import type { Counts, StreamEvent, StreamFault } from '../transport/reply.ts';
import { grammarOfSchema } from './schema-grammar.ts';

const wantedFields = [
  'content',
  'stop',
  'stop_type',
  'stopping_word',
  'truncated',
  'tokens_predicted',
  'tokens_evaluated',
  'tokens_cached',
  'id_slot',
  'model',
  'timings',
];

/** Tokens that a count may be off by. */
const slack = 4;

/** The seed 0xffffffff asks llama.cpp for a random one, so it is never sent. */
const seedOf = (seed: number): number => Math.abs(Math.trunc(seed)) % 0xffffffff;

const lettersBefore = 200;
const twoWords = /(?<= )\S+ \S+(?= )/g;

/**
 * Where a server is to make a checkpoint: it cannot see messages in a raw prompt, and a model with a sliding window goes back
 * to no other place once its prompt was kept in main memory. Two words just before what changes are told as the beginning of a
 * message, with the space before them as most tokenizers have them and without it for those that put one first.
 */
const checkpointAt = ({ prompt, settled = 0 }: CompletionRequest): Record<string, unknown> => {
  const from = Math.max(0, settled - lettersBefore);
  const found = [...prompt.slice(from, settled).matchAll(twoWords)].reverse();
  const words = found.find(({ 0: text, index }) => prompt.lastIndexOf(text) === from + index)?.[0];
  if (words === undefined) return {};
  return { message_delimiters: [` ${words}`, words].map((delimiter) => ({ role: 'user', delimiter })) };
};

/** A type of trigger of a lazy grammar: a word. */
const word = 1;

/** What holds a call in the text to its schema: a grammar that begins with its opening, where no other is asked for. */
function callFields({ calls, shapes = [] }: CompletionRequest, sampler: Readonly<Record<string, unknown>>) {
  if (!calls || shapes.length > 0 || sampler.grammar !== undefined || sampler.json_schema !== undefined)
    return {};
  const { opening, closing, schema } = calls;
  return {
    grammar: grammarOfSchema(schema, { before: opening, behind: closing }),
    grammar_lazy: true,
    grammar_triggers: [{ type: word, value: opening }],
    preserved_tokens: [opening],
  };
}

/** The JSON body of POST /completion; without a slot the server chooses one. */
export const completionBody = (
  request: CompletionRequest,
  slot: number | null = null,
): Record<string, unknown> => {
  const sampler = samplerFields('llamacpp', samplingOf('llamacpp', request));
  return {
    ...sampler,
    ...callFields(request, sampler),
    prompt: request.prompt,
    n_predict: Math.max(1, Math.trunc(request.maxTokens)),
    stop: request.stop.filter((stop) => stop !== ''),
    seed: seedOf(request.seed),
    ...(slot === null ? {} : { id_slot: slot }),
    stream: true,
    cache_prompt: request.isFresh !== true,
    return_progress: true,
    response_fields: wantedFields,
    ...checkpointAt(request),
  };
};

const reasons = new Map<unknown, 'stop' | 'length'>([
  ['limit', 'length'],
  ['word', 'stop'],
]);

/** Builds from before `cache_n` tell only what was read anew. */
const reusedIn = ({ timings, tokens_evaluated }: Record<string, unknown>): number => {
  const { cache_n, prompt_n } = fieldsOf(timings) ?? {};
  if (typeof cache_n === 'number' || typeof prompt_n !== 'number') return count(cache_n);
  return count(count(tokens_evaluated) - prompt_n);
};

/** What the last event of /completion, or its whole answer, counts. */
export const countsOf = (event: Record<string, unknown>): Counts => ({
  promptTokens: count(event.tokens_evaluated),
  reusedTokens: reusedIn(event),
  generatedTokens: count(event.tokens_predicted),
  model: typeof event.model === 'string' ? event.model : '',
});

/**
 * A slot holds its prompt and its reply, but for the last token or two; anything else was put there by the server in the
 * middle: another's state. Where the context was shifted nothing can be said.
 */
const holdsMore = (event: Record<string, unknown>): boolean => {
  const { promptTokens, generatedTokens } = countsOf(event);
  const held = count(event.tokens_cached);
  if (held === 0 || promptTokens === 0 || event.truncated === true) return false;
  return Math.abs(held - promptTokens - generatedTokens) > slack;
};

/** What the data of one event of /completion says. `url` is named in the diagnosis. */
export const readEvent = (data: string, url: string): StreamEvent | StreamFault => {
  const peer = { url, name: 'llama.cpp' };
  const event = fieldsOf(parseJson(data));
  const fault = readFault(event);
  if (fault) return { type: 'fault', diagnosis: diagnoseFault(fault, peer) };
  const progress = fieldsOf(event?.prompt_progress);
  if (progress) {
    const { processed, total, cache } = progress;
    return { type: 'progress', processed: count(processed), total: count(total), cached: count(cache) };
  }
  if (event === null || typeof event.content !== 'string') {
    return { type: 'fault', diagnosis: notAServer(peer, 'its stream holds something else') };
  }
  const { content: text } = event;
  if (event.stop === true) {
    if (holdsMore(event)) return { type: 'fault', diagnosis: anotherState(peer) };
    return { type: 'end', text, reason: reasons.get(event.stop_type) ?? 'eos', counts: countsOf(event) };
  }
  const { promptTokens, generatedTokens } = countsOf(event);
  return { type: 'content', text, promptTokens, generatedTokens };
};

/** Tells a llama.cpp server by its /props. TabbyAPI has /props too, without `build_info`. */
export interface Props {
  readonly build: string;
  readonly model: string;
  /** Tokens of one slot; 0 when unknown. */
  readonly contextSize: number;
  readonly slots: number;
  /** Another each time the server is started; absent in builds that do not tell. */
  readonly start?: string;
}

/** Null when it is not the /props of llama.cpp. */
export const readProps = (value: unknown): Props | null => {
  const props = fieldsOf(value);
  if (typeof props?.build_info !== 'string') return null;
  const path = typeof props.model_path === 'string' ? props.model_path : '';
  return {
    build: props.build_info,
    model: props.role === 'router' ? '' : (path.split(/[\\/]/).at(-1) ?? ''),
    contextSize: count(fieldsOf(props.default_generation_settings)?.n_ctx),
    slots: count(props.total_slots),
    ...(typeof props.media_marker === 'string' && { start: props.media_marker }),
  };
};

/** One slot, as /slots tells of it. */
export interface SlotSeen {
  readonly id: number;
  /** Tokens that it holds; 0 when it was not used yet or that is not told. */
  readonly tokens: number;
  readonly isBusy: boolean;
}

/** Null when it is not the /slots of llama.cpp. */
export const readSlots = (value: unknown): SlotSeen[] | null => {
  if (!Array.isArray(value)) return null;
  return value.map((slot) => {
    const { id, n_prompt_tokens, is_processing } = fieldsOf(slot) ?? {};
    return { id: count(id), tokens: count(n_prompt_tokens), isBusy: is_processing === true };
  });
};
