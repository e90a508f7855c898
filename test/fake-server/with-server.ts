import { prompt } from '../inference/replies.ts';
import { startFakeServer } from './server.ts';
import type { FakeServerOptions } from './server-state.ts';

/** Any JSON object. */
export type Fields = Record<string, unknown>;

/** Runs `work` with the address of a fake server, and closes it. */
export const withServer = async <T>(
  options: FakeServerOptions,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const server = await startFakeServer(options);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
};

/** POSTs JSON, or a string as it is. */
export const post = (url: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...init });

/** The answer of /completion without streaming. */
export const complete = (url: string, fields: Fields = {}): Promise<Fields> =>
  post(`${url}/completion`, { prompt, seed: 3, ...fields }).then(
    (response) => response.json() as Promise<Fields>,
  );

/** The events of a stream. */
export const events = (text: string): Fields[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
