import { createHash } from 'node:crypto';
import type { Backend } from '../../src/inference/backend.ts';
import { createClassifier } from '../../src/inference/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { OpenChat } from '../../src/play/chat/open-chat.ts';
import { statePass } from '../../src/play/world/pass/state-pass.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import type { Scene } from '../histories.ts';

/** A pass over a message for one who perceives it, asked of a small model or behind their own prompt. */
export interface Passed {
  readonly type: 'pass';
  readonly about: string;
  readonly owner: string;
  readonly isOwn: boolean;
}

const usage = {
  promptTokens: 1,
  reusedTokens: 0,
  generatedTokens: 1,
  firstTokenMs: 0,
  totalMs: 0,
  model: '',
};
const longestFact = 200;
const never = new AbortController().signal;

/** Whose pass it is, by the name in the question; empty where it is none. */
export const askedFor = (prompt: string): string =>
  /what has changed for (.+?) with /.exec(prompt)?.[1] ?? '';

/** JSON in which all comes out that a question was shown: the end of it as facts, and the whole as a hash. */
export function echoOf(prompt: string): string {
  const shown = prompt.slice(0, Math.max(0, prompt.lastIndexOf('Beside the play:')));
  const facts = Array.from({ length: 6 }, (_, n) =>
    shown.slice(-longestFact * (n + 1), -longestFact * n || undefined),
  );
  const names = /by name \((.*?)\)/.exec(prompt)?.[1] ?? '';
  const other = (JSON.parse(`[${names}]`) as string[])[0];
  const mood = createHash('sha256').update(prompt).digest('hex');
  const said = { knowledge_facts: facts, affinity_delta: 1, verb: `seen ${facts.length}` };
  return JSON.stringify({
    significance: 3,
    mood,
    place: facts[0],
    ...(other && { others: { [other]: said } }),
  });
}

const echo: Backend = {
  ...createUnderstudy(),
  async *complete({ prompt }) {
    yield { type: 'finished', text: echoOf(prompt), reason: 'eos', usage };
  },
};

const over = async (backend: Backend) =>
  createClassifier({
    models: [{ name: 'echo', backend }],
    ...{ hard: 1e6, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens },
  });

/** Passes over it now, by a model that tells whatever it is shown, and keeps what was found. */
export async function pass(scene: Scene, { about, owner, isOwn }: Passed): Promise<void> {
  const { store, id } = scene;
  const classifier = isOwn ? undefined : () => over(echo);
  const chat = new OpenChat({ ...scene.parts, backend: async () => echo, classifier }, id, '*');
  const kind = statePass({ pinsMost: () => 2, over });
  const how = { chat: id, kind: kind.kind, about, source: `${about} ${owner}`, owner, priority: 2 };
  store.jobs.add(how, scene.parts.now());
  const job = store.jobs
    .of(id, ['waiting'])
    .find((one) => one.source === how.source && one.kind === how.kind);
  if (!job) return;
  const place = store.placeOf(about);
  const facts = await kind.run(job, { chat, store, place, signal: never });
  const found = { job: kind.kind, about, source: job.source, facts };
  if (facts.length > 0) store.chats.conclude(id, { actor: 'model', at: scene.parts.now() }, found);
  store.jobs.change(job.id, scene.parts.now(), { state: 'done' });
}
