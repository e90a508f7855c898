import type { Diagnosis, Peer } from '../failure.ts';

/** The code of a socket's or undici's error, wherever it hides; empty when there is none. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
};

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'name lookup failed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'no answer',
  UND_ERR_CONNECT_TIMEOUT: 'no answer',
};

/** undici's parser errors often come without a code. */
const isProtocolError = (error: unknown, code: string): boolean =>
  (error instanceof Error && error.name === 'HTTPParserError') || /^HPE_|TLS|SSL|CERT/.test(code);

/** Names a failed connection by its code alone: a library's own words may hold keys. */
export const diagnoseConnection = (error: unknown, { url, name }: Peer): Diagnosis => {
  const code = codeOf(error);
  const why = unreachable[code];
  if (why !== undefined) {
    const program = name === 'llama.cpp' ? 'llama-server' : name;
    const remedy = `start ${program} there, or give another address: url in the config, or --url for the server that plays`;
    return { code: 'unreachable', finding: `no server answers at ${url} (${why})`, remedy };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return noAnswerInTime({ url });
  if (isProtocolError(error, code)) {
    const remedy = 'check the address and whether it is http or https';
    return { code: 'not_a_server', finding: `${url} does not speak this protocol`, remedy };
  }
  const remedy = 'check whether the server is still running, then try again or continue the reply';
  const detail = code === '' ? '' : ` (${code})`;
  return { code: 'broken_stream', finding: `the connection to ${url} broke${detail}`, remedy };
};

/** The server was asked something and has not answered. */
export const noAnswerInTime = ({ url }: Pick<Peer, 'url'>): Diagnosis => ({
  code: 'stalled',
  finding: `${url} did not answer in time`,
  remedy: 'check whether it is busy, then try again',
});

/** The server ended its answer before it was complete. */
export const cutShort = ({ url }: Peer): Diagnosis => ({
  code: 'broken_stream',
  finding: `${url} ended the reply before it was complete`,
  remedy: 'check whether the server is still running, then continue the reply',
});
