import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A road to a model server on which everything that reaches it is read first, byte for byte. */
export interface Wire {
  readonly url: string;
  /** How many requests have arrived. */
  readonly arrived: number;
  /** Resolves when everything that was sent has arrived. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const passOn = (to: URL, incoming: IncomingMessage, body: string, response: ServerResponse): void => {
  const { method, url, headers } = incoming;
  const onward = ask({ host: to.hostname, port: to.port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  onward.end(body);
};

/** Stands before the server at `to`; `read` gets the whole of each request as one text: line, headers and body. */
export async function layWire(to: string, read: (request: string) => void): Promise<Wire> {
  const target = new URL(to);
  const arrivals = { count: 0, open: 0, isOver: false };
  const server = createServer((incoming, response) => {
    if (incoming.url === '/settled') return void response.end();
    arrivals.count += 1;
    arrivals.open += 1;
    response.once('close', () => {
      arrivals.open -= 1;
    });
    const { method, url, rawHeaders } = incoming;
    textOf(incoming).then(
      (body) => {
        read([method, url, ...rawHeaders, body].join('\n'));
        passOn(target, incoming, body, response);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    get arrived() {
      return arrivals.count;
    },
    async settled() {
      while (!arrivals.isOver) {
        await fetch(`${url}/settled`).then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
        if (arrivals.open === 0) return;
      }
    },
    async close() {
      arrivals.isOver = true;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
