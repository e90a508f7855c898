import * as z from 'zod/mini';
import { inCharacter, type OocStyle } from '../../domain/audience/ooc.ts';
import { commonPrefix } from '../../domain/common-prefix.ts';
import type { Message } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { Backend, CacheOwner } from '../../inference/backend.ts';
import type { Wanted, Watch } from '../../inference/questions/ask-model.ts';
import type { Extraction, Question } from '../../inference/questions/calls.ts';
import type { Classifier, Extracted } from '../../inference/questions/classifier.ts';
import { quoteForgedLines } from '../../prompt/lines.ts';
import { breakControls } from '../../prompt/template/control.ts';
import { plainTemplate } from '../../prompt/template/turn-template.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import type { Work } from '../chat/bookkeeping.ts';
import { Later } from '../chat/job-kind.ts';
import type { ClassifierOver } from '../chat/parts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type AskedAbout, FailureRecord, isTooLate, tooLate } from './failure-record.ts';

const longestLine = 600;

const whenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });

/** What the work gives that asks the classifier; null when it is stopped, or is not done in the time that who speaks may wait for it (RP-030). */
export async function patiently<T>(
  { parts }: OpenChat,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const late = new AbortController();
  const cancel = parts.after(parts.settings.patience, () => late.abort(tooLate()));
  const both = AbortSignal.any([signal, late.signal]);
  try {
    return await Promise.race([work(both), whenAborted(both)]);
  } finally {
    cancel();
  }
}

const lengthOf = ({ maxTokens }: Question | Extraction): Pick<Wanted, 'maxTokens'> =>
  maxTokens === undefined ? {} : { maxTokens };

/** What is asked about, and who is asked: the classifier unless told. */
export type AskingAbout = AskedAbout & {
  readonly asks?: (() => Promise<Classifier | null>) | undefined;
};

/** Who is asked small questions: the classifier, else the model that plays. */
export const classifierOr = ({ parts, server }: OpenChat, over: ClassifierOver, signal: AbortSignal) =>
  parts.classifier ?? (async () => over((await server.open(signal)).backend));

const workOf = ({ session }: OpenChat, { job }: AskedAbout): Work | undefined =>
  job === undefined ? undefined : session.bookkeeping?.work(job);

/**
 * Tokens of a question that its owner has not been asked before, about. What the server has read of it would tell, where questions of
 * several share a cache, what the others were asked since.
 */
function newIn({ session }: OpenChat, { kind, owner }: AskedAbout, prompt: string): number {
  const whose = `${kind} ${owner}`;
  const before = session.asked.get(whose) ?? '';
  session.asked.set(whose, prompt);
  return estimateTokens(prompt.slice(commonPrefix(before, prompt)));
}

/** Notes with a job what its questions cost; not where another program holds the store just then. */
function watchOver(chat: OpenChat, asking: Asking, about: AskedAbout, work?: Work): Watch {
  const { store } = chat.parts;
  const { job } = about;
  if (job === undefined) return {};
  const own = asking.cache === undefined ? newIn(chat, about, asking.prompt) : null;
  return {
    sent: (isSent) => work?.sent(isSent),
    spent: (cost) =>
      void store.ifWritableUnsynced(() => store.jobs.spend(job, { ...cost, read: own ?? cost.read })),
  };
}

/** Whose cache a question uses that continues nobody's prompt. */
const ofClassifier: CacheOwner = { key: 'classifier', castIndex: -1 };
/** What reads more tokens anew would hold up a reply, for a server ends the batch that it is at. */
const mostWhilePlaying = 512;
/** Of these so many are surely no more. */
const surely = 0.75;

interface Asking extends Pick<Extraction, 'behind' | 'prompt' | 'cache'> {}

/** How many tokens of a text the server has, where an estimate does not say whether they are too many. */
async function tokensOf({ server }: OpenChat, text: string, signal: AbortSignal): Promise<number> {
  const estimated = estimateTokens(text);
  if (estimated <= mostWhilePlaying || estimated > 2 * mostWhilePlaying) return estimated;
  return (await server.known?.counts.once(text, signal)) ?? estimated;
}

/** Lets the server read the beginning of a prompt. */
async function readOn(
  backend: Backend,
  prompt: string,
  cache: CacheOwner,
  signal: AbortSignal,
): Promise<void> {
  const standing = { priority: 'job' } as const;
  const request = { prompt, stop: [], maxTokens: 1, seed: 0, sampling: {}, cache, standing };
  for await (const event of backend.complete(request, signal)) if (event.type === 'failed') throw new Later();
}

/**
 * Throws `Later` where a job would let the server that plays read too much anew while the play goes on; what no reply reads, it
 * reads piece by piece before.
 */
