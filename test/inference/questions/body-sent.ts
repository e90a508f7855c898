import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The first body that is POSTed to a generating path of a server while this works; whatever it is, it is refused. */
export async function bodySentBy(work: (url: string) => Promise<unknown>): Promise<unknown> {
  let body: unknown;
  const server = createServer(async (request, response) => {
    const text = await new Response(request as never).text();
    const isGeneration = /completion|generate(?:.stream)?$/.test(request.url ?? '');
    if (isGeneration) body ??= JSON.parse(text);
    response.writeHead(isGeneration ? 400 : 200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
  return body;
}
