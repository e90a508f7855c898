import type { CompletionRequest } from '../backend.ts';
import type { StreamEvent } from '../transport/reply.ts';
import { evaluateOptions } from './evaluate-options.ts';
import type { Sequence, Token } from './native.ts';
import type { OpenModel } from './open-model.ts';
import { TextOfTokens } from './text-of-tokens.ts';

/** The tokens of a prompt, with the one that opens it where the model wants that. */
export const promptTokens = ({ model }: OpenModel, prompt: string): Token[] => {
  const tokens = model.tokenize(prompt, true);
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
};

/** A request and the tokens of its prompt, of which there are fewer than the context holds. */
export interface Generation {
  readonly request: CompletionRequest;
  readonly tokens: readonly Token[];
}

/**
 * Reads what is new of the prompt into the sequence, then writes. Rejects when the signal aborts, which it looks
 * at after each stretch of the prompt and each token.
 */
export async function* generate(
  open: OpenModel,
  { request, tokens }: Generation,
  sequence: Sequence,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  const options = await evaluateOptions(open, request, sequence);
  const promptSize = tokens.length;
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
  const reused = sequence.nextTokenIndex;
  const read = (processed: number): StreamEvent => ({
    type: 'progress',
    processed,
    total: promptSize,
    cached: reused,
  });
  yield read(reused);
  let at = reused;
  for (; promptSize - at > open.stretch; at += open.stretch) {
    signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + open.stretch));
    yield read(at + open.stretch);
  }
  signal.throwIfAborted();
  const most = Math.min(request.maxTokens, open.contextSize - promptSize);
  const text = new TextOfTokens(open.model, tokens);
  let generatedTokens = 0;
  for await (const token of sequence.evaluate(tokens.slice(at), options)) {
    signal.throwIfAborted();
    generatedTokens += 1;
    yield { type: 'content', text: text.push(token), promptTokens: promptSize, generatedTokens };
    if (generatedTokens >= most) break;
  }
  const reason = generatedTokens >= most ? 'length' : 'eos';
  const counts = { promptTokens: promptSize, reusedTokens: reused, generatedTokens, model: '' };
  yield { type: 'end', text: text.flush(), reason, counts };
}
