import type { Backend, CompletionEvent, CompletionRequest, Probe } from '../backend.ts';
import { failureOf } from '../failure.ts';
import { diagnoseFault } from '../transport/fault.ts';
import { Reply } from '../transport/reply.ts';
import { answerBeside } from './asking.ts';
import { callIn } from './calling.ts';
import { answerInJson, wantedSchema } from './extract.ts';
import { Pace } from './pace.ts';
import { thought } from './phrases.ts';
import { type Lease, SlotPool } from './slots.ts';
import { defaultTag, speak, type Utterance } from './speak.ts';
import { encode, piecesOf } from './tokens.ts';

/** How the stand-in behaves. */
export interface UnderstudyOptions {
  /** 0, the default, is as fast as possible. */
  readonly tokensPerSecond?: number;
  /** Lets it think before it speaks. Default false. */
  readonly reasoning?: boolean;
}

const contextSize = 16_384;
const slotCount = 8;
const model = 'understudy';

/** A stand-in for a model inside this process. Same request, same words; several at once do not wait. */
export const createUnderstudy = (options: UnderstudyOptions = {}): Backend => {
  const slots = new SlotPool(slotCount);
  return {
    kind: 'understudy',
    url: '',
    isModel: false,
    complete: (request, signal) => complete({ options, slots }, request, signal),
    probe: async () => probe,
    countTokens: async (texts) => texts.map((text) => piecesOf(text).length),
  };
};

const probe: Probe = {
  kind: 'understudy',
  url: '',
  ok: true,
  model,
  contextSize,
  slots: slotCount,
  finding: 'the understudy speaks from the cards; no model is used',
  remedy: 'start llama-server on port 8080, or give a server with --backend and --url',
};

interface Understudy {
  readonly options: UnderstudyOptions;
  readonly slots: SlotPool;
}

async function* complete(
  { options, slots }: Understudy,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const reply = new Reply({ stop: [], maxTokens: Number.POSITIVE_INFINITY }, () => performance.now());
  const tokens = encode(request.prompt);
  let lease: Lease | null = null;
  try {
    if (tokens.length >= contextSize) return yield* reply.fail(tooLarge(tokens.length));
    lease = await slots.acquire(tokens, slotOf(request), signal);
    const counts = { promptTokens: tokens.length, reusedTokens: lease.reused };
    yield* generate(options, request, { reply, counts, signal });
  } catch (error) {
    const message = `the understudy failed (${String(error)}); try again`;
    yield* signal.aborted ? reply.abort() : reply.fail({ code: 'understudy_failed', message });
  } finally {
    if (lease) slots.release(lease.slot, tokens);
  }
}

/** Classifiers have the last slot, as at a server. */
const slotOf = ({ cache }: CompletionRequest): number =>
  cache === undefined ? -1 : (cache.castIndex + slotCount) % slotCount;

interface Generation {
  readonly reply: Reply;
  readonly counts: { readonly promptTokens: number; readonly reusedTokens: number };
  readonly signal: AbortSignal;
}

async function* generate(
  { tokensPerSecond = 0, reasoning = false }: UnderstudyOptions,
  request: CompletionRequest,
  { reply, counts, signal }: Generation,
): AsyncGenerator<CompletionEvent, void> {
  const said = saidTo(request);
  const pace = new Pace(tokensPerSecond, signal);
  for (const text of reasoning ? piecesOf(thought) : []) {
    await pace.next();
    yield* reply.accept({ type: 'reasoning', text });
  }
  const { promptTokens } = counts;
  let generatedTokens = 0;
  for (const text of said.pieces) {
    await pace.next();
    generatedTokens += 1;
    yield* reply.accept({ type: 'content', text, promptTokens, generatedTokens });
  }
  signal.throwIfAborted();
  yield* reply.accept({
    type: 'end',
    text: '',
    reason: said.reason,
    counts: { ...counts, generatedTokens, model },
  });
}

/** A line, or JSON where that is wanted. */
const saidTo = (request: CompletionRequest): Pick<Utterance, 'pieces' | 'reason'> => {
  const { prompt, seed, stop } = request;
  const maxTokens = Math.max(1, request.maxTokens);
  const schema = wantedSchema(request);
  const beside = schema ? undefined : answerBeside(prompt, seed);
  const called = schema ? undefined : callIn(prompt, stop);
  if (called !== undefined) return { pieces: piecesOf(called).slice(0, maxTokens), reason: 'eos' };
  if (beside !== undefined) return { pieces: piecesOf(beside).slice(0, maxTokens), reason: 'eos' };
  if (schema) return { pieces: piecesOf(answerInJson(prompt, schema, maxTokens)), reason: 'eos' };
  return speak({ prompt, seed, stop, maxTokens, tag: defaultTag, whispers: false });
};

const tooLarge = (promptTokens: number) => {
  const fault = { status: 400, type: 'exceed_context_size_error', text: '', promptTokens, contextSize };
  return failureOf(diagnoseFault(fault, { url: 'the understudy', name: 'understudy' }));
};
