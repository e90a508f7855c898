import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pace } from '../../src/inference/understudy/pace.ts';

// A llama.cpp server with replies of as many tokens as the first argument says, so many a second as the second says (0: as
// they go out), with paragraphs of as many as the third says (0: one). The last tokens, as many as the fourth says, come one
// by one; the very last is `end.`.
const [tokens = 0, perSecond = 0, perParagraph = 12, single = 0] = process.argv.slice(2).map(Number);
const singlePerSecond = 15;
const props = {
  build_info: 'bench',
  total_slots: 1,
  model_path: 'bench',
  default_generation_settings: { n_ctx: 1_000_000 },
};
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const tokenAt = (at: number): string => {
  if (at === tokens - 1) return 'end.';
  const isLast = perParagraph > 0 && at % perParagraph === perParagraph - 1;
  return `word${at % 97}${isLast ? '.\n\n' : ' '}`;
};

const server = createServer(async (request, response) => {
  request.resume();
  if (request.url === '/props') return response.end(JSON.stringify(props));
  if (request.url === '/health') return response.end('{"status":"ok"}');
  if (request.url !== '/completion') return response.writeHead(404).end('{"error":{"message":"no"}}');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const isPaced = perSecond > 0 || single > 0;
  let pace = new Pace(perSecond, gone.signal);
  for (let at = 0; at < tokens && !gone.signal.aborted; at += 1) {
    if (single > 0 && at === tokens - single) pace = new Pace(singlePerSecond, gone.signal);
    if (isPaced) await pace.next().catch(() => {});
    const content = tokenAt(at);
    response.write(event({ index: 0, content, stop: false, tokens_predicted: at + 1, tokens_evaluated: 1 }));
  }
  return response.end(
    event({ content: '', stop: true, stop_type: 'eos', tokens_predicted: tokens, timings: {} }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
