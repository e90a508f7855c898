import type { NewEvent } from '../../src/domain/events/events.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createClassifier } from '../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { JobKind } from '../../src/play/chat/job-kind.ts';
import type { ClassifierOver } from '../../src/play/chat/parts.ts';
import type { OpenChat } from '../../src/play/open/open-chat.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import type { StoredJob } from '../../src/store/jobs/jobs.ts';
import type { Scene } from '../histories.ts';
import { usage } from './usage.ts';

/** A model that answers each prompt so. */
export const telling = (answer: (prompt: string) => string): Backend => ({
  ...createUnderstudy(),
  async *complete({ prompt }) {
    yield { type: 'finished', text: answer(prompt), reason: 'eos', usage };
  },
});

/** What asks such a model small questions, without limits. */
export const over: ClassifierOver = async (backend) =>
  createClassifier({
    models: [{ name: 'echo', backend }],
    ...{ hard: 1e6, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens },
  });

/** Does a job of this kind at once, and keeps what was found. Resolves to that. */
export async function doNow(
  { store, id, parts }: Scene,
  chat: OpenChat,
  kind: JobKind<OpenChat>,
  wanted: Pick<StoredJob, 'about' | 'owner'>,
): Promise<readonly NewEvent[]> {
  const { about, owner } = wanted;
  const source = `${about} ${owner}`;
  store.jobs.add({ chat: id, kind: kind.kind, about, source, owner, priority: kind.priority }, parts.now());
  const job = store.jobs.of(id, ['waiting']).find((one) => one.source === source && one.kind === kind.kind);
  if (!job) return [];
  const place = { branch: job.branch, seq: job.aboutSeq };
  const facts = await kind.run(job, {
    chat,
    store,
    place,
    covered: [],
    signal: new AbortController().signal,
  });
  const found = { job: kind.kind, about, source, facts };
  if (facts.length > 0) store.chats.conclude(id, { actor: 'model', at: parts.now() }, found);
  store.jobs.change(job.id, parts.now(), { state: 'done' });
  return facts;
}
