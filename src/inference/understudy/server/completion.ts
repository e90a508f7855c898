import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { diceOf } from '../dice.ts';
import { Pace } from '../pace.ts';
import { thought } from '../phrases.ts';
import { coinedWord, speak } from '../speak.ts';
import { encode, piecesOf } from '../tokens.ts';
import type { Ask } from './ask.ts';
import { EventWriter } from './event-writer.ts';
import type { CannedAnswer, Face, Scene, Stage } from './faces/face.ts';
import type { FaultMode } from './faults.ts';
import type { Performance } from './final-event.ts';

/** One request for a generation: where its answer goes, when it is over, what goes wrong with it. */
export interface Visit {
  readonly response: ServerResponse;
  /** Aborts when the client leaves or the server closes. */
  readonly signal: AbortSignal;
  readonly fault: FaultMode | null;
  readonly afterTokens: number;
}

/** Answers a request for a generation, unless it returns an answer that says why not. Rejects when the visit is aborted. */
export const answerCompletion = async (
  stage: Stage,
  ask: Ask,
  visit: Visit,
): Promise<CannedAnswer | null> => {
  const { face } = stage;
  if (visit.fault === 'hang') await aborted(visit.signal);
  if (visit.fault === 'reset') visit.response.socket?.resetAndDestroy();
  const tokens = encode(ask.prompt);
  const refusal = tokens.length < stage.contextSize ? null : face.tooLarge(tokens.length, stage.contextSize);
  if (refusal) return refusal;
  const lease = await stage.pool.acquire(tokens, ask.slot, visit.signal);
  const room = Math.max(1, stage.contextSize - tokens.length);
  const said = speak({
    ...ask,
    maxTokens: Math.min(ask.maxTokens, room),
    tag: stage.tag,
    whispers: stage.whispers,
    coins: stage.coins,
  });
  try {
    const scene = { said, lease, promptTokens: tokens.length };
    stage.runs.last = scene;
    await (ask.stream ? stream : answerAtOnce)(stage, ask, visit, scene);
  } finally {
    stage.pool.release(lease.slot, [...tokens, ...said.pieces.flatMap(encode)]);
  }
  return null;
};

const answerAtOnce = async (stage: Stage, ask: Ask, visit: Visit, scene: Scene): Promise<void> => {
  const clock = await processPrompt(stage, visit.signal);
  const pace = new Pace(stage.tokensPerSecond, visit.signal);
  for (const _ of scene.said.pieces) await pace.next();
  visit.response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  visit.response.end(JSON.stringify(stage.face.whole(ask, clock(scene))));
};

const stream = async (stage: Stage, ask: Ask, visit: Visit, scene: Scene): Promise<void> => {
  const { response, signal } = visit;
  const { face } = stage;
  const writer = new EventWriter(response, stage.chunking, face);
  response.writeHead(200, { 'content-type': face.contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const value of face.opening(ask, scene)) writer.write(value);
  const clock = await processPrompt(stage, signal);
  for (const value of face.processed(ask, scene)) writer.write(value);
  const pace = new Pace(stage.tokensPerSecond, signal);
  const musing = stage.coins ? `${coinedWord(diceOf(ask.seed + 1, ask.prompt))} – ${thought}` : thought;
  for (const piece of stage.reasoning && face.thought ? piecesOf(musing) : []) {
    await pace.next();
    writer.write(face.thought?.(ask, piece) ?? '');
  }
  for (const [index, piece] of scene.said.pieces.entries()) {
    if (index === visit.afterTokens && (await strike(writer, visit, face))) return;
    await pace.next();
    writer.write(face.piece(ask, scene, piece, index + 1));
  }
  if (await strike(writer, visit, face)) return;
  writer.end(face.closing(ask, clock(scene)));
};

/** Waits for the first token to be due. The result tells the times of a scene once it is over. */
const processPrompt = async (stage: Stage, signal: AbortSignal): Promise<(scene: Scene) => Performance> => {
  const startedAt = performance.now();
  if (stage.firstTokenMs > 0) await sleep(stage.firstTokenMs, undefined, { signal });
  const promptMs = performance.now() - startedAt;
  return (scene) => ({ ...scene, promptMs, predictedMs: performance.now() - startedAt - promptMs });
};

const complaints: Partial<Record<FaultMode, string>> = {
  error: 'decode failed',
  overflow: 'Prompt length 9000 is greater than the context length 8192',
};

/** Goes wrong in mid-stream as the visit's fault says. False when nothing was to go wrong here. */
const strike = async (
  writer: EventWriter,
  { response, signal, fault }: Visit,
  face: Face,
): Promise<boolean> => {
  const complaint = fault === null ? undefined : complaints[fault];
  if (complaint !== undefined) for (const value of face.broken(complaint)) writer.write(value);
  if (fault === 'eof' || complaint !== undefined) writer.close();
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
