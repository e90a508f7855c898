import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from './ask.ts';
import { type Chunking, EventWriter } from './event-writer.ts';
import { type CannedAnswer, errorAnswer, type FaultMode } from './faults.ts';
import { finalEvent, type Performance } from './final-event.ts';
import { Pace } from './pace.ts';
import type { Lease, SlotPool } from './slots.ts';
import { speak, type Utterance } from './speak.ts';
import { encode } from './tokens.ts';

/** The server's own settings for every generation. */
export interface Stage {
  readonly pool: SlotPool;
  readonly contextSize: number;
  readonly tokensPerSecond: number;
  readonly firstTokenMs: number;
  readonly chunking: Chunking;
  readonly tag: string;
  readonly whispers: boolean;
}

/** One request for a generation: where its answer goes, when it is over, what goes wrong with it. */
export interface Visit {
  readonly response: ServerResponse;
  /** Aborts when the client leaves or the server closes. */
  readonly signal: AbortSignal;
  readonly fault: FaultMode | null;
  readonly afterTokens: number;
}

/** Answers /completion, unless it returns an answer that says why not. Rejects when the visit is aborted. */
export const answerCompletion = async (
  stage: Stage,
  ask: Ask,
  visit: Visit,
): Promise<CannedAnswer | null> => {
  if (visit.fault === 'hang') await aborted(visit.signal);
  const tokens = encode(ask.prompt);
  if (tokens.length >= stage.contextSize) return tooLarge(tokens.length, stage.contextSize);
  const lease = await stage.pool.acquire(tokens, ask.slot, visit.signal);
  const room = stage.contextSize - tokens.length;
  const said = speak({
    ...ask,
    maxTokens: Math.min(ask.maxTokens, room),
    tag: stage.tag,
    whispers: stage.whispers,
  });
  try {
    await (ask.stream ? stream : answerAtOnce)(stage, ask, visit, {
      said,
      lease,
      promptTokens: tokens.length,
    });
  } finally {
    stage.pool.release(lease.slot, [...tokens, ...said.pieces.flatMap(encode)]);
  }
  return null;
};

interface Scene {
  readonly said: Utterance;
  readonly lease: Lease;
  readonly promptTokens: number;
}

const answerAtOnce = async (stage: Stage, ask: Ask, visit: Visit, scene: Scene): Promise<void> => {
  const clock = await processPrompt(stage, visit.signal);
  const pace = new Pace(stage.tokensPerSecond, visit.signal);
  for (const _ of scene.said.pieces) await pace.next();
  visit.response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  visit.response.end(JSON.stringify(finalEvent(ask, clock(scene))));
};

const stream = async (stage: Stage, ask: Ask, visit: Visit, scene: Scene): Promise<void> => {
  const { response, signal } = visit;
  const writer = new EventWriter(response, stage.chunking);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  if (ask.progress) writer.write(progress(scene, scene.lease.reused));
  const clock = await processPrompt(stage, signal);
  if (ask.progress) writer.write(progress(scene, scene.promptTokens));
  const pace = new Pace(stage.tokensPerSecond, signal);
  for (const [index, piece] of scene.said.pieces.entries()) {
    if (index === visit.afterTokens && (await strike(writer, visit))) return;
    await pace.next();
    writer.write(partial(scene, piece, index + 1));
  }
  if (await strike(writer, visit)) return;
  writer.end(finalEvent(ask, clock(scene)));
};

/** Waits for the first token to be due. The result tells the times of a scene once it is over. */
const processPrompt = async (stage: Stage, signal: AbortSignal): Promise<(scene: Scene) => Performance> => {
  const startedAt = performance.now();
  if (stage.firstTokenMs > 0) await sleep(stage.firstTokenMs, undefined, { signal });
  const promptMs = performance.now() - startedAt;
  return (scene) => ({ ...scene, promptMs, predictedMs: performance.now() - startedAt - promptMs });
};

/** Goes wrong in mid-stream as the visit's fault says. False when nothing was to go wrong here. */
const strike = async (writer: EventWriter, { response, signal, fault }: Visit): Promise<boolean> => {
  if (fault === 'error') writer.write(JSON.parse(errorAnswer(500, 'server_error', 'decode failed').body));
  if (fault === 'eof' || fault === 'error') writer.close();
  else if (fault === 'die') {
    await writer.flush();
    response.destroy();
  } else if (fault === 'stall') {
    await writer.flush();
    const pinging = setInterval(() => writer.ping(), 5);
    await aborted(signal).finally(() => clearInterval(pinging));
  } else return false;
  return true;
};

/** Never resolves: rejects with the signal's reason. */
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
};

const partial = ({ promptTokens }: Scene, content: string, count: number) => ({
  index: 0,
  content,
  tokens: encode(content),
  stop: false,
  id_slot: -1,
  tokens_predicted: count,
  tokens_evaluated: promptTokens,
});

const progress = (scene: Scene, processed: number) => ({
  ...partial(scene, '', 0),
  prompt_progress: { total: scene.promptTokens, cache: scene.lease.reused, processed, time_ms: 0 },
});

const tooLarge = (promptTokens: number, contextSize: number): CannedAnswer => {
  const message = `request (${promptTokens} tokens) exceeds the available context size (${contextSize} tokens), try increasing it`;
  const numbers = { n_prompt_tokens: promptTokens, n_ctx: contextSize };
  return errorAnswer(400, 'exceed_context_size_error', message, numbers);
};
