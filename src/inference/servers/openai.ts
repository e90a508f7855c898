import { SottoError } from '../../domain/errors.ts';
import type { Backend } from '../backend.ts';
import { listedAbilities } from '../detection/abilities.ts';
import { contextOf, type Identity, identify, modelsIn } from '../detection/identify.ts';
import { type Ask, probeServer } from '../detection/probe.ts';
import { createNotices } from '../dialects/notices.ts';
import { openAiBody, openAiChatBody } from '../dialects/openai-body.ts';
import { createOpenAiReader } from '../dialects/openai-stream.ts';
import { serviceAt, traitsOf } from '../dialects/traits.ts';
import { embedAtOpenAi } from '../embeddings/embed.ts';
import { isLocalServer } from '../local-server.ts';
import { forgetting, type Once, once } from '../once.ts';
import type { Dialect } from '../sampling/sampler-rules.ts';
import { countTokensAt } from '../tokens/count-tokens.ts';
import { type Generator, generateReply } from '../transport/generation.ts';
import { callJson, type Server, serverAt } from '../transport/http.ts';
import { patienceOf, whenLate } from '../transport/patience.ts';
import type { ServerOptions } from '../transport/request.ts';
import { SseParser } from '../transport/sse.ts';

/** Which server of OpenAI's API. */
export interface OpenAiOptions extends ServerOptions {
  /** Empty or absent for the one that a local server has loaded. */
  readonly model?: string;
  /** Absent: told by the address, else the server is asked. */
  readonly dialect?: Dialect;
  /** True for messages at /v1/chat/completions instead of raw prompts. */
  readonly chat?: boolean;
}

/** A backend of OpenAI's API, and who stands behind it. */
export interface OpenAiBackend extends Backend {
  /** True where replies run side by side without harm. Rejects with SottoError. */
  isParallel(): Promise<boolean>;
}

const timeoutMs = 10_000;
const approximated = 'a chat endpoint is used: names say who speaks, and roles are approximate';

/** A server of OpenAI's API, with or without /v1 in its address. Throws SottoError `bad_url`, `bad_key_format`. */
export const createOpenAi = (options: OpenAiOptions): OpenAiBackend => {
  const server = serverOf(options);
  const who = once((signal) => {
    const asked = (stop: AbortSignal) =>
      introduce(options, server, (path) => callJson(server, { path, timeoutMs, signal: stop }));
    return server.patience.within(server, asked, signal);
  });
  return {
    kind: options.chat ? 'openai-chat' : 'openai',
    url: server.url,
    isModel: true,
    isMetered: isBilled(options, server),
    isParallel: async () => traitsOf[(await who()).dialect].isParallel,
    ...generating(options, server, who),
    probe: (signal) =>
      probeServer(
        options.chat ? 'openai-chat' : 'openai',
        server,
        (ask) => look(options, server, ask),
        signal,
      ),
    abilities: async (signal) => listedAbilities(server, (await who(signal)).model, signal),
    countTokens: async (texts, signal) => countTokensAt(server, await who(signal), texts, signal),
    embed: (texts, signal) => embedAtOpenAi(server, { texts, model: options.model ?? '', signal }),
  };
};

const isBilled = ({ dialect }: OpenAiOptions, { url }: Server): boolean =>
  !isLocalServer(url) || (dialect !== undefined && traitsOf[dialect].isMetered);

const serverOf = (options: OpenAiOptions): Server => {
  const { url, apiKey, dialect } = options;
  const server = { ...serverAt(url, apiKey), patience: patienceOf(options) };
  const base = server.url.replace(/\/(v1|beta)$/, '');
  return { ...server, url: base, name: traitsOf[dialect ?? serviceAt(base) ?? 'openai'].name };
};

const generating = (
  options: OpenAiOptions,
  server: Server,
  who: Once<Identity>,
): Pick<Backend, 'complete'> => {
  const { chat = false, ...timeouts } = options;
  const told = createNotices();
  let warnings = chat ? [approximated] : [];
  const prepare: Generator['prepare'] = async (request, signal) => {
    const speaker = await who(signal).catch(whenLate(() => asTold(options, server)));
    const notices = [...warnings, ...told(speaker.dialect, request.sampling)];
    warnings = [];
    return {
      path: chat ? '/v1/chat/completions' : traitsOf[speaker.dialect].completions,
      body: chat ? openAiChatBody(speaker, request, server.url) : openAiBody(speaker, request),
      contentType: 'text/event-stream',
      framing: new SseParser(),
      reader: createOpenAiReader(server),
      notices,
    };
  };
  const generator = { server, timeouts, prepare };
  return { complete: (request, signal) => forgetting(generateReply(generator, request, signal), who) };
};

const introduce = async (options: OpenAiOptions, server: Server, ask: Ask): Promise<Identity> => {
  const { model = '', dialect = serviceAt(server.url) } = options;
  if (dialect !== null && model !== '') return { dialect, model, contextSize: 0 };
  if (serviceAt(server.url) !== null) {
    const message = `${server.name} has many models; name one with --model or under [backend]`;
    throw new SottoError('usage', 'no_model', message);
  }
  const found = (await identify(ask)) ?? { dialect: 'openai', model: '', contextSize: 0 };
  return { ...found, ...given(dialect, model) };
};

/** Who it is when it does not say it. */
const asTold = ({ model = '', dialect }: OpenAiOptions, { url }: Server): Identity => ({
  dialect: dialect ?? serviceAt(url) ?? 'openai',
  model,
  contextSize: 0,
});

/** What the person said wins over what the server says. */
const given = (dialect: Dialect | null, model: string): Partial<Identity> => ({
  ...(dialect === null ? {} : { dialect }),
  ...(model === '' ? {} : { model }),
});

const look = async (options: OpenAiOptions, server: Server, ask: Ask) => {
  const { dialect, model, contextSize } = await introduce(options, server, ask);
  const listed = contextSize > 0 ? undefined : modelsIn(await ask('/v1/models').catch(() => null));
  const size = contextSize || contextOf(listed?.find(({ id }) => id === model));
  const finding = `${traitsOf[dialect].name}, ${size > 0 ? `${size} tokens` : 'context unknown'}`;
  const remedy = size > 0 ? '' : "set the size of the model's context under [prompt]";
  return { model, contextSize: size, slots: traitsOf[dialect].isParallel ? 0 : 1, finding, remedy };
};
