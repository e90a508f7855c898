import { opened } from '../../src/domain/world/world.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { worldHash } from '../../src/store/chats/verify.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { startFaultyServer } from '../play/faulty-server.ts';
import { askedFor } from '../play/passed.ts';
import { patience } from './cached-play.ts';
import { bookkept, chatOfEight, committed, full, ofAllKinds, passesBy, told } from './passed-chats.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { utterances } from './story.ts';
import { repeated, took } from './timing.ts';

const turns = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 60), 4);
const long = sized(Number(process.env.SOTTO_BENCH_MESSAGES ?? 100_000), 100);
const short = sized(100, 20);
const firstTokenMs = sized(100, 0);
const replyTokens = 40;

const silent = { reply: [] };

const settle = async (play: Play): Promise<void> => {
  for await (const _ of settleJobs(play.chat));
};

/** Milliseconds until the first token of an answer is heard. */
async function untilHeard(play: Play, text: string): Promise<number> {
  const said = performance.now();
  let heard: number | undefined;
  const leave = play.subscribe(({ type }) => {
    if (type === 'delta') heard ??= performance.now();
  });
  await play.say(text);
  leave();
  return (heard ?? performance.now()) - said;
}

/** First tokens beside passes whose model hangs, refuses, talks nonsense or comes to no end in a fifth of its calls. Baseline: without passes. */
async function firstTokens(scene: Scene): Promise<Measured> {
  const server = await startFakeServer({ slots: 4, firstTokenMs });
  const contexts = [scene.context(scene.emptyFolder()), scene.context(scene.emptyFolder())] as const;
  const { after } = contexts[0].playParts;
  const small = await startFaultyServer(after, () => full(1));
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const [withPasses, without] = contexts.map((context, at) => {
    const { playParts } = context;
    const settings = { ...playParts.settings, maxTokens: replyTokens };
    const passes = at === 0 ? { classifier: small.open, jobs: passesBy(after) } : { jobs: [] };
    const play = openPlay(
      { ...playParts, settings, backend: async () => backend, ...passes },
      newChat(context).id,
    );
    play.attend();
    return play;
  }) as [Play, Play];
  const [samples, baseline] = [[], []] as [number[], number[]];
  for (const play of [withPasses, without]) await play.setDirector({ strategy: 'list' });
  for (const { text } of utterances(['a', 'b'], turns)) {
    samples.push(await untilHeard(withPasses, text));
    baseline.push(await untilHeard(without, text));
  }
  for (const play of [withPasses, without]) await play.close();
  await small.close();
  await server.close();
  for (const context of contexts) context.close();
  return { case: 'first token beside a failing classifier', unit: 'ms', samples, baseline };
}

/** All that a turn's passes of eight cost without a model, for a long chat. Baseline: in a short one. */
async function bookkeeping(scene: Scene): Promise<Measured[]> {
  const samples: number[][] = [];
  const said: number[][] = [];
  const blocks: number[][] = [];
  const commits: number[][] = [];
  for (const messages of [long, short]) {
    const eight = chatOfEight(scene, messages);
    const { context, id } = eight;
    const play = bookkept(context, id);
    await play.say('And so it begins.', silent);
    await settle(play);
    const taken = await repeated(turns, async (run) => {
      const saying = await took(() => play.say(`It is ${run} now.`, silent));
      return [await took(() => settle(play)), saying] as const;
    });
    samples.push(taken.map(([ms]) => ms));
    said.push(taken.map(([, ms]) => ms));
    blocks.push(await told(eight));
    await play.close();
    commits.push(await committed(eight));
    context.close();
  }
  const one = (what: string, [many = [], few = []]: number[][]): Measured => ({
    case: what,
    unit: 'ms',
    samples: many,
    baseline: few,
  });
  return [
    one('passes of 8, all but the model', samples),
    one('a line said to 8', said),
    one('one commit, as little as can be', commits),
    one('what a prompt says of the world', blocks),
  ];
}

/** A history of all kinds folded from nothing; throws where two ways to fold it differ. */
async function refolded(scene: Scene): Promise<Measured> {
  const { context, id, cast } = chatOfEight(scene, 0);
  const { store } = context;
  const all = [...ofAllKinds(cast, long)];
  const half = Math.floor(all.length / 2);
  const how = { actor: 'import' as const, at: context.now() };
  for (const part of [all.slice(0, half), all.slice(half)]) store.chats.append(id, how, () => part);
  const { head, world: whole } = store.chats.read(id);
  const world = opened(whole);
  const samples = await repeated(3, () => took(() => store.worlds.fromScratch(id, head)));
  const hashes = [
    world,
    opened(store.worlds.fromScratch(id, head)),
    opened(store.moment(id, head).whole),
  ].map(worldHash);
  const middle = { ...head, seq: head.seq - half };
  store.chats.moveHead(id, 'rewind', context.now(), () => middle);
  const back = store.chats.moveHead(id, 'redo', context.now(), () => head);
  hashes.push(worldHash(opened(back.world)), worldHash(opened(store.chats.read(id).world)));
  if (new Set(hashes).size > 1) throw new Error('ways to fold the same history differ');
  context.close();
  return { case: `${long.toLocaleString('en')} events of all kinds`, unit: 'ms', samples };
}

/** Tokens that a server with a slot for each reads anew for a pass behind its owner's prompt. Baseline: those of the question and the lines since. */
async function readAnew(scene: Scene): Promise<Measured> {
  const server = await startFakeServer({
    slots: 4,
    script: (prompt) => (askedFor(prompt) === '' ? null : { text: full(1) }),
  });
  const context = scene.context(scene.emptyFolder());
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const [samples, baseline] = [[], []] as [number[], number[]];
  const last = new Map<string, string>();
  const counting: typeof backend = {
    ...backend,
    async *complete(request, signal) {
      const { prompt, cache } = request;
      const owner = cache?.key ?? '';
      const before = last.get(owner) ?? '';
      for await (const event of backend.complete(request, signal)) {
        if (event.type === 'finished' && askedFor(prompt) !== '' && before !== '') {
          samples.push(event.usage.promptTokens - event.usage.reusedTokens);
          let shared = 0;
          while (shared < before.length && before[shared] === prompt[shared]) shared += 1;
          baseline.push(estimateTokens(prompt.slice(shared)));
        }
        if (event.type === 'finished') last.set(owner, prompt);
        yield event;
      }
    },
  };
  const { playParts } = context;
  const settings = { ...playParts.settings, maxTokens: replyTokens };
  const parts = { ...playParts, settings, backend: async () => counting, jobs: passesBy(playParts.after) };
  const play = openPlay(parts, newChat(context).id);
  for (const { text } of utterances(['a', 'b'], Math.min(turns, 40))) {
    await play.say(text);
    await settle(play);
  }
  await play.close();
  context.close();
  await server.close();
  return { case: 'read anew by a pass', unit: 'tokens', samples, baseline };
}

/** What it costs that the state of the fiction is followed. */
export async function world(scene: Scene): Promise<Measured[]> {
  return [
    await firstTokens(scene),
    ...(await bookkeeping(scene)),
    await refolded(scene),
    await readAnew(scene),
  ];
}
