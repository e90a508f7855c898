import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBeside } from '../../src/inference/understudy/asking.ts';
import { diceOf } from '../../src/inference/understudy/dice.ts';
import { answerInJson } from '../../src/inference/understudy/extract.ts';
import { Pace } from '../../src/inference/understudy/pace.ts';
import { thought } from '../../src/inference/understudy/phrases.ts';
import { speak, type Utterance } from '../../src/inference/understudy/speak.ts';
import { encode, piecesOf } from '../../src/inference/understudy/tokens.ts';
import type { FinishedGeneration, Generation, HttpResponse } from './apis/api.ts';
import { batchTokens } from './cache/reading.ts';
import { CellsExceeded } from './cache/slots.ts';
import { isEndless, nothingMore, openingOf, type Said } from './endless.ts';
import type { FaultMode } from './faults.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { ServerState } from './server-state.ts';
import { StreamWriter } from './stream-writer.ts';
import { uniqueWord } from './unique-word.ts';

/** Where a generation goes, when it is over, and what goes wrong with it. */
export interface Connection {
  readonly response: ServerResponse;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  readonly fault: FaultMode | null;
  /** What is said; undefined = the understudy's words. */
  readonly text?: string | undefined;
  readonly afterTokens: number;
}

/** Answers a request for a generation, unless it returns a response that says why not. Rejects when it is aborted. */
export const generate = async (
  state: ServerState,
  request: GenerationRequest,
  connection: Connection,
): Promise<HttpResponse | null> => {
  const { signal, fault, text } = connection;
  if (fault === 'hang') await aborted(signal);
  if (fault === 'reset') connection.response.socket?.resetAndDestroy();
  const tokens = encode(request.prompt);
  const { api, pool, contextSize, tag, whispers } = state;
  const refusal = tokens.length < contextSize ? null : api.promptTooLarge(tokens.length, contextSize);
  if (refusal) return refusal;
  const { prompt } = request;
  state.record({ type: 'arrives', prompt });
  const marks = marksIn(tokens, request.userMarks);
  const lease = await pool.acquire({ tokens, slot: request.slot, marks }, signal);
  state.record({ type: 'begins', prompt });
  const maxTokens = Math.min(request.maxTokens, Math.max(1, contextSize - tokens.length));
  const prefix = prefixOf(state, request, 0);
  const said =
    text ??
    (request.schema ? answerInJson(prompt, request.schema, maxTokens) : answerBeside(prompt, request.seed));
  const output: Utterance =
    said === undefined
      ? speak({ ...request, maxTokens, tag, whispers, prefix })
      : { pieces: piecesOf(said), reason: 'eos', stoppedBy: '' };
  try {
    const generation = { output, lease, promptTokens: tokens.length };
    state.generations.last = generation;
    await (request.stream ? stream : answerAtOnce)(state, request, connection, generation);
  } catch (error) {
    if (error instanceof CellsExceeded) return api.refuse(500, 'server_error', error.message);
    throw error;
  } finally {
    state.record({ type: signal.aborted ? 'breaks_off' : 'ends', prompt });
    lease.release();
  }
  return null;
};

/** Where these texts begin in a prompt, token by token. */
const marksIn = (tokens: readonly number[], texts: readonly string[] = []): number[] => {
  const wanted = texts.map(encode).filter(({ length }) => length > 0);
  const isAt = (at: number) =>
    wanted.some((text) => text.every((token, index) => tokens[at + index] === token));
  return wanted.length === 0 ? [] : tokens.flatMap((_, at) => (isAt(at) ? [at] : []));
};

const prefixOf = (
  { uniqueWords }: ServerState,
  { seed, prompt }: GenerationRequest,
  offset: number,
): string => (uniqueWords ? `${uniqueWord(diceOf(seed + offset, prompt))} – ` : '');

const answerAtOnce = async (
  state: ServerState,
  request: GenerationRequest,
  { response, signal }: Connection,
  generation: Generation,
): Promise<void> => {
  const finish = await processPrompt(state, generation, signal);
  const pace = new Pace(state.tokensPerSecond, signal);
  for (const [index] of generation.output.pieces.entries()) {
    await pace.next();
    writeBefore(generation, index);
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(state.api.unstreamed(request, finish(generation))));
};

