import { fieldsOf, notAServer, serverError } from './failure.ts';
import { callJson, type Server } from './http.ts';

const timeoutMs = 30_000;

/** The ids that a server's tokenizer answers in the field `tokens` or `ids`. Rejects with SottoError. */
export const fetchTokens = async (server: Server, path: string, body: unknown): Promise<number[]> => {
  const tokens = readTokens(await callJson(server, { path, body, timeoutMs }));
  if (tokens === null) throw serverError(notAServer(server, `${path} holds no tokens`));
  return tokens;
};

/** The ids in the answer of a tokenizer; null when it is something else. */
export const readTokens = (value: unknown): number[] | null => {
  const fields = fieldsOf(value);
  const tokens = fields?.tokens ?? fields?.ids;
  if (!Array.isArray(tokens)) return null;
  return tokens.every((token) => typeof token === 'number') ? tokens : null;
};
