import type { CompletionRequest } from '../backend.ts';
import { count, fieldsOf, notAServer, type Peer, parseJson, textOf } from '../failure.ts';
import { samplerFields, samplingOf, smallSeed } from '../sampling/samplers.ts';
import { diagnoseFault, readFault } from '../transport/fault.ts';
import type { EndEvent } from '../transport/reply.ts';
import type { StreamReader } from '../transport/request.ts';

const mostStops = 256;

/** The JSON body of POST /api/extra/generate/stream. `genkey` names the generation for its abort. */
export const koboldBody = (request: CompletionRequest, genkey: string): Record<string, unknown> => ({
  ...samplerFields('koboldcpp', samplingOf('koboldcpp', request)),
  prompt: request.prompt,
  max_length: Math.max(1, Math.trunc(request.maxTokens)),
  stop_sequence: request.stop.filter((stop) => stop !== '').slice(0, mostStops),
  trim_stop: true,
  sampler_seed: smallSeed(request.seed),
  genkey,
});

/** Understands KoboldCpp's stream, which has no end marker and calls a stop string met "length". */
export const createKoboldReader = (peer: Peer): StreamReader => {
  let reason: 'eos' | 'length' | null = null;
  let generatedTokens = 0;
  return {
    read: (data) => {
      const event = fieldsOf(parseJson(data));
      const fault = readFault(event);
      if (fault) return [{ type: 'fault', diagnosis: diagnoseFault(fault, peer) }];
      if (typeof event?.token !== 'string') {
        return [{ type: 'fault', diagnosis: notAServer(peer, 'its stream holds something else') }];
      }
      if (event.finish_reason === 'stop') reason = 'eos';
      if (event.finish_reason === 'length') reason = 'length';
      if (event.token === '') return [];
      generatedTokens += 1;
      return [{ type: 'content', text: event.token, promptTokens: 0, generatedTokens }];
    },
    close: () => reason && { type: 'end', text: '', reason, counts: { ...noCounts, generatedTokens } },
  };
};

const noCounts = { promptTokens: 0, reusedTokens: 0, model: '' };
const stopReasons: Readonly<Record<number, EndEvent['reason']>> = { 0: 'length', 1: 'eos', 2: 'stop' };

/** The end with the real reason and the counts of /api/extra/perf, as far as it says them. */
export const withPerf = (end: EndEvent, perf: unknown, model: string): EndEvent => {
  const { stop_reason, last_input_count, last_token_count } = Object(perf);
  const generatedTokens = count(last_token_count) || end.counts.generatedTokens;
  const counts = { promptTokens: count(last_input_count), reusedTokens: 0, generatedTokens, model };
  return { ...end, reason: stopReasons[stop_reason] ?? end.reason, counts };
};

/** The version in an answer of /api/extra/version; null when it is not KoboldCpp's. */
export const readKoboldVersion = (value: unknown): string | null => {
  const { result, version } = Object(value);
  return result === 'KoboldCpp' ? textOf(version) : null;
};

/** The name in an answer of /api/v1/model, without the program's. */
export const readKoboldModel = (value: unknown): string =>
  textOf(Object(value).result).replace(/^koboldcpp\//i, '');
