import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A llama.cpp server that says "Hm." and keeps what was asked of it; `flags` make a command use it. */
export async function recordingServer(): Promise<{ flags: string[]; bodies: Record<string, unknown>[] }> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    const isCompletion = request.url === '/completion';
    if (isCompletion) bodies.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': isCompletion ? 'text/event-stream' : 'application/json' });
    const end = { content: 'Hm.', stop: true, stop_type: 'eos', tokens_evaluated: 1, tokens_predicted: 1 };
    response.end(isCompletion ? `data: ${JSON.stringify(end)}\n\n` : '{"status":"ok"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { flags: ['--backend', 'llamacpp', '--url', url], bodies };
}
