import type { Backend } from './backend.ts';
import type { ServerOptions } from './errand.ts';
import { type Generator, generateReply } from './generation.ts';
import { serverAt } from './http.ts';
import { completionBody, readEvent } from './llamacpp-wire.ts';
import { createNotices } from './notices.ts';
import { probeLlamaCpp } from './probe.ts';
import { SseParser } from './sse.ts';
import { fetchTokens } from './tokenize.ts';

/** Where the server is and how long to be patient with it, in milliseconds; 0 is for ever. */
export type LlamaCppOptions = ServerOptions;

/** Without the token that opens a prompt; special tokens count as one, as they do in a prompt. */
const asInPrompt = { add_special: false, parse_special: true };

/** A llama.cpp server, through its raw-prompt /completion. Throws SottoError `bad_url`, `bad_key_format`. */
export const createLlamaCpp = (options: LlamaCppOptions): Backend => {
  const server = serverAt(options.url, options.apiKey);
  const notices = createNotices();
  const generator: Generator = {
    server,
    patience: options,
    prepare: async (request) => ({
      path: '/completion',
      body: completionBody(request),
      contentType: 'text/event-stream',
      framing: new SseParser(),
      reader: { read: (data) => [readEvent(data, server.url)], close: () => null },
      notices: notices('llamacpp', request.sampling),
    }),
  };
  return {
    kind: 'llamacpp',
    url: server.url,
    isModel: true,
    complete: (request, signal) => generateReply(generator, request, signal),
    probe: (signal) => probeLlamaCpp(server, signal),
    tokenize: (content) => fetchTokens(server, '/tokenize', { content, ...asInPrompt }),
  };
};