/** What is streamed, and to whom. */
interface Streamed {
  readonly request: GenerationRequest;
  readonly connection: Connection;
  readonly generation: Generation;
}

const stream = async (
  state: ServerState,
  request: GenerationRequest,
  connection: Connection,
  generation: Generation,
): Promise<void> => {
  const { response } = connection;
  const { api } = state;
  const writer = new StreamWriter(response, state.chunking, api);
  response.writeHead(200, { 'content-type': api.contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  try {
    await streamTo(writer, state, { request, connection, generation });
  } catch (error) {
    if (!(error instanceof CellsExceeded)) throw error;
    for (const value of api.streamError(error.message)) writer.write(value);
    writer.close();
  }
};

const streamTo = async (
  writer: StreamWriter,
  state: ServerState,
  { request, connection, generation }: Streamed,
): Promise<void> => {
  const { api } = state;
  const { signal } = connection;
  for (const value of api.streamStart(request, generation)) writer.write(value);
  const finish = await processPrompt(state, generation, signal);
  for (const value of api.promptProcessed(request, generation)) writer.write(value);
  const pace = new Pace(state.tokensPerSecond, signal);
  const reasoning = `${prefixOf(state, request, 1)}${thought}`;
  for (const piece of state.reasoning && api.reasoningToken ? piecesOf(reasoning) : []) {
    await pace.next();
    writer.write(api.reasoningToken?.(request, piece) ?? '');
  }
  for (const [index, piece] of generation.output.pieces.entries()) {
    if (index === connection.afterTokens && (await strike(writer, connection, { api, request, generation })))
      return;
    await pace.next();
    writeBefore(generation, index);
    writer.write(api.token(request, generation, piece, index + 1));
  }
  if (await strike(writer, connection, { api, request, generation })) return;
  writer.end(api.streamEnd(request, finish(generation)));
};

/** A token is cached when the next one is computed. */
const writeBefore = ({ lease, output }: Generation, index: number): void => {
  for (const token of encode(output.pieces[index - 1] ?? '')) lease.write(token);
};

/** Reads the prompt, batch by batch, so that the first token is due. A batch under way is read to its end. The result adds the times to a generation that is over. */
const processPrompt = async (
  { firstTokenMs }: ServerState,
  { lease, promptTokens }: Generation,
  signal: AbortSignal,
): Promise<(generation: Generation) => FinishedGeneration> => {
  const startedAt = performance.now();
  const batches = Math.max(1, Math.ceil((promptTokens - lease.reused) / batchTokens));
  let isMore = true;
  while (isMore) {
    try {
      if (firstTokenMs > 0) await sleep(firstTokenMs / batches, undefined, { signal });
    } finally {
      isMore = lease.read();
    }
  }
  const promptMs = performance.now() - startedAt;
  return (generation) => ({
    ...generation,
    promptMs,
    predictedMs: performance.now() - startedAt - promptMs,
  });
};

const streamErrors: Partial<Record<FaultMode, string>> = {
  error: 'decode failed',
  overflow: 'Prompt length 9000 is greater than the context length 8192',
};

/** Goes wrong in mid-stream as the connection's fault says. False when nothing was to go wrong here. */
const strike = async (
  writer: StreamWriter,
  { response, signal, fault }: Connection,
  said: Said,
): Promise<boolean> => {
  const { api } = said;
  const message = fault === null ? undefined : streamErrors[fault];
  if (message !== undefined) for (const value of api.streamError(message)) writer.write(value);
  if (fault === 'eof' || message !== undefined) writer.close();
  else if (fault === 'die') {
    await writer.flush();
    response.destroy();
  } else if (fault !== null && isEndless(fault)) {
    for (const value of openingOf(fault, said)) writer.write(value);
    await writer.flush();
    const goingOn = setInterval(() => {
      for (const value of nothingMore(fault, said)) writer.write(value);
      writer.ping();
    }, 5);
    await aborted(signal).finally(() => clearInterval(goingOn));
  } else return false;
  return true;
};

/** Never resolves: rejects with the signal's reason. */
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
};
