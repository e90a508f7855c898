import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { WebOptions } from '../../src/web/options.ts';
import { createWeb } from '../../src/web/web.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server on this machine, and the paths that it was asked for. */
export async function served(
  answer: RequestListener,
): Promise<{ url: string; port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.on('error', () => {});
    return answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

/** A server that answers everything with one text. */
export const page = (text: string | Buffer, type = 'text/html', headers: Record<string, string> = {}) =>
  served((_, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(text));

/** The web, to which 127.0.0.1 belongs. */
export const webWith = (options: Partial<WebOptions> = {}) =>
  createWeb({ searchUrl: '', allow: (address) => address === '127.0.0.1', ...options });

/** A signal that never comes. */
export const never = new AbortController().signal;
