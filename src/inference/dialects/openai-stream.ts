import { count, type Diagnosis, fieldsOf, notAServer, type Peer, parseJson, textOf } from '../failure.ts';
import { diagnoseFault, readFault } from '../transport/fault.ts';
import type { Counts, EndEvent, StreamEvent, StreamFault, ToolCallPiece } from '../transport/reply.ts';
import type { StreamReader } from '../transport/request.ts';

/** Calls of tools in one reply; what a server counts beyond is taken for the last. */
const mostCalls = 64;

type Fields = Record<string, unknown>;
type Said = readonly (StreamEvent | StreamFault)[];

/**
 * Understands the chunks of /v1/completions and /v1/chat/completions. The reply is complete with a finish_reason
 * or `[DONE]`, whichever comes; usage may follow the finish_reason in a chunk without choices.
 */
export const createOpenAiReader = (peer: Peer): StreamReader => new OpenAiReader(peer);

class OpenAiReader implements StreamReader {
  readonly #peer: Peer;
  #reason: EndEvent['reason'] | null = null;
  #counts: Counts = { promptTokens: 0, reusedTokens: 0, generatedTokens: 0, model: '' };
  #chunks = 0;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  read(data: string): Said {
    if (data.trim() === '[DONE]') {
      this.#reason ??= 'eos';
      return [this.close() ?? []].flat();
    }
    const chunk = fieldsOf(parseJson(data));
    const fault = readFault(chunk);
    if (fault) return faulty(diagnoseFault(fault, this.#peer));
    if (chunk === null || !Array.isArray(chunk.choices)) {
      return faulty(notAServer(this.#peer, 'its stream holds something else'));
    }
    this.#count(chunk);
    return this.#choice(fieldsOf(chunk.choices[0]) ?? {});
  }

  close(): EndEvent | null {
    if (this.#reason === null) return null;
    const generatedTokens = this.#counts.generatedTokens || this.#chunks;
    return { type: 'end', text: '', reason: this.#reason, counts: { ...this.#counts, generatedTokens } };
  }

  #count(chunk: Fields): void {
    const model = textOf(chunk.model) || this.#counts.model;
    this.#counts = { ...this.#counts, ...usageOf(fieldsOf(chunk.usage)), model };
  }

  #choice(choice: Fields): Said {
    const delta = fieldsOf(choice.delta) ?? {};
    const text = textOf(choice.text) || textOf(delta.content);
    const thought = thoughtIn(delta) || thoughtIn(choice);
    const said: StreamEvent[] = thought === '' ? [] : [{ type: 'reasoning', text: thought }];
    if (text !== '' || thought !== '') this.#chunks += 1;
    if (text !== '') {
      const { promptTokens } = this.#counts;
      said.push({ type: 'content', text, promptTokens, generatedTokens: this.#chunks });
    }
    const calls = callsIn(delta);
    said.push(...calls);
    this.#chunks += calls.length;
    const { finish_reason: finish } = choice;
    if (finish === 'error') return [...said, ...faulty(brokenOff(this.#peer))];
    if (finish === 'content_filter') return [...said, ...faulty(filtered(this.#peer))];
    if (typeof finish === 'string') this.#reason = reasonOf(finish, choice);
    return said;
  }
}

/** Servers call it by either name, and some send both. */
const thoughtIn = (fields: Fields): string => textOf(fields.reasoning_content) || textOf(fields.reasoning);

/** A chunk holds pieces of calls, told apart by `index`. */
const callsIn = ({ tool_calls: calls }: Fields): ToolCallPiece[] =>
  (Array.isArray(calls) ? calls : []).slice(0, mostCalls).map((one) => {
    const { index, id, function: called } = fieldsOf(one) ?? {};
    const { name, arguments: given } = fieldsOf(called) ?? {};
    const at = Math.min(count(index), mostCalls - 1);
    return { type: 'tool_call', index: at, id: textOf(id), name: textOf(name), arguments: textOf(given) };
  });

const faulty = (diagnosis: Diagnosis): StreamFault[] => [{ type: 'fault', diagnosis }];

/** "stop" is the end of the text or a stop string; vLLM's stop_reason and TabbyAPI's eos_reason tell which. */
const reasonOf = (finish: string, { stop_reason, eos_reason }: Fields): EndEvent['reason'] => {
  if (finish === 'length') return 'length';
  return typeof stop_reason === 'string' || eos_reason === 'stop_string' ? 'stop' : 'eos';
};

const usageOf = (usage: Fields | null): Partial<Counts> =>
  usage === null
    ? {}
    : {
        promptTokens: count(usage.prompt_tokens),
        generatedTokens: count(usage.completion_tokens),
        reusedTokens:
          count(fieldsOf(usage.prompt_tokens_details)?.cached_tokens) || count(usage.prompt_cache_hit_tokens),
        ...(Number.isFinite(count(usage.cost)) && count(usage.cost) > 0 && { cost: count(usage.cost) }),
      };

const brokenOff = ({ url }: Peer): Diagnosis => ({
  code: 'server_error',
  finding: `${url} broke off the reply with an error`,
  remedy: 'continue the reply, or choose another model or provider',
});

const filtered = ({ url }: Peer): Diagnosis => ({
  code: 'filtered',
  finding: `${url} stopped the reply with its content filter`,
  remedy: 'regenerate, or choose another model with --model',
});
