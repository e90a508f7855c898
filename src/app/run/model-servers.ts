import { keyNamed } from '../../config/keyring.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { apiKey, type ServerSection, serverSection } from '../../config/servers.ts';
import type { Backend } from '../../inference/backend.ts';
import type { ClassifierModel, TimeLimit } from '../../inference/questions/ask-model.ts';
import type { Classifier } from '../../inference/questions/classifier.ts';
import type { BackendConfig } from '../../inference/servers/detect.ts';
import type { Keeping, ServerInfoStore } from '../../inference/transport/request.ts';
import type { Meant } from '../../models/source.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import type { Store } from '../../store/store.ts';
import { checkOwn, meantModel } from '../own/own-model.ts';
import type { RunConfig } from './run-config.ts';

const secondMs = 1000;
/** Tokens that a model adds by itself, such as the one that opens a prompt. */
const spare = 16;

/** A model server as the settings describe it; with `own`, a model that sotto runs itself. */
export interface ServerConfig extends BackendConfig {
  readonly own?: { readonly meant: Meant; readonly loaded: LoadedConfig };
}

/** What the settings say about the model that plays, its key included. Throws SottoError where they contradict. */
export function narrativeServer(loaded: LoadedConfig): ServerConfig {
  const meant = meantModel(loaded);
  return { ...serverOf(loaded, 'backend'), ...(meant && { own: { meant, loaded } }) };
}

function serverOf(loaded: LoadedConfig, section: ServerSection): BackendConfig {
  const { backend, prompt } = loaded.config;
  const { kind, url, model } = serverSection(loaded.config, section);
  const key = apiKey(loaded, keyNamed, section);
  return {
    kind,
    url,
    model,
    apiKey: key,
    firstTokenTimeoutMs: backend.first_token_timeout * secondMs,
    silenceTimeoutMs: backend.silence_timeout * secondMs,
    loadingTimeoutMs: backend.loading_timeout * secondMs,
    ...contextOf(kind, section, prompt),
  };
}

/** A model file has the context that it is given: as configured, else what a prompt with its reply wants. */
function contextOf(kind: string, section: ServerSection, prompt: Config['prompt']): { contextSize?: number } {
  const wanted = kind === 'gguf' ? prompt.hard + prompt.max_tokens + spare : 0;
  const contextSize = section === 'backend' ? prompt.context || wanted : 0;
  return contextSize > 0 ? { contextSize } : {};
}

/** Where a second model is: on the server of `[backend]` unless it has a kind or an address of its own. Throws SottoError where the settings contradict. */
export function besideServer(
  loaded: LoadedConfig,
  section: 'backend.classifier' | 'memory.embed',
): ServerConfig {
  const { kind, url, model, api_key_env } = serverSection(loaded.config, section);
  if (kind !== 'auto' || url !== '') return serverOf(loaded, section);
  const narrative = narrativeServer(loaded);
  const key = api_key_env === '' ? narrative.apiKey : apiKey(loaded, keyNamed, section);
  return { ...narrative, model: model || narrative.model || '', ...(key && { apiKey: key }) };
}

/** What is remembered of model servers in this store; a store that cannot be written at once remembers nothing new. */
export const serverInfoStore = (store: Store): ServerInfoStore => ({
  read: (url) => store.servers.cacheOf(url),
  write: (url, known) => void store.ifWritableUnsynced(() => store.servers.keepCache(url, known)),
});

/** What servers keep in files, by this store; `isOn` where they are to keep more. */
export const keepingIn = (store: Store, isOn: boolean): Keeping => ({
  folder: isOn ? '' : null,
  store: {
    of: (url, owner) => store.keptSlots.of(url, owner),
    keep: (url, owner, kept) => store.ifWritable(() => store.keptSlots.keep(url, owner, kept)),
    drop: (url, owner) => void store.ifWritable(() => store.keptSlots.drop(url, owner)),
    gone: (url) => store.keptSlots.gone(url),
    emptied: (url, name) => void store.ifWritable(() => store.keptSlots.emptied(url, name)),
  },
});

/** Opens the model server of a config, which is started where it is sotto's own. Rejects with SottoError. */
export async function openServer({ own, ...server }: ServerConfig): Promise<Backend> {
  if (own) {
    const { openOwn } = await import('../own/open-own.ts');
    return openOwn(own, server);
  }
  const { openBackend } = await import('../../inference/servers/detect.ts');
  return openBackend(server);
}

/** Throws what is wrong with the settings of the model server, before anything is stored; no network. */
export async function checkServer({ own, ...server }: ServerConfig): Promise<void> {
  if (own) return checkOwn(own.meant, own.loaded);
  const { serverAt } = await import('../../inference/transport/http.ts');
  if (server.url) serverAt(server.url, server.apiKey);
  if (server.kind !== 'auto') await openServer(server);
}

/** What the classifier takes beside its settings: what runs something later, and what is known of servers. */
export type ClassifierParts = Pick<TimeLimit, 'after'> & { readonly infoStore?: ServerInfoStore };

/** The classifier, with its first model's server; null when it is not enabled. Rejects with SottoError. */
export async function openClassifier(
  loaded: LoadedConfig,
  { after, infoStore }: ClassifierParts,
): Promise<{ classifier: Classifier; first: Backend } | null> {
  const { enabled, fallbacks, hard, timeout } = loaded.config.backend.classifier;
  if (!enabled) return null;
  const { createClassifier } = await import('../../inference/questions/classifier.ts');
  const server = { ...besideServer(loaded, 'backend.classifier'), ...(infoStore && { infoStore }) };
  const first = await openServer(server);
  const others = await Promise.all(
    fallbacks.map(async (name): Promise<ClassifierModel> => {
      const backend = await openServer({ ...server, model: name });
      return { name, backend };
    }),
  );
  const models = [{ name: server.model || first.kind, backend: first }, ...others];
  const limits = { hard, timeoutMs: timeout * secondMs, after };
  return { classifier: createClassifier({ models, ...limits, estimate: estimateTokens }), first };
}

const opened = new WeakMap<LoadedConfig, Promise<Classifier | null>>();

/** Opens the classifier when it is first asked for, and again after that failed; undefined when it is not enabled. */
export function classifierOf(
  config: RunConfig,
  parts: ClassifierParts,
): (() => Promise<Classifier | null>) | undefined {
  if (!config.loaded.config.backend.classifier.enabled) return undefined;
  return async () => {
    const loaded = config.servers;
    const known = opened.get(loaded);
    if (known) return known;
    const opening = openClassifier(loaded, parts).then((found) => found?.classifier ?? null);
    opened.set(loaded, opening);
    opening.catch(() => opened.delete(loaded));
    return opening;
  };
}
