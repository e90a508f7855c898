import { type Diagnosis, fieldsOf, notAServer, oneLine, type Peer, parseJson, textOf } from '../failure.ts';
import { sizesIn } from './context-sizes.ts';

/** An answer that is not a success: status, content type, and as much of the body as was read. */
export interface Refusal {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Seconds after which the server wants to be asked again; null when it did not say. */
  readonly retryAfter: number | null;
}

/** What a server complains about, whichever of the usual shapes it came in. */
export interface ServerFault {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly promptTokens: number | null;
  readonly contextSize: number | null;
  readonly retryAfter?: number | null;
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** FastAPI lists what is wrong with a request as `{loc, msg}`. */
const said = (value: unknown): string => {
  if (!Array.isArray(value)) return textOf(value);
  const { loc, msg } = Object(value[0]);
  return Array.isArray(loc) ? `${loc.join('.')}: ${textOf(msg)}` : textOf(msg);
};

/**
 * Reads `{"error":{code,message,type}}`, `{"error":"…"}`, `{"detail":…}` of FastAPI and KoboldCpp, and the
 * flat `{"object":"error",…}` of older vLLM; null when it is nothing of the kind. A code that is a word is the type.
 */
export const readFault = (value: unknown): ServerFault | null => {
  const fields = fieldsOf(value);
  const complaint = fields?.error ?? fields?.detail ?? (fields?.object === 'error' ? fields : undefined);
  if (complaint === undefined || complaint === null) return null;
  const error = fieldsOf(complaint) ?? { message: said(complaint) };
  return {
    status: numberOrNull(error.code) ?? 500,
    type: textOf(error.code) || textOf(error.type),
    text: oneLine(textOf(error.message) || textOf(error.msg)),
    promptTokens: numberOrNull(error.n_prompt_tokens),
    contextSize: numberOrNull(error.n_ctx),
  };
};

/** A kind of complaint: how it is known, and what it means for the person. */
interface Complaint {
  readonly code: string;
  readonly is: (fault: ServerFault) => boolean;
  readonly finding: (fault: ServerFault, url: string) => string;
  readonly remedy: string;
}

const tooLarge =
  /context (length|size|window)|(maximum|max) (context|sequence) len|max_(seq|model)_len|longer than the (model|context)/i;
/** What a router of llama.cpp says, with 400 or 500. */
const unknownModel = /^model '.*' not found|^model name is missing|^model name=.* is not found/i;
const colon = ({ text }: ServerFault): string => (text === '' ? '' : `: ${text}`);

const sizes = (fault: ServerFault): string =>
  fault.promptTokens === null && fault.contextSize === null && fault.text !== ''
    ? fault.text
    : `${fault.promptTokens ?? 'more'} tokens, the server's context holds ${fault.contextSize ?? 'fewer'}`;

const complaints: readonly Complaint[] = [
  {
    code: 'cells_exceeded',
    is: ({ text }) => /^Context size has been exceeded/.test(text),
    finding: (_, url) => `${url} had no room for all that it was asked at once`,
    remedy: 'try again; start it with a larger context (-c), or with a slot for each character (-np)',
  },
  {
    code: 'context_exceeded',
    is: ({ type, text }) =>
      /^(exceed_context_size_error|context_length_exceeded)$/.test(type) || tooLarge.test(text),
    finding: (fault) => `the prompt is too large (${sizes(fault)})`,
    remedy:
      'lower the token budget under [prompt] or start the server with a larger context (llama-server: -c)',
  },
  {
    code: 'filtered',
    is: ({ status, text }) => status === 403 && /moderat|flagged/i.test(text),
    finding: (fault, url) => `${url} refused the prompt: content filter${colon(fault)}`,
    remedy: 'remove what it objects to, or choose another model with --model',
  },
  {
    code: 'bad_key',
    is: ({ status }) => status === 401 || status === 403,
    finding: (_, url) => `${url} refused the API key or requires one`,
    remedy: 'give the right one with --api-key-env',
  },
  {
    code: 'no_credit',
    is: ({ status }) => status === 402,
    finding: (fault, url) => `${url} requires payment first${colon(fault)}`,
    remedy: 'add credit there or choose another model with --model',
  },
  {
    code: 'rate_limited',
    is: ({ status }) => status === 429,
    finding: (fault, url) => `${url} received too many requests${colon(fault)}`,
    remedy: 'wait a little and try again',
  },
  {
    code: 'no_model',
    is: ({ status, text }) => (status === 404 && /model/i.test(text)) || unknownModel.test(text),
    finding: (fault, url) => `${url} does not have the model${colon(fault)}`,
    remedy: 'name one that it has with --model',
  },
  {
    code: 'no_model',
    is: ({ text }) => /model is not loaded/i.test(text),
    finding: (_, url) => `${url} has not loaded the model and does not load models by itself`,
    remedy: 'load it there, start it without --no-models-autoload, or name a loaded one with --model',
  },
  {
    code: 'no_model',
    is: ({ text }) => /model name=.* failed to load/i.test(text),
    finding: (fault, url) => `${url} could not load the model${colon(fault)}`,
    remedy: 'check its log for whether the file is broken or too large, or choose another with --model',
  },
  {
    code: 'loading',
    is: ({ status, type, text }) => status === 503 && (type === 'unavailable_error' || /loading/i.test(text)),
    finding: (_, url) => `${url} is still loading its model`,
    remedy: 'wait until it is ready and try again',
  },
  {
    code: 'busy',
    is: ({ status, type, text }) =>
      status === 503 && (type === 'service_unavailable' || /busy|overloaded/i.test(text)),
    finding: (_, url) => `${url} is busy with other requests`,
    remedy: 'wait until it is free and try again',
  },
  {
    code: 'server_error',
    is: ({ status }) => status >= 500 || status === 408,
    finding: (fault, url) => `${url} failed (${fault.status})${colon(fault)}`,
    remedy: "check the server's log, then try again",
  },
  {
    code: 'bad_request',
    is: ({ text }) => /\bgrammar\b|json.?schema/i.test(text),
    finding: (fault, url) => `${url} does not understand the grammar or schema${colon(fault)}`,
    remedy: 'correct or remove grammar or json_schema under [sampling]',
  },
  {
    code: 'bad_request',
    is: () => true,
    finding: (fault, url) => `${url} refused the request (${fault.status})${colon(fault)}`,
    remedy: 'check the settings under [sampling] and the version of the server',
  },
];

const sizesOf = ({ promptTokens, contextSize, text }: ServerFault): Diagnosis['sizes'] =>
  promptTokens !== null && contextSize !== null ? { promptTokens, contextSize } : sizesIn(text);

const longestWait = 24 * 60 * 60;

/** What to do about a server that wants to be asked again after so many seconds. */
const afterWaiting = (seconds: number): string =>
  seconds <= longestWait
    ? `try again in ${seconds} seconds`
    : 'it allows no more requests within a day; choose another server or model';

/** Names what a server complains about, and when to try again where it said so. */
export const diagnoseFault = (fault: ServerFault, { url }: Peer): Diagnosis => {
  const complaint = complaints.find(({ is }) => is(fault));
  if (complaint === undefined) throw new Error('the last complaint takes everything');
  const { code, finding } = complaint;
  const { retryAfter = null, status } = fault;
  const isWaiting = retryAfter !== null && (status === 429 || status >= 500);
  const remedy = isWaiting ? afterWaiting(retryAfter) : complaint.remedy;
  const sizes = code === 'context_exceeded' ? sizesOf(fault) : undefined;
  return { code, finding: finding(fault, url), remedy, ...(sizes && { sizes }) };
};

/** Names an answer other than 200. A body without a complaint is some other program's, or a proxy's. */
export const diagnoseRefusal = (refusal: Refusal, place: Peer): Diagnosis => {
  const { status, retryAfter } = refusal;
  const fault = readFault(parseJson(refusal.body));
  if (fault) return diagnoseFault({ ...fault, status, retryAfter }, place);
  if (status >= 500 || [401, 402, 403, 429].includes(status)) {
    const bare = { type: '', text: '', promptTokens: null, contextSize: null };
    return diagnoseFault({ ...bare, status, retryAfter }, place);
  }
  return notAServer(place, `it answered ${status} ${oneLine(refusal.contentType)}`.trim());
};
