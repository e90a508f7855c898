import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { MessageId } from '../../domain/message.ts';
import type { StoredFailure } from '../../store/failures.ts';
import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { FailureRecord } from './failure-record.ts';
import { judgedBefore, keepJudged } from './judging.ts';

/** What became of a question that was asked again, and the message that it is about. */
export interface AskedAgain {
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
export async function askAgain(chat: OpenChat, row: StoredFailure): Promise<AskedAgain> {
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
