import { createHash } from 'node:crypto';
import type { Outcome } from '../../domain/events/outcome.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import type { Question } from '../../inference/questions/calls.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { askClassifier } from './asking.ts';
import type { AskedAbout } from './failure-record.ts';

/** What is judged, and the last of the messages that it is judged from; undefined where nothing was said yet. */
export interface Judged {
  readonly asked: AskedAbout;
  readonly after: Message | undefined;
}

/**
 * What a question was made from, and for whom. Who perceives the message that it is about may notice whether it was asked
 * before, so that counts only for the same owner, and where the same people heard what it was about.
 */
const sourceOf = ({ prompt, choices }: Question, owner: CharacterId | null, { perceived }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([prompt, choices, owner, [...perceived].sort()]))
    .digest('hex')
    .slice(0, 32);

/** What was judged from the same source, wherever in the chat, and whether that is an outcome of this turn already. */
export function judgedBefore(
  { id, parts }: OpenChat,
  outcome: Outcome,
): { answer: string | null; isHere: boolean } {
  const [known] = parts.store.outcomes.from(id, outcome);
  const answer = known?.kind === 'judged' ? known.payload.answer : null;
  return { answer, isHere: known?.outcome?.about === outcome.about };
}

/** Lets an answer stand with its turn. False where it stands there already, or there is no such turn. */
export function keepJudged({ id, parts }: OpenChat, outcome: Outcome, answer: string): boolean {
  const facts = [{ kind: 'judged' as const, payload: { answer } }];
  const how = { actor: 'model' as const, at: parts.now() };
  return parts.store.chats.conclude(id, how, { ...outcome, facts }).length > 0;
}

/**
 * What the classifier chooses, asked once for the same question about what the same people heard: its answer is the outcome
 * of that message and stands with it. No answer is none, and is asked for again.
 */
export async function judge(
  chat: OpenChat,
  question: Question,
  { asked, after }: Judged,
  signal: AbortSignal,
): Promise<string | null> {
  if (!after || !chat.parts.classifier) return askClassifier(chat, question, asked, signal);
  const outcome = { job: asked.kind, about: after.id, source: sourceOf(question, asked.owner, after) };
  const { answer: kept, isHere } = judgedBefore(chat, outcome);
  const answer = kept ?? (await askClassifier(chat, question, { ...asked, outcome }, signal));
  if (answer === null || isHere || !question.choices.includes(answer)) return answer;
  chat.parts.store.ifWritable(() => void keepJudged(chat, outcome, answer));
  chat.takeOutcomes();
  return answer;
}
