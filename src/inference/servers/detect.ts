import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { isSottoError } from '../../domain/errors.ts';
import type { Backend } from '../backend.ts';
import { type Identity, identify } from '../detection/identify.ts';
import { serviceAt } from '../dialects/traits.ts';
import { callJson, serverAt } from '../transport/http.ts';
import { patienceOf, whenLate } from '../transport/patience.ts';
import { createUnderstudy } from '../understudy/backend.ts';
import { type BackendKind, isBackendKind, openKind, type ServerToOpen, usualUrls } from './open-kind.ts';

/** An address where a model server may be. */
export interface Candidate {
  /** The kind that it must be; absent: whichever it is. */
  readonly kind?: BackendKind;
  readonly url: string;
}

/** Where to look, for how long, and how to be with what is found. */
export interface DetectOptions extends Partial<Omit<ServerToOpen, 'url'>> {
  readonly signal?: AbortSignal;
  /** Milliseconds for all candidates together. */
  readonly timeoutMs: number;
  /** In order of preference. Default: the usual ports on 127.0.0.1. */
  readonly candidates?: readonly Candidate[];
}

/** What a config says about the model server. `apiKey` is the key itself. */
export interface BackendConfig extends Omit<ServerToOpen, 'url'> {
  /** As `--backend` takes it. */
  readonly kind: string;
  /** Empty or absent for the usual address. */
  readonly url?: string;
}

/** LM Studio, TabbyAPI and text-generation-webui, vLLM: of OpenAI's API, and after those that have their own. */
const ofOpenAi = [1234, 5000, 8000].map((port) => `http://127.0.0.1:${port}`);
const ofTheirOwn = Object.values(usualUrls).filter((url) => !ofOpenAi.includes(url));
/** Where newer builds of llama-server listen. */
const newLlamaUrl = 'http://127.0.0.1:9931';

/** Where servers usually are. */
export const usualAddresses: readonly Candidate[] = [...ofTheirOwn, newLlamaUrl, ...ofOpenAi].map((url) => ({
  url,
}));
const lookAroundMs = 400;
const lookMs = 5000;
const defaultPatience = { firstTokenTimeoutMs: 300_000, silenceTimeoutMs: 60_000 };

/** The first candidate that answers as a model server, else null. Asks all at once; a closed port is quick. */
export const detectBackend = async (options: DetectOptions): Promise<Backend | null> => {
  const { candidates = usualAddresses, apiKey = '' } = options;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  setMaxListeners(0, signal);
  const answers = candidates.map(({ url }) => whoIsAt(url, apiKey, signal));
  for (const [index, { kind, url }] of candidates.entries()) {
    const identity = await answers[index];
    if (!identity || (kind !== undefined && kind !== kindOf(identity))) continue;
    return openIdentified(identity, { ...defaultPatience, ...options, url });
  }
  return null;
};

/**
 * Opens what the config asks for; `auto` with an address asks who is there, and without an answer takes it for
 * llama.cpp. Rejects with SottoError `unsupported_backend`, `bad_url`, `bad_key_format`.
 */
export const openBackend = async (config: BackendConfig): Promise<Backend> => {
  const { kind, url = '', ...rest } = config;
  if (kind === 'understudy') return createUnderstudy();
  if (kind !== 'auto') return openKind(kind, { ...rest, url });
  if (url === '') return (await detectBackend({ ...rest, timeoutMs: lookAroundMs })) ?? createUnderstudy();
  const opening = { ...rest, url, patience: patienceOf(config) };
  const look = (stop: AbortSignal): Promise<Identity | null> => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(lookMs)]);
    setMaxListeners(0, signal);
    return whoIsAt(url, config.apiKey ?? '', signal);
  };
  const peer = { url, name: 'model' };
  const identity = await opening.patience.within(peer, look).catch(whenLate(() => null));
  return identity ? openIdentified(identity, opening) : openKind('llamacpp', opening);
};

const kindOf = ({ dialect }: Identity): BackendKind => (isBackendKind(dialect) ? dialect : 'openai');

/** OpenAI itself has left raw completions behind. */
const openIdentified = (identity: Identity, opening: ServerToOpen): Backend =>
  openKind(serviceAt(opening.url) === 'openai' ? 'openai-chat' : kindOf(identity), {
    ...opening,
    dialect: identity.dialect,
    model: opening.model || identity.model,
  });

/** Null when nobody answers, nobody known, or not in time. */
const whoIsAt = async (address: string, apiKey: string, signal: AbortSignal): Promise<Identity | null> => {
  const server = serverAt(address.replace(/\/(v1|beta)\/*$/, ''), apiKey);
  const service = serviceAt(server.url);
  if (service) return { dialect: service, model: '', contextSize: 0 };
  if (!(await isOpen(new URL(server.url), signal))) return null;
  const ask = (path: string): Promise<unknown> => callJson(server, { path, signal, timeoutMs: 0 });
  return identify(ask).catch(asLoading);
};

/** llama.cpp alone answers everything with "loading" while it loads. */
const asLoading = (error: unknown): Identity | null =>
  isSottoError(error) && error.code === 'loading' ? { dialect: 'llamacpp', model: '', contextSize: 0 } : null;

/** Tries the port with a bare socket: a refusal comes at once, and no HTTP client has to be loaded for it. */
const isOpen = (url: URL, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, signal });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
