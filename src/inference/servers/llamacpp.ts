import type { Backend, CompletionEvent, CompletionRequest } from '../backend.ts';
import { ServerCache } from '../cache/server-cache.ts';
import type { SlotAssignment, SlotContents } from '../cache/slots.ts';
import { llamaAbilities } from '../detection/abilities.ts';
import { probeLlamaCpp } from '../detection/probe.ts';
import { completionBody, readEvent } from '../dialects/llamacpp-wire.ts';
import { createNotices, type Notices } from '../dialects/notices.ts';
import { embedAtOpenAi } from '../embeddings/embed.ts';
import { fieldsOf, notAServer, serverError } from '../failure.ts';
import { isLocalServer } from '../local-server.ts';
import { forgetting } from '../once.ts';
import { countInBatches } from '../tokens/tokenize.ts';
import { type Generator, generateReply } from '../transport/generation.ts';
import { callJson, type Server, serverAt } from '../transport/http.ts';
import { patienceOf } from '../transport/patience.ts';
import type { ServerOptions } from '../transport/request.ts';
import type { Room } from '../transport/server-queue.ts';
import { SseParser } from '../transport/sse.ts';
import { ModelRouter } from './router.ts';

/** Where the server is and how long to wait for it, in milliseconds; 0 is for ever. */
export interface LlamaCppOptions extends ServerOptions {
  /** Which of its models, where it serves several. */
  readonly model?: string;
}

const templateMs = 30_000;

/** What is known of one llama.cpp server. */
interface Llama {
  readonly server: Server;
  readonly timeouts: ServerOptions;
  readonly cache: ServerCache;
  readonly notices: Notices;
}

/** A llama.cpp server, and what it does side by side. */
export interface LlamaCppBackend extends Backend {
  /** Rejects with SottoError while the server does not tell. */
  room(): Promise<Room>;
}

/** A llama.cpp server, through its raw-prompt /completion. Throws SottoError `bad_url`, `bad_key_format`. */
export const createLlamaCpp = (options: LlamaCppOptions): LlamaCppBackend => {
  const at = serverAt(options.url, options.apiKey);
  const router = new ModelRouter(at, options);
  const server: Server = { ...at, router, patience: patienceOf(options) };
  const cache = new ServerCache(server, options.infoStore, options.keeping);
  const llama: Llama = {
    server,
    timeouts: options,
    cache,
    notices: createNotices(),
  };
  return {
    kind: 'llamacpp',
    url: server.url,
    isModel: true,
    isMetered: !isLocalServer(server.url),
    complete: (request, signal) => forgetting(forgetting(inItsSlot(llama, request, signal), cache), router),
    room: () => cache.room(),
    held: (owner, prompt, signal) => cache.held(owner, prompt, signal),
    ...(options.keeping?.folder != null && { keep: (prompts, signal) => cache.keep(prompts, signal) }),
    probe: (signal) => probeLlamaCpp(server, () => router.models, signal),
    abilities: (signal) => llamaAbilities(server, options.infoStore, signal),
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
  { server, timeouts, cache, notices }: Llama,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const run: { assignment: SlotAssignment | null; held: SlotContents | null } = {
    assignment: null,
    held: null,
  };
  const prepare: Generator['prepare'] = async (_, stopping) => {
    const found = request.cache ? await cache.assign(request.cache, request.prompt, stopping) : null;
    run.assignment = found?.assignment ?? null;
    return {
      path: '/completion',
      body: completionBody(request, run.assignment?.slot),
      contentType: 'text/event-stream',
      framing: new SseParser(),
      reader: { read: (data) => [readEvent(data, server.url)], close: () => null },
      notices: [...notices('llamacpp', request.sampling), ...(found?.news ?? [])],
    };
  };
  try {
    for await (const event of generateReply({ server, timeouts, prepare }, request, signal)) {
      if (event.type === 'finished') run.held = heldAfter(request, event);
      if (event.type === 'failed' && event.failure.code === 'cells_exceeded') await cache.tighten();
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
  generatedTokens: usage.generatedTokens,
});
