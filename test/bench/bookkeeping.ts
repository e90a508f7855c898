import { bookkeeping as bookkeepingOf } from '../../src/app/run/bookkeeping.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { jobsSeen } from '../../src/play/jobs/jobs.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { type Answering, PacedServer, type Paces, type Spent, VirtualTime } from './paced-server.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { utterances } from './story.ts';

const turns = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 200), 3);
const replyTokens = 40;
const typingMs = 4000;
const readingMs = 6000;
const longestQuietMs = 600_000;
const begins = Date.parse('2026-01-01T18:00:00Z');
const paces: Paces = { slots: 4, read: 1000, written: 30, batch: 2048 };
/** So often it is asked whether a scene is over, and it is. */
const askedOfScene = 6;
const window = { hard: 8192, soft: 6144 };

/** Lets no chance decide when a scene is over. */
function endingScenes(): Answering {
  let asked = 0;
  return (prompt) => {
    if (!prompt.includes('is this scene over')) return null;
    asked += 1;
    const isOver = asked % askedOfScene === 0;
    return JSON.stringify({ is_over: isOver, reason: isOver ? 'time' : 'none' });
  };
}

/** Milliseconds of quiet until nothing waits any more. */
async function caughtUp(play: Play, time: VirtualTime): Promise<number> {
  const since = time.now;
  while (jobsSeen(play.chat, true).length > 0 && time.now - since < longestQuietMs) await time.pass(500);
  return time.now - since;
}

/** Each turn somebody types, says it and reads the answer. Milliseconds from each Enter to the first words of the answer. */
async function playedBy(play: Play, time: VirtualTime, said: readonly string[]): Promise<number[]> {
  const waited: number[] = [];
  let saidAt: number | null = null;
  play.subscribe(({ type }) => {
    if (type !== 'delta' || saidAt === null) return;
    waited.push(time.now - saidAt);
    saidAt = null;
  });
  const { cast, playing } = play.state();
  const names = cast.filter(({ id }) => id !== playing.id).map(({ name }) => name);
  for (const [turn, text] of said.entries()) {
    const reply = [names[turn % names.length] ?? ''];
    play.drafting(text);
    play.typing(text);
    await time.pass(typingMs);
    play.drafting('');
    play.typing('');
    saidAt = time.now;
    await time.until(play.say(text, { reply }));
    await time.pass(readingMs);
  }
  return waited;
}

interface Played {
  readonly spent: readonly Spent[];
  readonly waited: readonly number[];
  readonly quiet: number;
}

/** The whole play, with its bookkeeping or without. */
async function played(scene: Scene, isKept: boolean): Promise<Played> {
  const context = scene.context(scene.emptyFolder(), new Date(begins).toISOString());
  const time = new VirtualTime();
  const spent: Spent[] = [];
  const server = new PacedServer(time, { ...paces, answering: endingScenes() }, (one) => spent.push(one));
  try {
    const { id, cast } = newChat(context, 'You');
    const { settings } = context.playParts;
    const parts: PlayParts = {
      ...context.playParts,
      ...bookkeepingOf(context.config, time.after, () => ''),
      ...(!isKept && { jobs: [] }),
      settings: { ...settings, budget: { context: 0, ...window }, maxTokens: replyTokens },
      backend: async () => server.backend,
      clock: () => time.now,
      now: () => new Date(begins + time.now).toISOString(),
      after: time.after,
    };
    const play = openPlay(parts, id);
    play.attend();
    await time.until(play.connect());
    const said = utterances(cast, turns).map(({ text }) => text);
    const waited = await playedBy(play, time, said);
    const quiet = await caughtUp(play, time);
    await time.until(play.close());
    return { spent, waited, quiet };
  } finally {
    context.close();
  }
}

/**
 * What bookkeeping costs a reply where somebody types for four seconds before each line and reads the answer for six: three
 * characters and "You" on a server with a slot for each, which reads 1,000 tokens and writes 30 a second, in virtual time.
 * A scene ends with each sixth question whether it is over, and each run is alike. $SOTTO_BENCH_TURNS lines, by default 200.
 */
export async function bookkeeping(scene: Scene): Promise<Measured[]> {
  const { spent, waited, quiet } = await played(scene, true);
  const without = await played(scene, false);
  return [
    ...costs(spent, quiet),
    { case: 'Enter to first words', unit: 'ms', samples: [...waited] },
    { case: 'Enter to first words, without bookkeeping', unit: 'ms', samples: [...without.waited] },
  ];
}

const isOfClosedScene = (prompt: string): boolean => prompt.includes('as this scene ends');

function costs(spent: readonly Spent[], quiet: number): Measured[] {
  const of = (wanted: string) =>
    spent.filter(({ request: { standing } }) => (standing?.priority ?? 'narrative') === wanted);
  const replies = of('narrative').length;
  const asked = of('job');
  const begun = asked.filter(({ read, request }) => read > 0 && request.maxTokens > 1);
  const sum = (count: (one: Spent) => number) => asked.reduce((total, one) => total + count(one), 0);
  const answered = begun.filter(({ isAnswered }) => isAnswered).length / begun.length;
  return [
    { case: 'questions a reply', unit: 'count', samples: [begun.length / replies] },
    { case: 'tokens read a reply', unit: 'tokens', samples: [sum(({ read }) => read) / replies] },
    {
      case: 'tokens read a reply, of scenes that closed',
      unit: 'tokens',
      samples: [sum(({ read, request }) => (isOfClosedScene(request.prompt) ? read : 0)) / replies],
    },
    { case: 'tokens written a reply', unit: 'tokens', samples: [sum(({ written }) => written) / replies] },
    { case: 'the most of an answer', unit: 'tokens', samples: begun.map(({ request }) => request.maxTokens) },
    { case: 'begun and answered', unit: 'share', samples: [answered] },
    { case: 'until caught up', unit: 'ms', samples: [quiet] },
  ];
}
