import type { CompletionEvent } from '../../src/inference/backend.ts';
import { createKoboldReader } from '../../src/inference/dialects/koboldcpp-wire.ts';
import { readEvent } from '../../src/inference/dialects/llamacpp-wire.ts';
import { createOllamaReader } from '../../src/inference/dialects/ollama-wire.ts';
import { createOpenAiReader } from '../../src/inference/dialects/openai-stream.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { NdjsonParser } from '../../src/inference/transport/ndjson.ts';
import { Reply } from '../../src/inference/transport/reply.ts';
import type { Framing, StreamReader } from '../../src/inference/transport/request.ts';
import { SseParser } from '../../src/inference/transport/sse.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';

/** The bytes of one reply, and how they are read. */
export interface Recording {
  readonly bytes: Uint8Array;
  readonly framing: () => Framing;
  readonly reader: () => StreamReader;
}

const place = { url: 'http://x', name: 'x' };
const prompt =
  'Bob is a ferryman. "Über den Fluß für 🏮 ein Öre?" "Ja – für drei Öre! 🏮"\n\nAlice: Fährst du?\nBob:';
const stop = ['\nAlice:', '\nCarl:'];
const most = 8;
const common = { model: 'understudy', prompt, seed: 7, stream: true, stop };
const openAi = { ...common, max_tokens: most, stream_options: { include_usage: true } };

const requestOf = (dialect: Dialect, chat: boolean): [path: string, body: object] => {
  if (dialect === 'llamacpp') return ['/completion', { ...common, n_predict: most, return_progress: true }];
  if (dialect === 'koboldcpp')
    return ['/api/extra/generate/stream', { prompt, max_length: most, stop_sequence: stop }];
  if (dialect === 'ollama')
    return [
      '/api/generate',
      { ...common, model: 'understudy:latest', options: { stop, seed: 7, num_predict: most } },
    ];
  if (chat) return ['/v1/chat/completions', { ...openAi, messages: [{ role: 'user', content: prompt }] }];
  return [dialect === 'deepseek' ? '/beta/completions' : '/v1/completions', openAi];
};

const readerOf = (dialect: Dialect): StreamReader => {
  if (dialect === 'llamacpp') return { read: (data) => [readEvent(data, place.url)], close: () => null };
  if (dialect === 'koboldcpp') return createKoboldReader(place);
  return dialect === 'ollama' ? createOllamaReader(place) : createOpenAiReader(place);
};

/** Records the few tokens that a served understudy of this dialect sends, and what it thinks before. */
export const record = async (
  dialect: Dialect,
  chat: boolean,
  serve: FakeServerOptions,
): Promise<Recording> => {
  const server = await startFakeServer({ ...serve, dialect });
  const [path, body] = requestOf(dialect, chat);
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await server.close();
  if (!response.ok) throw new Error(`${response.status} ${new TextDecoder().decode(bytes)}`);
  const framing = () => (dialect === 'ollama' ? new NdjsonParser() : new SseParser());
  return { bytes, framing, reader: () => readerOf(dialect) };
};

/** What a reply says of these bytes; a fault or an end that did not come is `failed`. */
export const replay = (recording: Recording, chunks: Iterable<Uint8Array>): CompletionEvent[] => {
  const framing = recording.framing();
  const reader = recording.reader();
  const reply = new Reply({ stop: ['\nAlice:'], maxTokens: 1000 }, () => 0);
  const events: CompletionEvent[] = [];
  const take = (data: string): void => {
    for (const event of reader.read(data)) {
      if (reply.ended) return;
      const isFault = event.type === 'fault';
      events.push(
        ...(isFault ? reply.fail({ code: event.diagnosis.code, message: '' }) : reply.accept(event)),
      );
    }
  };
  for (const chunk of chunks) framing.feed(chunk).forEach(take);
  framing.end().forEach(take);
  const end = reader.close();
  events.push(...(end ? reply.accept(end) : reply.fail({ code: 'broken_stream', message: '' })));
  return events;
};
