import { opensReasoning } from '../../domain/audience/reasoning.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import type { BackendFailure, CompletionEvent, CompletionRequest } from '../../inference/backend.ts';
import { breakControls } from '../../prompt/template/control.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { PromptTooLarge } from '../../prompt/zones/fixed.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type OwnPrompt, ownPrompt } from '../planning/behind-own.ts';
import { contextAt } from '../planning/plan.ts';
import { cacheOf } from '../planning/warm-up.ts';
import { readReply } from '../reading/streamed.ts';
import type { KnownBackend } from '../server/known-backend.ts';

/** The share of the context that a quoted text has at least, where it needs so much. */
const shareForQuoted = 1 / 3;
/** The share of `prompt.hard` that a part of a long one has at least. */
const shareForPart = 1 / 4;
/** Tokens for what a server adds by itself, and for borders between texts. */
const spare = 32;
const ends = ['<subquery', '</subquery'];

/** One of the cast with its own prompt, apart from the play. */
export interface Fork {
  readonly chat: OpenChat;
  readonly speaker: Member;
  readonly known: KnownBackend;
  readonly own: OwnPrompt;
  /** Tokens that a quoted text may have behind the prompt. */
  readonly room: number;
  /** The same of each part of one that is too long for that. */
  readonly partRoom: number;
}

/** What is to stand behind somebody's prompt, in tokens: what is quoted there, and beside that question and answer. */
export interface Needs {
  readonly quoted: (own: OwnPrompt) => number;
  readonly beside: number;
}

/**
 * A fork of one of the cast at the head, with room behind its prompt. Where the prompt leaves too little for what is quoted, its
 * window is shorter (HC-32).
 */
export async function forked(
  chat: OpenChat,
  speaker: Member,
  needs: Needs,
  { known, signal }: { readonly known: KnownBackend; readonly signal: AbortSignal },
): Promise<Fork> {
  const context = contextAt(chat, known);
  const asked = { speaker, place: chat.state.head, known: chat.known(speaker.id) };
  const planFor = { known, signal };
  const { hard } = chat.parts.settings.budget;
  const roomBehind = ({ plan }: OwnPrompt) => Math.min(hard, context - plan.tokens - needs.beside - spare);
  const forkOf = (own: OwnPrompt): Fork => {
    const room = roomBehind(own);
    // A server that sees less than half of what a slot holds used again keeps all of it, and drops the prompts of others for that.
    const least = Math.floor(hard * shareForPart);
    const partRoom = Math.min(room, Math.max(least, own.plan.tokens - needs.beside - spare));
    return { chat, speaker, known, own, room, partRoom };
  };
  const whole = await ownPrompt(chat, asked, planFor);
  const least = Math.min(needs.quoted(whole), hard, Math.floor(context * shareForQuoted));
  if (roomBehind(whole) >= least) return forkOf(whole);
  const room = least + needs.beside + spare;
  const shorter = await ownPrompt(chat, { ...asked, room }, planFor).catch((error: unknown) => {
    if (error instanceof PromptTooLarge || (error instanceof SottoError && error.code === 'context_exceeded'))
      return whole;
    throw error;
  });
  return forkOf(shorter);
}

/** A question that a fork is asked. */
export interface ForkAsked {
  readonly text: string;
  readonly maxTokens: number;
  /** Whether it writes for the play, with its samplers; else it answers the same to the same. */
  readonly isPlayed: boolean;
  /** A grammar that the answer is held to, where the server has grammars. */
  readonly grammar?: string;
}

/** What a fork answered, and what that cost; `tooLarge` where the server's context is smaller than was thought. */
export type ForkAnswer =
  | {
      readonly type: 'answer';
      readonly text: string;
      readonly promptTokens: number;
      readonly reusedTokens: number;
    }
  | { readonly type: 'too_large'; readonly failure: BackendFailure; readonly tokens: number };

