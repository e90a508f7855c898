import { SottoError } from '../../../domain/errors.ts';
import type { Continued } from '../../../inference/questions/calls.ts';
import { isRow } from '../../../prompt/history.ts';
import type { PromptEpoch } from '../../../prompt/input.ts';
import type { PromptPlan } from '../../../prompt/plan.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { extractFrom, readable, scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { planLine } from '../../planning/plan.ts';
import { cacheOf } from '../../planning/warm-up.ts';
import { linesOf } from './facts.ts';
import type { Prepared } from './passing.ts';
import { passQuestion } from './question.ts';
import { type Noticed, passSchema } from './schema.ts';

/** What it costs to write is bounded: an answer that breaks off there counts as far as it is whole. */
const mostTokens = { least: 64, eachLine: 4, most: 400 } as const;
/** The window of an owner who does not speak begins anew after so many lines, at least so many before those that are asked about. */
const steady = { lines: 48, before: 2 } as const;

/** Where a question is put: to a small model with the last lines, or behind the owner's own prompt, in its own cache. */
interface Put {
  readonly prompt: string;
  readonly behind?: Continued;
}

/** The last lines that the owner perceived, then the question: all that a model of its own reads. */
function putToClassifier<Who>(chat: OpenChat, passed: Prepared<Who>, question: string): Put {
  const script = scriptOf(chat, passed.script, passed.known.cast);
  const { name } = passed.speaker;
  const prompt = `The end of a scene in a roleplay, as ${name} perceived it:\n\n${script}\n\n${question}\nJSON:`;
  return { prompt: breakControls(prompt, plainTemplate) };
}

/** The text of a prompt through the last line of its history, without what changes with each line. */
const throughHistory = ({ blocks }: PromptPlan): string =>
  blocks
    .slice(0, blocks.findLastIndex(({ zone }) => zone === 'history') + 1)
    .filter(({ zone }) => zone !== 'live')
    .map(({ text }) => text)
    .join('');

/**
 * For an owner of whom no reply holds where its window begins: a beginning that stays for some lines, with nothing before the
 * history that changes with what is found. Null where its view has no row.
 */
function steadyEpoch<Who>(
  chat: OpenChat,
  { speaker: { id }, place, news: [news] }: Prepared<Who>,
): PromptEpoch | null {
  const seen = chat.view(id, place);
  const count = seen.count();
  const asked = news ? seen.from(news.id, count).length : 0;
  const left = Math.max(0, Math.floor((count - asked - steady.before) / steady.lines) * steady.lines);
  const { ooc } = chat.parts.settings;
  const first = seen.last(count - left).find((message) => isRow({ ooc }, message));
  return first ? { from: first.id, sealed: [] } : null;
}

/** The owner's own prompt through the last line of its history, and the question behind it: only that is read anew (ruling 10). */
async function putBehindOwn<Who>(
  chat: OpenChat,
  passed: Prepared<Who>,
  question: string,
  signal: AbortSignal,
): Promise<Put> {
  const { speaker, place } = passed;
  const { epoch: held } = passed.known;
  const known = await chat.server.open(signal);
  const line = { speaker, place, isBeside: true };
  const own = held && (await planLine(chat, line, { known, signal }));
  const goesOn = ({ windowFrom, sealed }: PromptPlan): boolean =>
    windowFrom === held?.from && sealed === null;
  const { plan, template } =
    own && goesOn(own.plan)
      ? own
      : await planLine(chat, { ...line, epoch: steadyEpoch(chat, passed) }, { known, signal });
  const { before, after } = template.system;
  const marks = { before, after: `${after}${template.cue}` };
  const behind = { prompt: throughHistory(plan), messages: plan.messages, marks };
  return { prompt: breakControls(question, template), behind };
}

/** What a model makes of it for the owner. Rejects with SottoError where none has answered, which is kept as a failure. */
export async function askAbout<Who>(
  chat: OpenChat,
  passed: Prepared<Who>,
  { job, over }: { readonly job: StoredJob; readonly over: ClassifierOver },
  signal: AbortSignal,
): Promise<Noticed> {
  const { speaker, mind, others } = passed;
  const lines = linesOf(passed);
  const question = passQuestion(speaker.name, passed, ({ text }) => readable(text, chat.parts.settings.ooc));
  const isOwn = chat.parts.classifier === undefined;
  const put = isOwn
    ? await putBehindOwn(chat, passed, question, signal)
    : putToClassifier(chat, passed, question);
  const containers = Object.values(mind.containers).map(({ name }) => name);
  const extraction = {
    ...put,
    schema: passSchema(
      others.map(({ name }) => name),
      [...new Set(containers)].filter((name) => name !== ''),
      lines.length,
    ),
    maxTokens: Math.min(mostTokens.most, mostTokens.least + mostTokens.eachLine * (lines.length - 1)),
    isDescribed: true,
    mayBreakOff: true,
    ...(isOwn && { cache: cacheOf(chat, speaker), isReadApart: speaker.id === chat.viewer }),
  };
  const message = lines.at(-1)?.id ?? '';
  const about = { kind: job.kind, owner: speaker.id, message, job: job.id };
  const asks = isOwn ? async () => over((await chat.server.open(signal)).backend) : undefined;
  const found = await extractFrom(chat, extraction, { ...about, asks }, signal);
  if (found.type === 'found') return found.value;
  throw new SottoError('server', 'no_answer', `no model said what ${speaker.name} makes of the last line`);
}
