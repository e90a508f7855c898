import type { CompletionRequest } from '../backend.ts';
import { count, fieldsOf, notAServer, type Peer, parseJson, textOf } from '../failure.ts';
import { samplerFields, samplingOf, smallSeed } from '../sampling/samplers.ts';
import { diagnoseFault, readFault } from '../transport/fault.ts';
import type { Counts, EndEvent, StreamEvent, StreamFault } from '../transport/reply.ts';
import type { StreamReader } from '../transport/request.ts';

/** What stays the same over all requests to one model: a changed context would load it anew. */
export interface OllamaModel {
  readonly model: string;
  /** Tokens. */
  readonly contextSize: number;
}

/** The JSON body of POST /api/generate, raw and without the silent truncation of long prompts. */
export const ollamaBody = (request: CompletionRequest, { model, contextSize }: OllamaModel) => {
  const { format, ...sampling } = samplerFields('ollama', samplingOf('ollama', request));
  return {
    model,
    prompt: request.prompt,
    raw: true,
    stream: true,
    truncate: false,
    shift: false,
    ...(format === undefined ? {} : { format }),
    options: {
      ...sampling,
      num_ctx: contextSize,
      num_predict: Math.max(1, Math.trunc(request.maxTokens)),
      stop: request.stop.filter((stop) => stop !== ''),
      seed: smallSeed(request.seed),
    },
  };
};

/** Understands Ollama's lines, of which the last says `done`. */
export const createOllamaReader = (peer: Peer): StreamReader => {
  let generatedTokens = 0;
  const read = (data: string): (StreamEvent | StreamFault)[] => {
    const line = fieldsOf(parseJson(data));
    const fault = readFault(line);
    if (fault) return [{ type: 'fault', diagnosis: diagnoseFault(fault, peer) }];
    if (line === null || typeof line.response !== 'string')
      return [{ type: 'fault', diagnosis: notAServer(peer, 'its stream holds something else') }];
    const text = line.response;
    const thought = textOf(line.thinking);
    const said: StreamEvent[] = thought === '' ? [] : [{ type: 'reasoning', text: thought }];
    if (line.done === true)
      return [...said, { type: 'end', text, reason: reasonOf(line), counts: countsOf(line) }];
    generatedTokens += 1;
    if (text !== '' || thought === '') said.push({ type: 'content', text, promptTokens: 0, generatedTokens });
    return said;
  };
  return { read, close: () => null };
};

const reasonOf = (line: Record<string, unknown>): EndEvent['reason'] =>
  line.done_reason === 'length' ? 'length' : 'eos';

/** Ollama counts the prompt whole; what its cache spared is not told. */
const countsOf = (line: Record<string, unknown>): Counts => ({
  promptTokens: count(line.prompt_eval_count),
  reusedTokens: 0,
  generatedTokens: count(line.eval_count),
  model: textOf(line.model),
});

/** The names in an answer of /api/tags; null when it is something else. */
export const readTags = (value: unknown): string[] | null => {
  const models = fieldsOf(value)?.models;
  if (!Array.isArray(models)) return null;
  return models.map((model) => textOf(Object(model).name)).filter((name) => name !== '');
};

/** The model's own context in an answer of /api/show, in tokens; 0 when it is not told. */
export const readModelContext = (value: unknown): number => {
  const about = fieldsOf(fieldsOf(value)?.model_info) ?? {};
  return count(Object.entries(about).find(([key]) => key.endsWith('.context_length'))?.[1]);
};
