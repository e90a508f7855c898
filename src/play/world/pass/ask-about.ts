import { SottoError } from '../../../domain/errors.ts';
import type { CacheOwner } from '../../../inference/backend.ts';
import type { Continued } from '../../../inference/questions/calls.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import { estimateTokens } from '../../../prompt/tokens.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { classifierOr, extractFrom, readable, scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { ownPrompt } from '../../planning/behind-own.ts';
import { cacheOf } from '../../planning/warm-up.ts';
import { beginOf, perceivedSince } from '../../story/scenes/own-scenes.ts';
import { roomIn, sceneSaid, scriptSoFar, sinceItBegan } from '../../story/scenes/script.ts';
import { linesOf } from './facts.ts';
import type { Prepared } from './passing.ts';
import { passQuestion } from './question.ts';
import { type Noticed, passSchema } from './schema.ts';

/** What it costs to write is bounded: an answer that breaks off there counts as far as it is whole. */
const mostTokens = { least: 64, eachLine: 4, most: 400 } as const;

/** A question, and how many tokens its answer has at most. */
interface PassQuestion {
  readonly text: string;
  readonly maxTokens: number;
}

/** Where a question is put: to a small model with the last lines, behind the scene so far, or behind the owner's own prompt, in its own cache. */
interface Put {
  readonly prompt: string;
  readonly behind?: Continued;
  readonly cache?: CacheOwner;
}

/** The last lines that the owner perceived, then the question: all that a model of its own reads. */
function putToClassifier<Who>(chat: OpenChat, passed: Prepared<Who>, question: string): Put {
  const script = scriptOf(chat, passed.script, passed.known.cast);
  const { name } = passed.speaker;
  const prompt = `The end of a scene in a roleplay, as ${name} perceived it:\n\n${script}\n\n${question}\nJSON:`;
  return { prompt: breakControls(prompt, plainTemplate) };
}

/** The question behind the scene so far, for whoever a person plays: no reply has a prompt of theirs. */
function putBehindScene<Who>(chat: OpenChat, passed: Prepared<Who>, question: string, hard: number): Put {
  const { owner, known, place, news, reread } = passed;
  const [first = reread[0]] = news;
  const at = { store: chat.parts.store, chat: chat.id, head: place };
  const asked = Math.max(1, news.length);
  const messages = first ? sinceItBegan(perceivedSince(at, owner, beginOf(at, owner, first.id)), asked) : [];
  const script = scriptSoFar(chat, messages, { asked, room: roomIn(chat, hard).lines, known: known.cast });
  return { prompt: breakControls(`${sceneSaid(script)}${question}\nJSON:`, plainTemplate) };
}

/** The question behind the owner's own prompt: only that is read anew (ruling 10). */
async function putBehindOwn<Who>(
  chat: OpenChat,
  passed: Prepared<Who>,
  { text: question, maxTokens }: PassQuestion,
  signal: AbortSignal,
): Promise<Put> {
  const [first] = passed.news;
  const room = estimateTokens(question) + maxTokens;
  const asked = { ...passed, room, ...(first && { since: first.id }) };
  const known = await chat.server.open(signal);
  const { behind, template } = await ownPrompt(chat, asked, { known, signal });
  return { prompt: breakControls(question, template), behind, cache: cacheOf(chat, passed.speaker) };
}

function putFor<Who>(
  chat: OpenChat,
  passed: Prepared<Who>,
  question: PassQuestion,
  signal: AbortSignal,
): Put | Promise<Put> {
  if (chat.parts.classifier) return putToClassifier(chat, passed, question.text);
  if (passed.speaker.id !== chat.human.member.id) return putBehindOwn(chat, passed, question, signal);
  return putBehindScene(chat, passed, question.text, chat.parts.settings.budget.hard);
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
  const text = passQuestion(speaker.name, passed, (line) => readable(line.text, chat.parts.settings.ooc));
  const maxTokens = Math.min(mostTokens.most, mostTokens.least + mostTokens.eachLine * (lines.length - 1));
  const put = await putFor(chat, passed, { text, maxTokens }, signal);
  const containers = Object.values(mind.containers).map(({ name }) => name);
  const extraction = {
    ...put,
    schema: passSchema(
      others.map(({ name }) => name),
      [...new Set(containers)].filter((name) => name !== ''),
      lines.length,
    ),
    maxTokens,
    isDescribed: true,
    mayBreakOff: true,
  };
  const message = lines.at(-1)?.id ?? '';
  const about = { kind: job.kind, owner: speaker.id, message, job: job.id };
  const found = await extractFrom(
    chat,
    extraction,
    { ...about, asks: classifierOr(chat, over, signal) },
    signal,
  );
  if (found.type === 'found') return found.value;
  throw new SottoError('server', 'no_answer', `no model said what ${speaker.name} makes of the last line`);
}
