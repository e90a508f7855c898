import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { isSottoError, SottoError } from '../domain/errors.ts';
import type { Backend } from './backend.ts';
import { callJson, type Server, serverAt } from './http.ts';
import { createLlamaCpp } from './llamacpp.ts';
import { readProps } from './llamacpp-wire.ts';
import { createUnderstudy } from './understudy/backend.ts';

/** An address where a server of this kind usually is. */
interface Candidate {
  readonly kind: 'llamacpp';
  readonly url: string;
}

/** Where to look, for how long, and how to be with what is found. */
export interface DetectOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for all candidates together. */
  readonly timeoutMs: number;
  /** In order of preference. Default: llama.cpp on 127.0.0.1:8080. */
  readonly candidates?: readonly Candidate[];
  readonly apiKey?: string;
  readonly firstTokenTimeoutMs?: number;
  readonly silenceTimeoutMs?: number;
  readonly loadingTimeoutMs?: number;
}

/** What a config says about the model server. `apiKey` is the key itself. */
export interface BackendConfig {
  /** auto, llamacpp or understudy; the other kinds of the command line are refused for now. */
  readonly kind: string;
  /** Empty or absent for the usual address. */
  readonly url?: string;
  /** llama.cpp serves one model whatever it is asked for, so this is not sent. */
  readonly model?: string;
  readonly apiKey?: string;
  readonly firstTokenTimeoutMs: number;
  readonly silenceTimeoutMs: number;
  /** How long a server may go on loading its model. */
  readonly loadingTimeoutMs?: number;
}

const usual: readonly Candidate[] = [{ kind: 'llamacpp', url: 'http://127.0.0.1:8080' }];
const usualUrl = 'http://127.0.0.1:8080';
const lookAroundMs = 400;
const defaultPatience = { firstTokenTimeoutMs: 300_000, silenceTimeoutMs: 60_000 };

/** The first candidate that answers as what it should be, else null. Asks all at once; a closed port is quick. */
export const detectBackend = async (options: DetectOptions): Promise<Backend | null> => {
  const { candidates = usual, apiKey = '' } = options;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  setMaxListeners(0, signal);
  const answers = candidates.map(({ url }) => isLlamaCpp(serverAt(url, apiKey), signal));
  for (const [index, { url }] of candidates.entries()) {
    if (await answers[index]) return createLlamaCpp({ ...defaultPatience, ...options, url, apiKey });
  }
  return null;
};

/** Opens what the config asks for. Rejects with SottoError `unsupported_backend`, `bad_url`, `bad_key_format`. */
export const openBackend = async (config: BackendConfig): Promise<Backend> => {
  const { kind, url = '', ...rest } = config;
  if (kind === 'understudy') return createUnderstudy();
  if (kind === 'llamacpp' || (kind === 'auto' && url !== '')) {
    return createLlamaCpp({ ...rest, url: url === '' ? usualUrl : url });
  }
  if (kind === 'auto')
    return (await detectBackend({ ...rest, timeoutMs: lookAroundMs })) ?? createUnderstudy();
  const message = `the backend "${kind}" does not exist yet; use auto, llamacpp or understudy`;
  throw new SottoError('usage', 'unsupported_backend', message);
};

/** KoboldCpp fakes /props, so it is asked for its own version first. A server that loads its model counts. */
const isLlamaCpp = async (server: Server, signal: AbortSignal): Promise<boolean> => {
  if (!(await isOpen(new URL(server.url), signal))) return false;
  const ask = (path: string): Promise<unknown> => callJson(server, { path, signal, timeoutMs: 0 });
  const [kobold, props] = await Promise.allSettled([ask('/api/extra/version'), ask('/props')]);
  if (kobold.status === 'fulfilled' && Object(kobold.value).result === 'KoboldCpp') return false;
  if (props.status === 'fulfilled') return readProps(props.value) !== null;
  return isSottoError(props.reason) && props.reason.code === 'loading';
};

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
