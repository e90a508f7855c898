import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What goes wrong with one request for a file's bytes. */
export type Fault = 'cut' | 'whole' | 'refuse';

/** A server that speaks Hugging Face's API, as far as models are fetched by it. */
export interface FakeHub {
  readonly url: string;
  /** The requests for bytes: which range was asked for, and whether a key came along. */
  readonly asked: { range: string | undefined; key: string | undefined; host: string }[];
  /** What goes wrong with the next ones, in order. */
  readonly faults: Fault[];
}

interface HubOptions {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Says another hash of each file than is right. */
  readonly lies?: boolean;
  /** Bytes come from another address, as from a store of large files. */
  readonly redirects?: boolean;
  readonly redirectTo?: string;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const listening = (hear: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(hear);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

function send(
  bytes: Uint8Array,
  {
    request,
    response,
    fault,
  }: { request: IncomingMessage; response: ServerResponse; fault: Fault | undefined },
): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (fault === 'refuse') return void response.writeHead(503).end();
  if (from >= bytes.length) return void response.writeHead(416).end();
  const isPart = request.headers.range !== undefined && fault !== 'whole';
  const rest = isPart ? bytes.subarray(from) : bytes;
  response.writeHead(isPart ? 206 : 200, {
    'content-length': rest.length,
    ...(isPart && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  if (fault !== 'cut') return void response.end(rest);
  response.write(rest.subarray(0, Math.ceil(rest.length / 3)), () => response.destroy());
}

/** Starts one for the repository `someone/tiny`, until the test is over. */
export async function startHub({
  files,
  lies = false,
  redirects = false,
  redirectTo,
}: HubOptions): Promise<FakeHub> {
  const asked: FakeHub['asked'] = [];
  const faults: Fault[] = [];
  const bytesFor = (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const bytes = files[name];
    asked.push({
      range: request.headers.range,
      key: request.headers.authorization,
      host: request.headers.host ?? '',
    });
    if (bytes) send(bytes, { request, response, fault: faults.shift() });
    else response.writeHead(404).end();
  };
  const store = redirectTo ?? (redirects ? await listening(bytesFor) : undefined);
  const siblings = Object.entries(files).map(([rfilename, bytes]) => {
    const sha256 = lies ? '0'.repeat(64) : hashOf(bytes);
    return { rfilename, size: bytes.length, lfs: { sha256, size: bytes.length } };
  });
  const url = await listening((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/api/models/someone/tiny?')) {
      const others = [
        { rfilename: 'README.md', size: 10 },
        { rfilename: '../../escape.gguf', lfs: siblings[0]?.lfs },
      ];
      response.end(JSON.stringify({ sha: 'abcdef1234', siblings: [...others, ...siblings] }));
    } else if (!path.startsWith('/someone/tiny/resolve/abcdef1234/')) response.writeHead(404).end('{}');
    else if (store === undefined) bytesFor(request, response);
    else response.writeHead(302, { location: `${store}/${path.split('/').at(-1)}` }).end();
  });
  return { url, asked, faults };
}
