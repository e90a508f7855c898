import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCard } from '../../../src/app/cards/cards.ts';
import { App } from '../../../src/app/run/app.ts';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import {
  addOccasion,
  occasionsIn,
  startOccasion,
  turnOccasion,
} from '../../../src/play/story/occasion-acts.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
import { faultyClassifier, type Reaction } from '../faulty.ts';
import { scripted } from '../scripted.ts';

const scenes = 12;
const human = 'Maren';
const others = ['Ansel', 'Odile'] as const;
const settlesEvery = 5;
const minuteMs = 60_000;
const beginsAt = Date.parse('2026-01-31T12:00:00Z');

/** One act: a turn of its own in the log. */
type Step = (play: Play) => unknown;

const silent = { reply: [] };
const topics = ['The tea is cold.', 'Leave it there.', 'I went to look once.', 'Later, perhaps.'];

/** What is said as the n-th line: now and then to one other alone. */
const line = (n: number): Step =>
  n % 2 === 1
    ? (play) => play.reply(others[(n >> 1) % 2] ?? '')
    : (play) =>
        play.say(`${topics[n % topics.length]} That was ${n}.`, {
          ...silent,
          ...(n % 7 === 2 && { to: [others[n % 2] ?? ''] }),
        });

/** How the n-th scene ends: by a jump, by what all of them heard, else by hand. */
function ending(n: number): Step[] {
  if (n === 3) return [(play) => skipTime(play.chat, 'the next morning', { way: 'jump' })];
  if (n === 8) return [(play) => skipTime(play.chat, 'a week later', { way: 'jump' })];
  if (n % 5 !== 1) return [(play) => closeScene(play.chat, n % 2 === 0 ? {} : { summary: `That was ${n}.` })];
  return [1, 2].map((time) => (play) => play.say(`Much later they went outside (${n}, ${time}).`, silent));
}

const beginning: readonly Step[] = [
  (play) => setWorld(play.chat, 'time', '2026-01-30T18:00'),
  (play) =>
    addOccasion(play.chat, 'feast', {
      at: '2026-01-31T05:00',
      props: ['a hamper', 'a flagon'],
      gist: 'They ate until they slept.',
      onComplete: {
        gives: [{ who: 'Ansel', object: 'a spoon' }],
        teaches: [{ who: 'Odile', about: 'Ansel', fact: 'He eats slowly.' }],
        relates: [{ from: 'Ansel', to: 'Odile', text: 'They shared a plate.' }],
      },
    }),
  (play) => addOccasion(play.chat, 'duel', { condition: 'the bell has rung', props: ['a sabre'] }),
  (play) => addOccasion(play.chat, 'fair', { props: ['a kite'], gist: 'The wind was good.' }),
  (play) => addOccasion(play.chat, 'ball', { props: ['a mask'] }),
];

const state = (play: Play, name: string) =>
  occasionsIn(play.known().mind).find((one) => one.name === name)?.state;

/** What happens at which part of the play, beside what is said. */
const between: readonly (readonly [part: number, step: Step])[] = [
  [0.1, (play) => startOccasion(play.chat, 'fair')],
  [
    0.2,
    (play) => turnOccasion(play.chat, 'fair', 'completed', { gives: [{ who: 'Odile', object: 'a kite' }] }),
  ],
  [0.3, (play) => play.say('The bell rings.', silent)],
  [0.31, (play) => play.say('The bell rings again.', silent)],
  [0.45, (play) => play.leave('Odile')],
  [0.45, (play) => play.say('She is gone.', silent)],
  [0.45, (play) => play.join('Odile')],
  [
    0.55,
    (play) => turnOccasion(play.chat, 'duel', state(play, 'duel') === 'active' ? 'completed' : 'cancelled'),
  ],
  [0.7, (play) => turnOccasion(play.chat, 'ball', 'cancelled')],
];

/** All of it, of so many lines. */
export function script(lines: number): Step[] {
  const steps = [...beginning];
  const rest = [...between];
  const length = Math.floor(lines / scenes);
  for (let n = 0; n < lines; n += 1) {
    for (; (rest[0]?.[0] ?? 1) * lines <= n; rest.shift()) steps.push(rest[0]?.[1] as Step);
    steps.push(line(n));
    if ((n + 1) % length === 0) steps.push(...ending((n + 1) / length - 1));
  }
  return steps;
}

const faults: readonly Reaction[] = [
  'hang',
  { says: "I'm sorry, I can't help with that." },
  { says: 'The sea is wide.' },
  'stall',
  'down',
];