async function requireLittle(
  chat: OpenChat,
  { behind, prompt, cache = ofClassifier }: Asking,
  work: Work | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { backend } = chat.server.known ?? {};
  const isMeant = work && !chat.parts.asksApart?.();
  if (work && !work.mayBegin()) throw new Later();
  const whole = `${behind ? behind.prompt + behind.marks.before : ''}${prompt}`;
  while (isMeant && !work.isQuiet() && backend?.held) {
    const held = await backend.held(cache, whole, signal);
    if (held === null) return;
    const anew = whole.slice(held);
    const tokens = await tokensOf(chat, anew, signal);
    if (tokens <= mostWhilePlaying) return;
    const end = held + Math.floor((surely * mostWhilePlaying * anew.length) / tokens);
    if (cache !== ofClassifier || !work.mayBegin()) throw new Later();
    await readOn(backend, whole.slice(0, end), cache, signal);
    if (((await backend.held(cache, whole, signal)) ?? 0) <= held) throw new Later();
  }
}

/** What the classifier chooses; null when there is none, it is stopped, or it failed, which is kept. */
export async function askClassifier(
  chat: OpenChat,
  question: Question,
  { asks: open = chat.parts.classifier, ...about }: AskingAbout,
  signal: AbortSignal,
): Promise<string | null> {
  if (!open || signal.aborted) return null;
  const { prompt, choices } = question;
  const work = workOf(chat, about);
  await requireLittle(chat, question, work, signal);
  const wanted: Wanted = { type: 'choice', choices, ...lengthOf(question) };
  const record = new FailureRecord(chat, about, { prompt, wanted });
  const watch = watchOver(chat, question, about, work);
  const answer = async () =>
    (await (await open())?.ask({ ...question, watch }, signal, record.add))?.choice ?? null;
  try {
    return await Promise.race([answer(), whenAborted(signal)]);
  } catch (error) {
    if (!signal.aborted) record.otherwise(error);
    return null;
  } finally {
    if (isTooLate(signal.reason)) record.otherwise(signal.reason);
  }
}

/**
 * What a model takes out of a text; the schema's default, which is no outcome, when there is no classifier or none
 * answered, which is kept. Rejects with SottoError `interrupted`.
 */
export async function extractFrom<S extends z.core.$ZodDefault>(
  chat: OpenChat,
  extraction: Extraction<S>,
  { asks = chat.parts.classifier, ...about }: AskingAbout,
  signal: AbortSignal,
): Promise<Extracted<z.output<S>>> {
  const work = workOf(chat, about);
  const isShared = extraction.cache === undefined && chat.parts.classifier === undefined;
  const asked = async () => {
    await requireLittle(chat, extraction, work, signal);
    return extracted(chat, extraction, { asks, ...about, work }, signal);
  };
  return work && isShared ? work.inTurn(asked) : asked();
}

async function extracted<S extends z.core.$ZodDefault>(
  chat: OpenChat,
  extraction: Extraction<S>,
  { asks, work, ...about }: AskingAbout & { readonly work: Work | undefined },
  signal: AbortSignal,
): Promise<Extracted<z.output<S>>> {
  const { prompt, schema } = extraction;
  const record = new FailureRecord(chat, about, {
    prompt,
    get wanted() {
      return { type: 'json', schema: z.toJSONSchema(schema), ...lengthOf(extraction) } as const;
    },
  });
  const watch = watchOver(chat, extraction, about, work);
  const instead = { type: 'default' as const, value: z.parse(schema, undefined) };
  try {
    const classifier = await asks?.();
    return (await classifier?.extract({ ...extraction, watch }, signal, record.add)) ?? instead;
  } catch (error) {
    if (signal.aborted) throw error;
    record.otherwise(error);
    return instead;
  }
}

/** A text as the classifier may read it: said in character, no forged turn, of a bounded length. */
export const readable = (
  text: string,
  ooc: OocStyle,
  names: readonly string[] = [],
  longest: number = longestLine,
): string => {
  const said = inCharacter(text, ooc).trim();
  const short = said.length > longest ? `…${said.slice(-longest)}` : said;
  return breakControls(quoteForgedLines(short, names), plainTemplate);
};

/** Messages as lines of a script, among people who know these names. */
export function scriptOf(
  chat: OpenChat,
  messages: readonly Message[],
  known: readonly Member[],
  longest?: number,
): string {
  const names = known.map(({ name }) => name);
  return messages
    .filter(({ hidden }) => !hidden)
    .map(({ speaker, text }) => {
      const name = memberOf(chat.stage, speaker)?.name;
      return `${name === undefined ? '' : `${name}: `}${readable(text, chat.parts.settings.ooc, names, longest)}`;
    })
    .join('\n');
}