function requestFor({ chat, speaker, known, own }: Fork, asked: ForkAsked): CompletionRequest {
  const { behind, template } = own;
  const { seedFor, settings } = chat.parts;
  const text = breakControls(asked.text, template);
  const cue = template.cue === '' ? 'Answer:' : '';
  const prompt = `${behind.prompt}${behind.marks.before}${text}${behind.marks.after}${cue}`;
  const messages = behind.messages && [...behind.messages, { role: 'user' as const, content: text }];
  return {
    ...{ prompt, settled: behind.prompt.length, ...(messages && { messages }) },
    ...(asked.grammar !== undefined && !known.isChat && { shapes: [{ grammar: asked.grammar }] }),
    stop: [...template.stop, ...ends],
    maxTokens: asked.maxTokens,
    seed: seedFor(prompt, 0),
    sampling: asked.isPlayed ? settings.sampling : { temperature: 0 },
    cache: cacheOf(chat, speaker),
  };
}

/** The end of a request, as urgent as a line: somebody waits for it. What another's state was brought into is asked once more. */
async function endOf({ chat, known }: Fork, request: CompletionRequest, signal: AbortSignal) {
  await chat.session.readAhead?.give(request.prompt, () => {}, signal);
  let end: CompletionEvent | undefined;
  for await (const event of known.backend.complete(request, signal)) {
    end = event;
    if (event.type === 'notice') chat.tellOnce(event.message);
    if (event.type !== 'progress') continue;
    const { processed, cached, total } = event;
    chat.session.progress({ reading: total > cached ? (processed - cached) / (total - cached) : 1 });
  }
  return end;
}

/** The answer without thoughts, tags, and the name that it is given by. */
function textOf({ chat, speaker, known, own }: Fork, raw: string): string {
  const context = {
    ...{ stage: chat.stage, speaker: speaker.id, answered: null, style: chat.parts.settings.tag },
    untagged: 'public' as const,
    isThoughtOpen: !known.isChat && opensReasoning(own.template.cue),
  };
  const { text } = readReply(raw, context, false);
  return text.replace(/^\s*answer:\s*/i, '').trim();
}

/** Asks a fork. Rejects with SottoError `interrupted`, `empty_reply`, or what the server failed with. */
export async function askFork(fork: Fork, asked: ForkAsked, signal: AbortSignal): Promise<ForkAnswer> {
  const { chat, speaker, own } = fork;
  const request = requestFor(fork, asked);
  let end = await endOf(fork, request, signal);
  if (end?.type === 'failed' && end.failure.code === 'foreign_state')
    end = await endOf(fork, { ...request, isFresh: true }, signal);
  if (end?.type === 'failed') {
    const { failure } = end;
    if (failure.code === 'context_exceeded')
      return { type: 'too_large', failure, tokens: own.plan.tokens + estimateTokens(asked.text) };
    chat.server.doubt(failure.code);
    throw chat.perspective.failure(speaker, new SottoError('server', failure.code, failure.message), false);
  }
  if (end?.type !== 'finished')
    throw new SottoError('interrupted', 'interrupted', 'stopped; nothing was kept of the question');
  chat.server.hasReplied();
  const text = textOf(fork, end.text);
  if (text === '')
    throw new SottoError('server', 'empty_reply', 'the model answered nothing; ask again, or in other words');
  const { promptTokens, reusedTokens } = end.usage;
  return { type: 'answer', text, promptTokens, reusedTokens };
}

/** What was quoted is worth to be taken out of a cache again from so many tokens on. */
const worthFreeing = 512;

/**
 * Lets the server drop the text that a fork has read, where slots share a cache: what it holds of others stays, and the next line
 * of the one who was asked begins where its own prompt ends. Costs a token. Never rejects.
 */
export async function leaveFork(
  { chat, speaker, known, own }: Fork,
  quoted: number,
  signal: AbortSignal,
): Promise<void> {
  const { backend, probe } = known;
  if (quoted < worthFreeing || !backend.isModel || backend.isMetered || (probe?.slots ?? 0) < 2) return;
  const { prompt, messages } = own.behind;
  const request = {
    ...{ prompt, settled: prompt.length, ...(messages && { messages }), stop: [], maxTokens: 1, seed: 0 },
    ...{ sampling: {}, cache: cacheOf(chat, speaker), standing: { priority: 'warm_up' as const } },
  };
  for await (const _ of backend.complete(request, signal));
}
