import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { MessageId } from '../../domain/message.ts';
import type { StoredFailure } from '../../store/failures.ts';
import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';
import { FailureRecord } from './failure-record.ts';
import { judgedBefore, keepJudged } from './judging.ts';

/** What became of a question that was asked again, and the message that it is about. */
interface AskedAgain {
  readonly became: 'outcome' | 'known' | 'job' | 'alone';
  readonly model: string;
  readonly answer: unknown;
  readonly message: MessageId | null;
}

/**
 * Asks again what a model did not answer, and keeps the answer: with its turn where it is an outcome; a job is put back
 * instead. What fails again is kept as another failure. Rejects with SottoError `no_classifier`, `no_answer`,
 * `question_too_large`, `interrupted`.
 */
async function askAgain(chat: OpenChat, row: StoredFailure): Promise<AskedAgain> {
  const { store } = chat.parts;
  const job = row.job === null ? undefined : store.jobs.ofIds([row.job])[0];
  if (job) return putBack(chat, row, job);
  const before = row.outcome && judgedBefore(chat, row.outcome);
  const known = before?.answer ?? null;
  const { value, model } = known === null ? await answerTo(chat, row) : { value: known, model: '' };
  const isKept = store.atomically(() => {
    store.failures.answer(row.id, value);
    return row.outcome !== null && typeof value === 'string' && keepJudged(chat, row.outcome, value);
  });
  chat.takeOutcomes();
  const became = known !== null ? 'known' : isKept ? 'outcome' : 'alone';
  return { became, model, answer: value, message: row.outcome?.about ?? row.message };
}

/** Lets the job wait again that asked, where it has not found out meanwhile what it wanted to. */
function putBack(chat: OpenChat, row: StoredFailure, job: StoredJob): AskedAgain {
  const { store, now } = chat.parts;
  const isDone = job.state === 'done';
  store.atomically(() => {
    store.failures.answer(row.id, null);
    if (!isDone && job.state !== 'running')
      store.jobs.change(job.id, now(), { state: 'waiting', attempts: 0 });
  });
  chat.session.bookkeeping?.look();
  const message = store.log.messageOf(chat.id, job.about) ?? null;
  return { became: isDone ? 'known' : 'job', model: '', answer: null, message };
}

async function answerTo(
  chat: OpenChat,
  row: StoredFailure,
): Promise<{ readonly value: unknown; readonly model: string }> {
  const classifier = await chat.parts.classifier?.();
  if (!classifier) {
    const message = 'there is no classifier to ask; set one under [backend.classifier]';
    throw new SottoError('usage', 'no_classifier', message);
  }
  const { prompt, wanted, kind, owner, message, outcome } = row;
  const about = { kind, owner, message, ...(outcome && { outcome }) };
  const record = new FailureRecord(chat, about, { prompt, wanted });
  const asking = new AbortController();
  chat.session.asks(asking);
  try {
    return await classifier.again({ prompt, wanted }, asking.signal, record.add);
  } catch (error) {
    record.otherwise(error);
    throw record.isTold ? failedAgain(error) : error;
  } finally {
    if (chat.session.asking === asking) chat.session.asks(null);
  }
}

const failedAgain = (error: unknown): unknown => {
  if (!isSottoError(error) || error.code === 'interrupted') return error;
  const message = `${error.message}; \`sotto failures\` lists it once more`;
  return new SottoError(error.family, error.code, message, { cause: error });
};

/** A question that a model did not answer, as it is told. */
export interface FailureTold {
  readonly id: string;
  readonly kind: string;
  readonly model: string;
  readonly reason: string;
  readonly prompt: string;
  readonly raw: string;
  readonly at: string;
  /** What came when it was asked again, null where its job was; absent until then. */
  readonly answer?: unknown;
}

/**
 * What became of a question that was asked again. `outcome`: its answer stands with its turn from now on; `known`: that turn
 * had an answer by then, so that nobody was asked; `job`: the job that asked waits again; `alone`: its answer stands with no
 * turn.
 */
export interface Retried {
  readonly id: string;
  readonly kind: string;
  readonly became: 'outcome' | 'known' | 'job' | 'alone';
  /** Empty where nobody was asked. */
  readonly model: string;
  /** Null where nobody was asked and none is known. */
  readonly answer: unknown;
  /** The message that it is about. */
  readonly of: MessageId | null;
}

/** Whose failures are meant. */
interface How {
  /** Everybody's. */
  readonly all?: boolean;
}

/** What the classifier left unanswered in a chat, or what has an answer by now; oldest first, as far as the played character may know of it. */
export const failuresSeen = (
  chat: OpenChat,
  { answered = false, ...how }: How & { readonly answered?: boolean } = {},
): FailureTold[] => knownOf(chat, how, answered).map(told);

/**
 * Asks again; with an answer it is no open failure any more, and without one there is another. `id` may be the beginning of
 * one. Rejects with SottoError `no_such_failure`, `no_classifier`, `no_answer`, `question_too_large`, `interrupted`.
 */
export async function retry(chat: OpenChat, wanted: string, how: How = {}): Promise<Retried> {
  const row = openRow(chat, wanted, how);
  const { message, ...retried } = await askAgain(chat, row);
  const of = message === null ? null : (perspectiveFor(chat, how).view().find(message)?.id ?? null);
  return { id: row.id, kind: row.kind, ...retried, of };
}

const perspectiveFor = (chat: OpenChat, { all = false }: How): Perspective =>
  all ? new Perspective(chat, 'everyone') : chat.perspective;

const knownOf = (chat: OpenChat, how: How, isAnswered: boolean): StoredFailure[] => {
  const perspective = perspectiveFor(chat, how);
  return chat.parts.store.failures.of(chat.id, isAnswered).filter((row) => perspective.isToldOfQuestion(row));
};

const told = ({ id, kind, model, reason, detail, prompt, raw, at, answer }: StoredFailure): FailureTold => {
  const row = { id, kind, model, reason: `${reason}: ${detail}`, prompt, raw, at };
  return answer ? { ...row, answer: answer.value } : row;
};

function openRow(chat: OpenChat, id: string, how: How): StoredFailure {
  const found = knownOf(chat, how, false).filter((row) => id !== '' && row.id.startsWith(id));
  const [row] = found.filter((one) => one.id === id || found.length === 1);
  if (row) return row;
  const message = `there is no open failure "${id}" in this chat; \`sotto failures\` lists them`;
  throw new SottoError('not_found', 'no_such_failure', message);
}
