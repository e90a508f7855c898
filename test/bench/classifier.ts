import type { App } from '../../src/app/run/app.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { failuresSeen, retry } from '../../src/play/director/failures.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { type FaultyServer, startFaultyServer } from '../play/faulty-server.ts';
import { patience } from './cached-play.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { utterances } from './story.ts';

const turns = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 200), 4);
const firstTokenMs = sized(100, 0);
const replyTokens = 40;

/** A play with a small model of its own. */
interface Game {
  readonly context: App;
  readonly play: Play;
  readonly small: FaultyServer;
}

/** Whoever is asked to speak up will not; of several the first is picked. */
const answer = (prompt: string): string => /Who [^:]*: ([^,?]+)/.exec(prompt)?.[1] ?? 'no';

async function opened(scene: Scene, url: string): Promise<Game> {
  const context = scene.context(scene.emptyFolder());
  const { id } = newChat(context);
  const { playParts } = context;
  const small = await startFaultyServer(playParts.after, answer);
  const backend = await openBackend({ kind: 'llamacpp', url, ...patience });
  const settings = { ...playParts.settings, maxTokens: replyTokens };
  const parts = { ...playParts, settings, backend: async () => backend, classifier: small.open };
  return { context, play: openPlay(parts, id), small };
}

/** Milliseconds until the first token of the answer is heard. */
async function untilHeard({ play }: Game, text: string): Promise<number> {
  const said = performance.now();
  let heard: number | undefined;
  const leave = play.subscribe(({ type }) => {
    if (type === 'delta') heard ??= performance.now();
  });
  await play.say(text);
  leave();
  return (heard ?? performance.now()) - said;
}

/** Reads all that failed and has it answered by hand; throws where something is left. */
async function mended({ play, small }: Game): Promise<void> {
  const failures = failuresSeen(play.chat, { all: true });
  if (failures.length !== small.counts().struck) throw new Error('not every failure was kept');
  small.mend();
  for (const { id, prompt } of failures) {
    if (prompt === '') throw new Error('a failure has no prompt');
    await retry(play.chat, id, { all: true });
  }
  if (failuresSeen(play.chat, { all: true }).length > 0) throw new Error('a failure has no answer');
}

/**
 * The wait for the first token with a small model that hangs, refuses, talks nonsense or comes to no end in a fifth of its
 * calls; half of the turns with a speaker that it picks. Baseline: the same turns with one that never does, in the same run.
 */
export async function classifier(scene: Scene): Promise<Measured[]> {
  const server = await startFakeServer({ slots: 4, firstTokenMs });
  const faulty = await opened(scene, server.url);
  const sound = await opened(scene, server.url);
  sound.small.mend();
  const samples = { natural: [[], []], model: [[], []] } as {
    [S in 'natural' | 'model']: [number[], number[]];
  };
  try {
    const said = utterances(['a', 'b'], turns);
    for (const [turn, { text }] of said.entries()) {
      const strategy = turn < turns / 2 ? 'natural' : 'model';
      const order = [[faulty, 0] as const, [sound, 1] as const];
      for (const [game, at] of turn % 2 === 0 ? order : order.reverse()) {
        if (game.play.director().strategy !== strategy) await game.play.setDirector({ strategy });
        samples[strategy][at].push(await untilHeard(game, text));
      }
    }
    await mended(faulty);
  } finally {
    for (const { context, small } of [faulty, sound]) {
      await small.close();
      context.close();
    }
    await server.close();
  }
  const one = (what: string, [all, baseline]: [number[], number[]]): Measured => ({
    case: what,
    unit: 'ms',
    samples: all,
    baseline,
  });
  return [
    one('first token, names and chance', samples.natural),
    one('first token, it picks who speaks', samples.model),
    one('first token, all turns', [
      [...samples.natural[0], ...samples.model[0]],
      [...samples.natural[1], ...samples.model[1]],
    ]),
  ];
}
