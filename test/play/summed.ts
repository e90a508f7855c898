import { createHash } from 'node:crypto';
import type { Backend } from '../../src/inference/backend.ts';
import { createClassifier } from '../../src/inference/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { OpenChat } from '../../src/play/chat/open-chat.ts';
import { summaryJob } from '../../src/play/story/scenes/summary-job.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import type { Scene } from '../histories.ts';

/** What one who was there keeps of the scene that this event closed, asked of a model. */
export interface Summed {
  readonly type: 'summed';
  readonly about: string;
  readonly owner: string;
}

const usage = {
  promptTokens: 1,
  reusedTokens: 0,
  generatedTokens: 1,
  firstTokenMs: 0,
  totalMs: 0,
  model: '',
};
const longest = 1500;
const never = new AbortController().signal;

/** JSON in which all comes out that a question about a scene was shown: its end as the summary, and the whole as a hash. */
export function echoOfScene(prompt: string): string {
  const shown = prompt.slice(0, Math.max(0, prompt.lastIndexOf('Beside the play:'))).slice(-longest);
  const summary = `${createHash('sha256').update(prompt).digest('hex')} ${shown}`;
  const names = /by name \((.*?)\)/.exec(prompt)?.[1] ?? '';
  const [other] = JSON.parse(`[${names}]`) as string[];
  return JSON.stringify({ summary, ...(other && { others: { [other]: { summary } } }) });
}

const echo: Backend = {
  ...createUnderstudy(),
  async *complete({ prompt }) {
    yield { type: 'finished', text: echoOfScene(prompt), reason: 'eos', usage };
  },
};

const over = async (backend: Backend) =>
  createClassifier({
    models: [{ name: 'echo', backend }],
    ...{ hard: 1e6, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens },
  });

/** Lets them tell it now, by a model that tells whatever it is shown, and keeps what was found. */
export async function sumUp(scene: Scene, { about, owner }: Summed): Promise<void> {
  const { store, id } = scene;
  const chat = new OpenChat({ ...scene.parts, classifier: () => over(echo) }, id, '*');
  const kind = summaryJob({ over, hard: () => 1200 });
  const how = { chat: id, kind: kind.kind, about, source: `${about} ${owner}`, owner, priority: 4 };
  store.jobs.add(how, scene.parts.now());
  const waiting = store.jobs.of(id, ['waiting']);
  const job = waiting.find((one) => one.source === how.source && one.kind === how.kind);
  if (!job) return;
  const place = { branch: job.branch, seq: job.aboutSeq };
  const facts = await kind.run(job, { chat, store, place, signal: never });
  const found = { job: kind.kind, about, source: job.source, facts };
  if (facts.length > 0) store.chats.conclude(id, { actor: 'model', at: scene.parts.now() }, found);
  store.jobs.change(job.id, scene.parts.now(), { state: 'done' });
}
