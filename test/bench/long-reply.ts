import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A llama.cpp server whose every reply has as many tokens as the first argument says, as fast as they go out.
const tokens = Number(process.argv[2]);
const props = {
  build_info: 'bench',
  total_slots: 1,
  model_path: 'bench',
  default_generation_settings: { n_ctx: 1_000_000 },
};
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/props') return response.end(JSON.stringify(props));
  if (request.url === '/health') return response.end('{"status":"ok"}');
  if (request.url !== '/completion') return response.writeHead(404).end('{"error":{"message":"no"}}');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < tokens; at += 1) {
    const content = at % 12 === 11 ? 'word.\n' : 'word ';
    response.write(event({ index: 0, content, stop: false, tokens_predicted: at + 1, tokens_evaluated: 1 }));
  }
  return response.end(
    event({ content: '', stop: true, stop_type: 'eos', tokens_predicted: tokens, timings: {} }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