/** How many questions a small model was asked, and how many of those it failed. */
export const tally = { asked: 0, failed: 0 };

const answer = (prompt: string, dice: number): unknown => {
  if (prompt.includes('is this scene over'))
    return { is_over: /Much later they went outside/.test(prompt), reason: 'time' };
  if (prompt.includes('Has this come about'))
    return /The bell rings[^\n]*\s*Has this come about/.test(prompt) ? 'yes' : 'no';
  if (prompt.includes('who has gone out of sight')) return {};
  const named = JSON.parse(`[${/by name \((.*?)\)/.exec(prompt)?.[1] ?? ''}]`) as string[];
  const of = <T>(one: T) => Object.fromEntries(named.map((name) => [name, one]));
  if (prompt.includes('as this scene ends')) {
    const who = /[Ww]hat is so for (.+?) as this scene ends/.exec(prompt)?.[1] ?? '';
    const summary = `${who} keeps ${dice}.`;
    return { summary, dynamic: `as ${dice}`, others: of({ summary: `So it is, ${dice}.` }) };
  }
  const seen = {
    affinity: (dice % 5) - 2,
    facts: [`A fact ${dice % 90}.`],
    verb: `act ${dice % 9}`,
  };
  const own = { mood: `mood ${dice % 7}`, verb: `act ${dice % 11}`, holding: [`thing ${dice % 4}`] };
  return { significance: dice % 4, ...own, gains: [`trinket ${dice % 8}`], others: of(seen) };
};

/** A small model that goes wrong in a fifth of its calls, always in the same: what it does goes by the question alone. */
const small = faultyClassifier((prompt): Reaction => {
  const dice = createHash('sha256').update(prompt).digest().readUInt32BE();
  tally.asked += 1;
  tally.failed += Number(dice % 5 === 0);
  if (dice % 5 === 0) return faults[(dice >>> 3) % faults.length] ?? 'down';
  const said = answer(prompt, (dice >>> 3) % 10_000);
  return { says: typeof said === 'string' ? said : JSON.stringify(said) };
});

/** A model that says what is to be said by then. */
const speaking = (text: () => string) => async (): Promise<Backend> => ({
  ...createUnderstudy(),
  async *complete(request, signal) {
    yield* (await scripted(text())()).complete(request, signal);
  },
});

/** The program's own wiring on a folder, in which all that depends on chance goes by a seed. */
export function appIn(folder: string): App {
  const config = join(folder, 'config.toml');
  writeFileSync(config, '[backend]\nkind = "understudy"\n');
  return new App({ data: folder, config, seed: '7' });
}

/** A chat of three. */
export const newEvening = (app: App): string =>
  startChat(
    { ...app.newChatParts, now: () => new Date(beginsAt).toISOString() },
    { cards: [keepCard(app, join(app.packageRoot, 'cards/the-last-ferry.json'))], as: human },
  );

/** How many turns stand on the line of a chat. */
function turnsOf({ store }: App, id: string): number {
  const { segments } = store.tree.lineage(id, store.chats.read(id).head);
  const turns = segments.flatMap((segment) => [...store.log.read(segment)].map(({ turn }) => turn));
  return new Set(turns).size;
}

/** Plays what is left of a play of so many lines, whose chat had `begun` turns before it; tells of each act that is done. */
export async function playOn(
  app: App,
  id: string,
  { lines, begun }: { readonly lines: number; readonly begun: number },
  done: (step: number) => void = () => {},
): Promise<void> {
  const steps = script(lines);
  const first = turnsOf(app, id) - begun;
  let at = first;
  const { playParts } = app;
  const play = openPlay(
    {
      ...playParts,
      backend: speaking(() => `*${others[at % 2]} looks up.* It is ${at} by the clock.`),
      classifier: async () => small,
      now: () => new Date(beginsAt + at * minuteMs).toISOString(),
    },
    id,
  );
  for (at = first; at <= steps.length; at += 1) {
    if (at % settlesEvery === 0 || at === steps.length) for await (const _ of settleJobs(play.chat));
    await steps[at]?.(play);
    done(at);
  }
  await play.close();
}

/** Whatever there is of a chat in few words: what is so, by hash, and how many scenes and occasions are over. */
export function stateOf({ store }: App, id: string) {
  const state = store.chats.read(id);
  const { hash, differences } = store.verify(state);
  const { scenes: over, occasions } = mindOf(opened(state.world).state, 'everyone');
  return {
    hash,
    differences,
    closed: over.closed,
    occasions: Object.values(occasions).map((one) => one.state),
  };
}

/** The turns of a chat. */
export const begunIn = turnsOf;
