import { isSottoError } from '../../domain/errors.ts';
import type { Backend, CompletionEvent, CompletionRequest } from '../backend.ts';
import { SlotRetention, tryRetention } from '../cache/slot-retention.ts';
import { type SlotAssignment, type SlotContents, Slots } from '../cache/slots.ts';
import { type Ask, probeLlamaCpp } from '../detection/probe.ts';
import { completionBody, readEvent, readProps } from '../dialects/llamacpp-wire.ts';
import { createNotices, type Notices } from '../dialects/notices.ts';
import { embedAtOpenAi } from '../embeddings/embed.ts';
import { fieldsOf, notAServer, serverError } from '../failure.ts';
import { isLocalServer } from '../local-server.ts';
import { forgetting, type Once, once } from '../once.ts';
import { countInBatches } from '../tokens/tokenize.ts';
import { type Generator, generateReply } from '../transport/generation.ts';
import { callJson, type Server, serverAt } from '../transport/http.ts';
import { patienceOf } from '../transport/patience.ts';
import type { ServerInfoStore, ServerOptions } from '../transport/request.ts';
import { SseParser } from '../transport/sse.ts';
import { isPassing } from '../transport/while-loading.ts';
import { ModelRouter } from './router.ts';

/** Where the server is and how long to wait for it, in milliseconds; 0 is for ever. */
export interface LlamaCppOptions extends ServerOptions {
  /** Which of its models, where it serves several. */
  readonly model?: string;
}

const propsMs = 5000;
const templateMs = 30_000;

/** What is known of one llama.cpp server. */
interface Llama {
  readonly server: Server;
  readonly timeouts: ServerOptions;
  readonly slots: Once<Slots>;
  readonly notices: Notices;
}

/** A llama.cpp server, through its raw-prompt /completion. Throws SottoError `bad_url`, `bad_key_format`. */
export const createLlamaCpp = (options: LlamaCppOptions): Backend => {
  const at = serverAt(options.url, options.apiKey);
  const router = new ModelRouter(at, options);
  const server: Server = { ...at, router, patience: patienceOf(options) };
  const slots = once((signal) => slotsOf(server, options.infoStore, signal));
  const llama: Llama = { server, timeouts: options, slots, notices: createNotices() };
  return {
    kind: 'llamacpp',
    url: server.url,
    isModel: true,
    isMetered: !isLocalServer(server.url),
    complete: (request, signal) => forgetting(forgetting(inItsSlot(llama, request, signal), slots), router),
    probe: (signal) => probeLlamaCpp(server, () => router.models, signal),
    countTokens: (texts, signal) => countInBatches(server, texts, signal),
    embed: (texts, signal) => embedAtOpenAi(server, { texts, model: options.model ?? '', signal }),
    applyTemplate: async (messages, signal) => {
      const call = { path: '/apply-template', body: { messages }, timeoutMs: templateMs };
      const asked = (stop: AbortSignal) => callJson(server, { ...call, signal: stop });
      const prompt = fieldsOf(await server.patience.within(server, asked, signal))?.prompt;
      if (typeof prompt === 'string') return prompt;
      throw serverError(notAServer(server, '/apply-template holds no prompt'));
    },
  };
};

/** A reply in the slot of its owner, which then is told what the slot holds. */
async function* inItsSlot(
  { server, timeouts, slots, notices }: Llama,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const run: { assignment: SlotAssignment | null; held: SlotContents | null } = {
    assignment: null,
    held: null,
  };
  const prepare: Generator['prepare'] = async (_, stopping) => {
    const assignments = request.cache ? await known(slots, stopping) : null;
    run.assignment = (request.cache && assignments?.assign(request.cache)) ?? null;
    return {
      path: '/completion',
      body: completionBody(request, run.assignment?.slot),
      contentType: 'text/event-stream',
      framing: new SseParser(),
      reader: { read: (data) => [readEvent(data, server.url)], close: () => null },
      notices: [...notices('llamacpp', request.sampling), ...(assignments?.takeNews() ?? [])],
    };
  };
  try {
    for await (const event of generateReply({ server, timeouts, prepare }, request, signal)) {
      if (event.type === 'finished') run.held = heldAfter(request, event);
      yield event;
    }
  } finally {
    run.assignment?.release(run.held);
  }
}

const heldAfter = (
  { prompt }: CompletionRequest,
  { text, usage }: Extract<CompletionEvent, { type: 'finished' }>,
): SlotContents => ({
  prompt,
  reply: text,
  promptTokens: usage.promptTokens,
  reusedTokens: usage.reusedTokens,
});

/** The slots, or null where the server does not tell them; what else is wrong with it the reply will say. */
const known = async (slots: Once<Slots>, signal: AbortSignal): Promise<Slots | null> => {
  try {
    return await slots(signal);
  } catch (error) {
    if (isSottoError(error) && isPassing(error.code)) throw error;
    return null;
  }
};

/** Who has which slot; none has one where the server clears a slot when another is used, for it finds them better itself. */
const slotsOf = async (server: Server, infoStore?: ServerInfoStore, signal?: AbortSignal): Promise<Slots> => {
  const ask: Ask = (path, body) =>
    server.patience.within(
      server,
      (stop) => callJson(server, { path, body, timeoutMs: propsMs, signal: stop }),
      signal,
    );
  const props = readProps(await ask('/props'));
  if (!props || props.slots < 2) return new Slots(0);
  const known = new SlotRetention(server.url, props, infoStore);
  const tried = async () => tryRetention(ask).catch(() => null);
  const keeps = known.keeps ?? (isLocalServer(server.url) ? await tried() : null);
  signal?.throwIfAborted();
  if (keeps !== null && keeps !== known.keeps) known.learn(keeps);
  return new Slots(keeps === false ? 0 : props.slots, () => known.learn(false));
};
