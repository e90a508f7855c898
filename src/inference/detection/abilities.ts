import { type Abilities, abilityNames } from '../abilities.ts';
import { fieldsOf, textOf } from '../failure.ts';
import { callJson, type Server, send } from '../transport/http.ts';
import type { ServerInfoStore } from '../transport/request.ts';
import { modelsIn } from './identify.ts';

const askMs = 5000;

const told = (found: Readonly<Record<string, unknown>>): Abilities =>
  Object.fromEntries(
    abilityNames.flatMap((name) => (typeof found[name] === 'boolean' ? [[name, found[name]]] : [])),
  );

/** Whether a server takes such requests, by what it says to one that asks for nothing; undefined where that says neither. */
async function takes(server: Server, path: string, signal?: AbortSignal): Promise<boolean | undefined> {
  const call = { path, body: {}, timeoutMs: askMs, ...(signal && { signal }) };
  const answer = await send(server, call).catch(() => null);
  await answer?.body.dump().catch(() => undefined);
  if (answer?.statusCode === 501) return false;
  return answer && [200, 400, 422, 500].includes(answer.statusCode) ? true : undefined;
}

/** Present in the settings of older servers; newer ones do not tell those that are empty. */
const has = (value: unknown, key: string): true | undefined =>
  Object.hasOwn(fieldsOf(value) ?? {}, key) || undefined;

/** What of it has to be tried, which generates nothing. */
async function tried(server: Server, props: Record<string, unknown>, signal?: AbortSignal) {
  const { default_generation_settings: settings, modalities, chat_template_caps: caps } = props;
  const params = fieldsOf(settings)?.params;
  const [embeddings, reranking, slotFiles] = await Promise.all(
    ['/v1/embeddings', '/v1/rerank', '/slots/0?action=none'].map((path) => takes(server, path, signal)),
  );
  return told({
    ...{ embeddings, reranking, slotFiles, vision: fieldsOf(modalities)?.vision },
    ...{ grammar: true, lazyGrammar: has(params, 'grammar_lazy') },
    toolCalls: fieldsOf(caps)?.supports_tool_calls ?? fieldsOf(caps)?.supports_tools,
  });
}

/** Of a llama.cpp server, tried once for each start of it. Rejects with SottoError. */
export async function llamaAbilities(
  server: Server,
  store?: ServerInfoStore,
  signal?: AbortSignal,
): Promise<Abilities> {
  const call = { path: '/props', timeoutMs: askMs, ...(signal && { signal }) };
  const props = fieldsOf(await callJson(server, call)) ?? {};
  const of = JSON.stringify([props.build_info, props.model_path, props.media_marker]);
  const kept = fieldsOf(store?.read(server.url)?.abilities);
  if (kept?.of === of) return told(fieldsOf(kept.found) ?? {});
  const found = await tried(server, props, signal);
  store?.write(server.url, { abilities: { of, found } });
  return found;
}

/** Of KoboldCpp, by what it says of itself. Rejects with SottoError. */
export async function koboldAbilities(server: Server, signal?: AbortSignal): Promise<Abilities> {
  const call = { path: '/api/extra/version', timeoutMs: askMs, ...(signal && { signal }) };
  const { vision, embeddings } = fieldsOf(await callJson(server, call)) ?? {};
  return told({ vision, embeddings, grammar: true, lazyGrammar: false });
}

/** Of a model of Ollama, by what it says of it. Rejects with SottoError. */
export async function ollamaAbilities(
  server: Server,
  model: string,
  signal?: AbortSignal,
): Promise<Abilities> {
  const call = { path: '/api/show', body: { model }, timeoutMs: askMs, ...(signal && { signal }) };
  const all = fieldsOf(await callJson(server, call))?.capabilities;
  if (!Array.isArray(all)) return {};
  const can = (name: string) => all.includes(name);
  return { embeddings: can('embedding'), vision: can('vision'), toolCalls: can('tools') };
}

/** Of a model of OpenAI's API, where the list of models says it, as OpenRouter's does. Rejects with SottoError. */
export async function listedAbilities(
  server: Server,
  model: string,
  signal?: AbortSignal,
): Promise<Abilities> {
  const call = { path: '/v1/models', timeoutMs: askMs, ...(signal && { signal }) };
  const listed = modelsIn(await callJson(server, call)) ?? [];
  const entry = listed.find(({ id }) => textOf(id) === model);
  const takesImages = fieldsOf(entry?.architecture)?.input_modalities;
  const parameters = entry?.supported_parameters;
  return told({
    vision: Array.isArray(takesImages) ? takesImages.includes('image') : undefined,
    toolCalls: Array.isArray(parameters) ? parameters.includes('tools') : undefined,
  });
}
