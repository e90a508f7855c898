import * as z from 'zod/mini';
import { inCharacter, type OocStyle } from '../../domain/audience/ooc.ts';
import type { Message } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { Wanted } from '../../inference/questions/ask-model.ts';
import type { Extraction, Question } from '../../inference/questions/calls.ts';
import type { Classifier, Extracted } from '../../inference/questions/classifier.ts';
import { quoteForgedLines } from '../../prompt/lines.ts';
import { breakControls } from '../../prompt/template/control.ts';
import { plainTemplate } from '../../prompt/template/turn-template.ts';
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

/** What the classifier chooses; null when there is none, it is stopped, or it failed, which is kept. */
export async function askClassifier(
  chat: OpenChat,
  question: Question,
  { asks: open = chat.parts.classifier, ...about }: AskingAbout,
  signal: AbortSignal,
): Promise<string | null> {
  if (!open || signal.aborted) return null;
  const { prompt, choices } = question;
  const wanted: Wanted = { type: 'choice', choices, ...lengthOf(question) };
  const record = new FailureRecord(chat, about, { prompt, wanted });
  const answer = async () => (await (await open())?.ask(question, signal, record.add))?.choice ?? null;
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
  const { prompt, schema } = extraction;
  const record = new FailureRecord(chat, about, {
    prompt,
    get wanted() {
      return { type: 'json', schema: z.toJSONSchema(schema), ...lengthOf(extraction) } as const;
    },
  });
  const instead = { type: 'default' as const, value: z.parse(schema, undefined) };
  try {
    const classifier = await asks?.();
    return (await classifier?.extract(extraction, signal, record.add)) ?? instead;
  } catch (error) {
    if (signal.aborted) throw error;
    record.otherwise(error);
    return instead;
  }
}

/** A text as the classifier may read it: said in character, no forged turn, of a bounded length. */
export const readable = (text: string, ooc: OocStyle, names: readonly string[] = []): string => {
  const said = inCharacter(text, ooc).trim();
  const short = said.length > longestLine ? `…${said.slice(-longestLine)}` : said;
  return breakControls(quoteForgedLines(short, names), plainTemplate);
};

/** Messages as lines of a script, among people who know these names. */
export function scriptOf(chat: OpenChat, messages: readonly Message[], known: readonly Member[]): string {
  const names = known.map(({ name }) => name);
  return messages
    .filter(({ hidden }) => !hidden)
    .map(({ speaker, text }) => {
      const name = memberOf(chat.stage, speaker)?.name;
      return `${name === undefined ? '' : `${name}: `}${readable(text, chat.parts.settings.ooc, names)}`;
    })
    .join('\n');
}
