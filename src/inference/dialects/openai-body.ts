import type { ChatMessage, CompletionRequest } from '../backend.ts';
import type { Dialect } from '../sampling/sampler-rules.ts';
import { samplerFields, samplingOf, smallSeed } from '../sampling/samplers.ts';
import { traitsOf } from './traits.ts';

/** Which server of OpenAI's API speaks, and with which of its models. */
export interface Speaker {
  readonly dialect: Dialect;
  /** Empty where the server has but one. */
  readonly model: string;
}

const common = ({ dialect, model }: Speaker, request: CompletionRequest) => {
  const stop = request.stop.filter((text) => text !== '').slice(0, traitsOf[dialect].stops);
  return {
    ...samplerFields(dialect, samplingOf(dialect, request)),
    ...(model === '' ? {} : { model }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(seedless.has(dialect) ? {} : { seed: smallSeed(request.seed) }),
    stream: true,
    stream_options: { include_usage: true },
    // It says then what a reply has cost.
    ...(dialect === 'openrouter' && { usage: { include: true } }),
  };
};

const seedless: ReadonlySet<Dialect> = new Set<Dialect>(['deepseek']);

const mostTokens = ({ dialect }: Speaker, { maxTokens }: CompletionRequest): number =>
  Math.min(Math.max(1, Math.trunc(maxTokens)), traitsOf[dialect].maxTokens);

/** The JSON body of POST /v1/completions. Stop strings beyond those that the server takes are left to the client. */
export const openAiBody = (speaker: Speaker, request: CompletionRequest): Record<string, unknown> => ({
  ...common(speaker, request),
  prompt: request.prompt,
  max_tokens: mostTokens(speaker, request),
});

/** The JSON body of POST /v1/chat/completions at `url`. */
export const openAiChatBody = (
  speaker: Speaker,
  request: CompletionRequest,
  url: string,
): Record<string, unknown> => ({
  ...common(speaker, request),
  messages: (request.messages ?? [{ role: 'user' as const, content: request.prompt }]).map(asSent),
  ...toolFields(request),
  [isOpenAi(url) ? 'max_completion_tokens' : 'max_tokens']: mostTokens(speaker, request),
});

const isOpenAi = (url: string): boolean => new URL(url).hostname === 'api.openai.com';

const toolFields = ({ tools = [] }: CompletionRequest) =>
  tools.length === 0
    ? {}
    : { tools: tools.map((one) => ({ type: 'function', function: one })), tool_choice: 'auto' };

/** A message as the API has it: with the calls that were made in it, or the call that it answers. */
function asSent(message: ChatMessage): Record<string, unknown> {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: message.content };
  const { calls = [], ...rest } = message;
  const called = calls.map(({ id, name, arguments: given }) => ({
    ...{ id, type: 'function', function: { name, arguments: given } },
  }));
  return { ...withLegalName(rest), ...(called.length > 0 && { tool_calls: called }) };
}

/** A name may hold neither blanks nor `< | \ / >`; the content says who speaks in any case. */
const withLegalName = ({ role, name = '', content }: ChatMessage): ChatMessage => {
  const legal = name
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_')
    .slice(0, 64);
  return { role, ...(legal === '' ? {} : { name: legal }), content };
};
