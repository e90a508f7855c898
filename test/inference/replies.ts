import type { Backend, CompletionEvent, CompletionRequest } from '../../src/inference/backend.ts';
import { createLlamaCpp, type LlamaCppOptions } from '../../src/inference/servers/llamacpp.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';

/** A play of three with a cue for Bob. */
export const prompt = [
  'Bob is a ferryman. "Mind the step, it is wet." he likes to say. "The river keeps what it is given."',
  '',
  'Alice: The lantern went out again, Bob.',
  'Bob: Then we row by the moon. The current does not care about lanterns.',
  'Carl: I saw somebody on the far shore.',
  'Bob:',
].join('\n');

export const ask = (over: Partial<CompletionRequest> = {}): CompletionRequest => ({
  prompt,
  stop: ['\nAlice:', '\nCarl:'],
  maxTokens: 200,
  seed: 7,
  sampling: {},
  ...over,
});

type End = Extract<CompletionEvent, { type: 'finished' | 'failed' | 'aborted' }>;

export interface Heard {
  events: CompletionEvent[];
  /** The deltas joined. */
  streamed: string;
  end: End;
}

const isEnd = (event: CompletionEvent | undefined): event is End =>
  event !== undefined && ['finished', 'failed', 'aborted'].includes(event.type);

/** Hears a reply out and checks the promise of every backend: deltas, one end, which carries their text. */
export const hear = async (
  backend: Backend,
  request = ask(),
  signal = new AbortController().signal,
  onEvent: (event: CompletionEvent) => void = () => {},
): Promise<Heard> => {
  const events: CompletionEvent[] = [];
  for await (const event of backend.complete(request, signal)) {
    events.push(event);
    onEvent(event);
  }
  const end = events.at(-1);
  if (!isEnd(end) || events.filter(isEnd).length !== 1)
    throw new Error(`no single end: ${JSON.stringify(events)}`);
  const streamed = events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
  if (streamed !== end.text) throw new Error(`the end does not carry the text: ${JSON.stringify(end)}`);
  return { events, streamed, end };
};

export const patience = { firstTokenTimeoutMs: 300_000, silenceTimeoutMs: 300_000 };

/** Runs `work` with a client of a freshly served understudy, and closes it. */
export const withServer = async <T>(
  serve: FakeServerOptions,
  work: (backend: Backend, url: string) => Promise<T>,
  client: Partial<LlamaCppOptions> = {},
): Promise<T> => {
  const server = await startFakeServer(serve);
  try {
    return await work(createLlamaCpp({ ...patience, url: server.url, ...client }), server.url);
  } finally {
    await server.close();
  }
};
