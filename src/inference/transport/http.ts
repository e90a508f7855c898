import type { Dispatcher } from 'undici';
import { SottoError } from '../../domain/errors.ts';
import type { BackendFailure } from '../backend.ts';
import {
  type Diagnosis,
  failureOf,
  fieldsOf,
  notAServer,
  type Peer,
  parseJson,
  serverError,
  textOf,
} from '../failure.ts';
import { codeOf, diagnoseConnection } from './connection.ts';
import { diagnoseRefusal, type Refusal } from './fault.ts';
import { Patience } from './patience.ts';

/** Where a model server is and how it lets us in. */
export interface Server extends Peer {
  readonly apiKey: string;
  /** With what it is asked before a reply. */
  readonly patience: Patience;
  /** Of a server that may serve several models. */
  readonly router?: Router;
}

/** Which of its models a server is asked for. */
export interface Router {
  /** The name for every request; null for a server that has not shown that it wants one. */
  readonly model: string | null;
  /** Milliseconds that loading it may take; 0 is for ever. */
  readonly loadingMs: number;
  /** Finds it; rejects with SottoError where it cannot. */
  find(signal?: AbortSignal): Promise<void>;
}

/** One request; a `body` makes it a POST of JSON. */
export interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Milliseconds without bytes before undici gives up; 0 is never. */
  readonly timeoutMs: number;
}

const largestRefusal = 64 * 1024;
const largestAnswer = 16 * 1024 * 1024;

/** Checks the address and takes the slash at its end away; whoever asks there waits for ever. Throws SottoError `bad_url`, `bad_key_format`. */
export const serverAt = (address: string, apiKey = '', name = 'llama.cpp'): Server => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = 'the address of the model server is not a URL; write it like http://127.0.0.1:8080';
    throw new SottoError('usage', 'bad_url', message);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    const message =
      'the address of the model server contains a name, key or query; give a key with --api-key-env';
    throw new SottoError('usage', 'bad_url', message);
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    const message = 'the API key contains invalid characters; set it again without blanks or line breaks';
    throw new SottoError('usage', 'bad_key_format', message);
  }
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), apiKey, name, patience: new Patience(0) };
};

/**
 * Sends one request and resolves with the head of the answer. Sends it once more when the connection broke before
 * anything came, as a kept-alive one does that the server had closed. Rejects with undici's errors.
 */
export const send = async (server: Server, call: Call): Promise<Dispatcher.ResponseData> => {
  try {
    return await sendOnce(server, call);
  } catch (error) {
    if (call.signal?.aborted || !['UND_ERR_SOCKET', 'ECONNRESET'].includes(codeOf(error))) throw error;
    return sendOnce(server, call);
  }
};

/** The request with the name of the model that it is for, where the server wants that. */
const named = ({ router }: Server, call: Call): Call => {
  if (!router || router.model === null) return call;
  const { model, loadingMs } = router;
  const timeoutMs = call.timeoutMs === 0 || loadingMs === 0 ? 0 : Math.max(call.timeoutMs, loadingMs);
  if (call.body !== undefined) return { ...call, timeoutMs, body: { ...Object(call.body), model } };
  return { ...call, timeoutMs, path: `${call.path}?model=${encodeURIComponent(model)}` };
};

const sendOnce = async (server: Server, given: Call): Promise<Dispatcher.ResponseData> => {
  const { default: undici } = await import('undici');
  const call = named(server, given);
  return undici.request(server.url + call.path, {
    method: call.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(server.apiKey === '' ? {} : { authorization: `Bearer ${server.apiKey}` }),
    },
    body: call.body === undefined ? null : jsonOf(call.body),
    headersTimeout: call.timeoutMs,
    bodyTimeout: call.timeoutMs,
    ...(call.signal ? { signal: call.signal } : {}),
  });
};

const halfCharacter = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** JSON in which half a character, which a card may hold, is U+FFFD: strict parsers refuse the whole request for it. */
const jsonOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? text.replace(halfCharacter, '$1\\ufffd') : text;
};

/** The content type of an answer, in lower case; empty when it has none. */
export const contentTypeOf = (response: Dispatcher.ResponseData): string =>
  String(response.headers['content-type'] ?? '').toLowerCase();

/** Reads an answer that is no success, at most 64 KiB of it. */
export const readRefusal = async (response: Dispatcher.ResponseData): Promise<Refusal> => {
  const { text } = await readText(response, largestRefusal);
  const retryAfter = secondsOf(String(response.headers['retry-after'] ?? ''));
  return { status: response.statusCode, contentType: contentTypeOf(response), body: text, retryAfter };
};

/** Retry-After holds seconds or a date. */
const secondsOf = (header: string): number | null => {
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : null;
};

/** Whether a server that may serve several models wants to hear which, as it shows by this answer. */
export const wantsModel = ({ router }: Server, answer: unknown): boolean =>
  router?.model === null &&
  (fieldsOf(answer)?.role === 'router' || /model name is missing/.test(textOf(fieldsOf(answer)?.body)));

/** One request with a JSON answer. Rejects with SottoError of the family `server`. */
export const callJson = async (server: Server, call: Call): Promise<unknown> => {
  try {
    const answer = await answerOf(server, call);
    if (!wantsModel(server, answer.refusal ?? answer.value)) return valueIn(server, call, answer);
    await server.router?.find(call.signal);
    return valueIn(server, call, await answerOf(server, call));
  } catch (error) {
    throw hideKey(error instanceof SottoError ? error : connectionError(error, server), server.apiKey);
  }
};

interface Answer {
  /** Undefined for what is not JSON. */
  readonly value?: unknown;
  readonly refusal?: Refusal;
}

const answerOf = async (server: Server, call: Call): Promise<Answer> => {
  const response = await send(server, call);
  if (response.statusCode !== 200) return { refusal: await readRefusal(response) };
  const { text, whole } = await readText(response, largestAnswer);
  return { value: whole ? parseJson(text) : undefined };
};

const valueIn = (server: Server, { path }: Call, { refusal, value }: Answer): unknown => {
  if (refusal) throw serverError(diagnoseRefusal(refusal, server));
  if (value === undefined) throw serverError(notAServer(server, `${path} is not JSON`));
  return value;
};

const withoutKey = (text: string, apiKey: string): string =>
  apiKey === '' ? text : text.replaceAll(apiKey, '***');

/** The diagnosis as one line that cannot hold the key. */
export const keylessFailure = (diagnosis: Diagnosis, apiKey: string): BackendFailure => {
  const failure = failureOf(diagnosis);
  return { ...failure, message: withoutKey(failure.message, apiKey) };
};

const connectionError = (error: unknown, place: Peer): SottoError =>
  serverError(diagnoseConnection(error, place));

const hideKey = (error: SottoError, apiKey: string): SottoError =>
  new SottoError(error.family, error.code, withoutKey(error.message, apiKey));

const readText = async (
  response: Dispatcher.ResponseData,
  limit: number,
): Promise<{ text: string; whole: boolean }> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > limit) return { text: text.slice(0, limit), whole: false };
  }
  return { text: text + decoder.decode(), whole: true };
};
