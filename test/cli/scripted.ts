import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** A llama.cpp server whose model always says these pieces. Returns the flags that make a command use it. */
export async function serverSaying(...pieces: readonly string[]): Promise<string[]> {
  const said = pieces.map((content) => event({ content, stop: false }));
  const end = { content: '', stop: true, stop_type: 'eos', tokens_evaluated: 1, tokens_predicted: 1 };
  const server = createServer((request, response) => {
    const isCompletion = request.url === '/completion';
    response.writeHead(200, { 'content-type': isCompletion ? 'text/event-stream' : 'application/json' });
    response.end(isCompletion ? said.join('') + event(end) : '{"status":"ok"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return ['--backend', 'llamacpp', '--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}
