import { SottoError } from '../domain/errors.ts';
import type { BackendFailure } from './backend.ts';

/** What is wrong at a server and what to do about it, as two clauses without a full stop. */
export interface Diagnosis {
  readonly code: string;
  readonly finding: string;
  readonly remedy: string;
}

/** The diagnosis as one line. */
export const failureOf = ({ code, finding, remedy }: Diagnosis): BackendFailure => ({
  code,
  message: `${finding}; ${remedy}`,
});

/** The diagnosis as an error of the family `server`. */
export const serverError = (diagnosis: Diagnosis): SottoError => {
  const { code, message } = failureOf(diagnosis);
  return new SottoError('server', code, message);
};

/** An answer that is not a success: status, content type, and as much of the body as was read. */
export interface Refusal {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The `error` object of llama.cpp, as far as it is one. */
export interface ServerFault {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly promptTokens: number | null;
  readonly contextSize: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oneLine = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads `{"error":{code,message,type,…}}` (or a bare string as the error); null when it is nothing of the kind. */
export const readFault = (value: unknown): ServerFault | null => {
  if (!isRecord(value) || value.error === undefined || value.error === null) return null;
  const error = isRecord(value.error) ? value.error : { message: value.error };
  return {
    status: numberOrNull(error.code) ?? 500,
    type: typeof error.type === 'string' ? error.type : '',
    text: typeof error.message === 'string' ? oneLine(error.message) : '',
    promptTokens: numberOrNull(error.n_prompt_tokens),
    contextSize: numberOrNull(error.n_ctx),
  };
};

/** Names what llama.cpp complains about. `url` tells the person which server it is. */
export const diagnoseFault = (fault: ServerFault, url: string): Diagnosis => {
  const said = fault.text === '' ? '' : `: ${fault.text}`;
  if (fault.type === 'exceed_context_size_error') {
    const size = `${fault.promptTokens ?? 'more'} tokens, the server's context holds ${fault.contextSize ?? 'fewer'}`;
    const remedy = 'lower the token budget under [prompt] or start the server with a larger -c';
    return { code: 'context_exceeded', finding: `the prompt is too large (${size})`, remedy };
  }
  if (fault.status === 401 || fault.status === 403) {
    const remedy = 'give the right one with --api-key-env';
    return { code: 'bad_key', finding: `${url} refused the API key or wants one`, remedy };
  }
  if (fault.status === 503 && fault.type === 'unavailable_error') {
    const remedy = 'wait until it is ready and try again';
    return { code: 'loading', finding: `${url} is still loading its model`, remedy };
  }
  if (fault.status >= 500) {
    const remedy = "look at the server's log, then try again";
    return { code: 'server_error', finding: `${url} failed (${fault.status})${said}`, remedy };
  }
  const remedy = 'check the settings under [sampling] and the version of the server';
  return { code: 'bad_request', finding: `${url} refused the request (${fault.status})${said}`, remedy };
};

/** Names an answer that speaks another protocol. */
export const notAServer = (url: string, what: string): Diagnosis => ({
  code: 'not_a_server',
  finding: `${url} is not a llama.cpp server (${what})`,
  remedy: 'check the address given with --url or under [backend]',
});

/** Names an answer other than 200. A body without an error object is some other program's, or a proxy's. */
export const diagnoseRefusal = (refusal: Refusal, url: string): Diagnosis => {
  const fault = readFault(parseJson(refusal.body));
  if (fault) return diagnoseFault({ ...fault, status: refusal.status }, url);
  const { status } = refusal;
  if (status >= 500 || status === 401 || status === 403) {
    return diagnoseFault({ status, type: '', text: '', promptTokens: null, contextSize: null }, url);
  }
  return notAServer(url, `it answered ${status} ${oneLine(refusal.contentType)}`.trim());
};

/** The value, or undefined for text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
