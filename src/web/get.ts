import type { Agent, Dispatcher } from 'undici';
import { isSottoError, SottoError } from '../domain/errors.ts';
import { bytesOf } from './body.ts';
import { shortly } from './target.ts';

/** What an address answered: its media type alone and with what stands behind it. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** How an address is asked. */
export interface Asking {
  /** Media types that are read; others are refused. */
  readonly types: readonly string[];
  /** What connects; absent = to any address. */
  readonly agent?: Agent;
  readonly signal: AbortSignal;
}

const headerOf = (answer: Dispatcher.ResponseData, name: string): string => {
  const value = answer.headers[name];
  return (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).trim();
};

const wrongType = (name: string, type: string): SottoError =>
  new SottoError(
    'server',
    'wrong_type',
    `${name} is not read: what it sends is ${type === '' ? 'of no known type' : shortly(type)}, not text: try another page`,
  );

async function read(
  answer: Dispatcher.ResponseData,
  name: string,
  types: readonly string[],
): Promise<Answer> {
  const contentType = headerOf(answer, 'content-type');
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!types.includes(type)) throw wrongType(name, type);
  const bytes = await bytesOf(answer.body, headerOf(answer, 'content-encoding').toLowerCase(), name);
  return { status: answer.statusCode, type, contentType, bytes };
}

/** Asks an address once; where it leads elsewhere, that is the answer. Rejects with SottoError, and with undici's errors. */
export async function get(url: URL, { types, agent, signal }: Asking): Promise<Answer | { to: string }> {
  const { default: undici } = await import('undici');
  const headers = {
    accept: types.join(', '),
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'sotto',
  };
  const answer = await undici.request(url, { headers, signal, ...(agent && { dispatcher: agent }) });
  // What is not read is not waited for, whatever becomes of it.
  answer.body.on('error', () => {});
  try {
    const to = headerOf(answer, 'location');
    const isElsewhere = answer.statusCode >= 300 && answer.statusCode < 400 && to !== '';
    return isElsewhere ? { to } : await read(answer, shortly(url.host), types);
  } finally {
    answer.body.destroy();
  }
}

/** Carries out what asks `name`, within a time. Rejects with SottoError alone, and as soon as it is stopped, whatever still hangs. */
export async function within<T>(
  { name, limitMs, signal }: { name: string; limitMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, limit]);
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(either.reason);
    either.addEventListener('abort', stop, { once: true });
    if (either.aborted) stop();
  });
  try {
    return await Promise.race([stopped, work(either)]);
  } catch (error) {
    throw explained(error, name, { isStopped: signal.aborted, isLate: limit.aborted });
  } finally {
    either.removeEventListener('abort', stop);
  }
}

function explained(
  error: unknown,
  name: string,
  { isStopped, isLate }: { isStopped: boolean; isLate: boolean },
) {
  const cause = { cause: error };
  if (isStopped) return new SottoError('interrupted', 'interrupted', `reading ${name} was stopped`, cause);
  if (isLate) {
    const message = `${name} was not read in time: try again later, or another page`;
    return new SottoError('server', 'timed_out', message, cause);
  }
  if (isSottoError(error)) return error;
  if (error instanceof Error && isSottoError(error.cause)) return error.cause;
  const message = `${name} cannot be reached: check the address, and whether this machine is online`;
  return new SottoError('server', 'unreachable', message, cause);
}
