import { SottoError } from '../domain/errors.ts';
import { type Fields, isFields } from '../domain/json/fields.ts';
import type { BackendFailure } from './backend.ts';

/** A server as messages about it name it: its address, and which program or service is expected there. */
export interface Peer {
  readonly url: string;
  /** llama.cpp, KoboldCpp, Ollama, … */
  readonly name: string;
}

/** What is wrong at a server and what to do about it, as two clauses without a full stop. */
export interface Diagnosis {
  readonly code: string;
  readonly finding: string;
  readonly remedy: string;
  /** Of a prompt that is too large, where the server told. */
  readonly sizes?: BackendFailure['sizes'];
}

/** The diagnosis as one line. */
export const failureOf = ({ code, finding, remedy, sizes }: Diagnosis): BackendFailure => ({
  code,
  message: `${finding}; ${remedy}`,
  ...(sizes && { sizes }),
});

/** The diagnosis as an error of the family `server`. */
export const serverError = (diagnosis: Diagnosis): SottoError => {
  const { code, message } = failureOf(diagnosis);
  return new SottoError('server', code, message);
};

/** Names an answer that speaks another protocol. */
export const notAServer = ({ url, name }: Peer, what: string): Diagnosis => ({
  code: 'not_a_server',
  finding: `${url} is not ${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name} server (${what})`,
  remedy: 'check the address given with --url or under [backend]',
});

/** What is said of a server that gave one request another's state. */
export const mixedUp = 'mixed up what it holds for two requests';

/** Names a reply that its server made with what it holds of another request in its cache. */
export const anotherState = ({ url }: Peer): Diagnosis => ({
  code: 'foreign_state',
  finding: `${url} ${mixedUp}, and the reply may speak from the other`,
  remedy: 'it is dropped; give the server to one program alone, or start it with --cache-ram 0',
});

/** The value, or undefined for text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The object, else null. */
export const fieldsOf = (value: unknown): Fields | null => (isFields(value) ? value : null);

/** What a server counted: a positive number, else 0. */
export const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** The text, else an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a stranger said, on one line, without control characters, at most 300 characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
