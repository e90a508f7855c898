import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { isSottoError } from '../../src/domain/errors.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import { idParts } from '../../src/domain/events/id-parts.ts';
import type { Message } from '../../src/domain/message.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { failuresSeen } from '../../src/play/director/failures.ts';
import { openPlay } from '../../src/play/open-play.ts';
import { addOccasion } from '../../src/play/story/occasion-acts.ts';
import { skipTime } from '../../src/play/story/time/skipping.ts';
import type { Store } from '../../src/store/store.ts';
import { askedOf } from './beside/asked-of.ts';
import { type Act, type Anyone, everyone, history, passedOver, wandering } from './deeds.ts';
import { Quay } from './doing.ts';
import { playBeside } from './doors/beside.ts';
import { knock } from './doors/knocking.ts';
import { faultyClassifier } from './faulty.ts';
import { holdingsOf, refusalOf } from './holdings.ts';
import { paintedOf } from './painted.ts';
import { retell } from './retold.ts';
import { inTwoStores } from './two-stores.ts';
import { anyVariant, partsOf, reactingAs, settingsOf, type Variant } from './variant.ts';
import { Witnessed } from './witnessed.ts';

/** One history, and through whose eyes it is looked at. */
export interface Case {
  readonly acts: readonly Act[];
  readonly who: Anyone;
  readonly variant: Variant;
  /** Whether somebody comes, or has come and gone, whom the character never saw. */
  readonly stranger: 'none' | 'there' | 'gone';
  /** How far an occasion has come that was planned while the character was away, which then comes in, told of the past or not. */
  readonly missed: 'none' | 'plan' | 'start' | 'close';
  readonly isTold: boolean;
  /** Which doors are opened. */
  readonly knocks: readonly number[];
}

/**
 * Where the clock stands still nobody says the same twice, nor ends a scene twice: the same words at the same instant cannot have ids that are
 * their own and tell nothing, for each of them may be opened later to somebody who did not hear the other.
 */
const withoutRepeats = (one: Case): Case => {
  if (!one.variant.isClockStill) return one;
  const closes = one.acts.filter(({ type }) => type === 'close_scene');
  const told = one.acts.filter((act) => act.type !== 'close_scene' || act === closes[0]);
  const acts = told.map((act, at) =>
    'text' in act && act.text !== '' ? { ...act, text: `${act.text} ${at}` } : act,
  );
  return { ...one, acts };
};

/**
 * Whether something was done twice at one instant of which ids are made alike, as can happen where the clock stands still: the ids of
 * such twins tell which of them came first, though one of them may be unknown to whoever looks.
 */
function hasTwins({ store, id }: Quay): boolean {
  const seen = new Set<string>();
  for (const event of store.log.all({ chat: id })) {
    const content = JSON.stringify([idParts(event as unknown as NewEvent), event.at]);
    if (seen.has(content)) return true;
    seen.add(content);
  }
  return false;
}

/** Whether the chat is the one that a command means which names none: that something unheard made it so is not kept from anybody. */
const isLatest = ({ store, id }: Quay): boolean => store.chats.list()[0]?.id === id;

/** So many doors are opened in each history; a soak opens all. */
const knocksEach = 4;

const caseOf = (acts: fc.Arbitrary<Act[]>): fc.Arbitrary<Case> =>
  fc
    .record({
      acts,
      who: fc.constantFrom(...everyone),
      variant: anyVariant,
      stranger: fc.constantFrom('none', 'none', 'there', 'gone' as const),
      missed: fc.constantFrom('none', 'none', 'plan', 'start', 'close' as const),
      isTold: fc.boolean(),
      knocks: fc.array(fc.nat(), { minLength: knocksEach, maxLength: knocksEach }),
    })
    .map(withoutRepeats);

/** Any history and any character; in a third of them many moves in the tree. */
export const anyCase = caseOf(
  fc.oneof({ arbitrary: history, weight: 2 }, { arbitrary: wandering, weight: 1 }),
);

/** Any history of many moves in the tree. */
export const anyWandering = caseOf(wandering);

/** Any history with passes over what is said. */
export const anyPassedCase = caseOf(passedOver);

/** What came of the cases so far: hidden events, own thoughts, and those to whom nothing ever happened. */
export interface Tally {
  cases: number;
  left: number;
  thoughts: number;
  /** Screens that were painted. */
  painted: number;
  /** Questions that a small model did not answer, which the character is told of, and which it is not. */
  failures: number;
  untold: number;
  /** Doors that were opened. */
  doors: number;
}

/** Nothing so far. */
export const noTally = (): Tally => ({
  ...{ cases: 0, left: 0, thoughts: 0, painted: 0, failures: 0, untold: 0, doors: 0 },
});

/** What happens first, so that strangers are no rarity. */
function prelude({ who, stranger }: Case): Act[] {
  if (stranger === 'none') return [];
  const other = who === 'Quill' ? 'Rook' : 'Quill';
  const come = (name: Anyone): Act => ({ type: 'join', who: name, knowsPast: false });
  const go = (name: Anyone): Act => ({ type: 'leave', who: name });
  const away = [come(who), go(who), come(other)];
  return stranger === 'there' ? away : [...away, go(other), come(who)];
}

const stages = ['plan', 'start', 'close'] as const;

/** What goes on while the character is away, by the director or, kept to one other, by somebody whom it knows. */
function missedBy({ who, missed, isTold }: Case): Act[] {
  if (missed === 'none') return [];
  const [by, other] = who === 'Odile' ? (['Ansel', 'Maren'] as const) : (['Odile', 'Tomas'] as const);
  const about = {
    type: 'story',
    by: isTold ? by : null,
    name: 'regatta',
    who: by,
    of: other,
    text: '',
  } as const;
  const done = stages.slice(0, stages.indexOf(missed) + 1);
  const acts = done.map((what): Act => ({ ...about, what, to: isTold ? [other] : [] }));
  return [{ type: 'leave', who }, ...acts, { type: 'join', who, knowsPast: isTold }];
}

const swipedBy = ({ acts, who }: Case): Act[] =>
  acts.map((act) => (act.type === 'swipe' ? ({ ...act, by: who } as unknown as Act) : act));

/** The chat that is played beside, and none. */
const chatsBeside = ['The lamp room', 'no such chat'];

/** Painting takes a while: one of so many cases is painted. */
const screenEvery = 8;

/** No thought but one's own in what one has perceived; how many there are. */
function ownThoughts(messages: readonly Message[], who: string): number {
  const thoughts = JSON.stringify(messages).match(/\w+ thinks of/g) ?? [];
  for (const thought of thoughts) ok(thought === `${who} thinks of`, `${who} reads: ${thought}`);
  return thoughts.length;
}

const isOwnReply = (scene: Quay, name: string): boolean => {
  const last = scene.playing(name).view().last(1)[0];
  if (last?.speaker !== scene.who(name)) return false;
  const { store, id } = scene;
  return /^reply_|^opening/.test(store.eventAt(id, store.placeOf(last.id))?.kind ?? '');
};

/** Lets the character answer and answer again; what it was told when it could not. What others write is theirs. */
async function goOn(scene: Quay, name: string): Promise<string[]> {
  const play = scene.playing(name);
  const told: string[] = [];
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      if (!isSottoError(error)) throw error;
      told.push(error.message);
    });
  if (!isOwnReply(scene, name)) await attempt(play.reply(scene.calledNow(name)));
  if (isOwnReply(scene, name)) await attempt(play.regenerate());
  return told;
}

const usage = { reusedTokens: 0, generatedTokens: 3, firstTokenMs: 0, totalMs: 0, model: 'voice' };

/** A model that answers everybody alike, aloud, and tells how much it had to read. */
const voice = async (): Promise<Backend> => ({
  ...createUnderstudy(),
  async *complete({ prompt, messages }) {
    const text = '(aloud): Good evening.';
    yield { type: 'delta', text };
    const promptTokens = JSON.stringify([prompt, messages]).length;
    yield { type: 'finished', text, reason: 'eos', usage: { ...usage, promptTokens } };
  },
});

const lasting: ReadonlySet<PlayEvent['type']> = new Set(['message', 'usage', 'notice']);

/**
 * Lets those answer whom the character sees there, in the same words in both tellings; what its screen was told of that.
 * While a line may yet be an answer to a whisper nothing of it streams, so what streams may differ.
 */
async function hearOthers(scene: Quay, name: string): Promise<unknown[]> {
  const play = openPlay({ ...scene.parts, backend: voice }, scene.id, scene.calledNow(name));
  const told: unknown[] = [];
  play.subscribe((event) => lasting.has(event.type) && told.push(event));
  const { present, cast, playing } = play.state();
  for (const other of cast.filter(({ id }) => present.includes(id) && id !== playing.id)) {
    scene.at += 60_000;
    told.push(await refusalOf(() => play.reply(other.name)));
  }
  return told;
}

/**
 * Lets the character say something to all, with a small model that is asked who answers and who speaks up; what its screen was
 * told of that.
 */
async function speakAmong(scene: Quay, name: string, { temper }: Variant): Promise<unknown[]> {
  const classifier = async () => faultyClassifier(reactingAs(temper));
  const play = openPlay({ ...scene.parts, backend: voice, classifier }, scene.id, scene.calledNow(name));
  const told: unknown[] = [];
  play.subscribe((event) => lasting.has(event.type) && told.push(event));
  for (const strategy of ['natural', 'model'] as const) {
    scene.at += 60_000;
    told.push(await refusalOf(() => play.setDirector({ strategy })));
    told.push(await refusalOf(() => play.say(`Who has seen the ferry, Odile or Maren? ${strategy}`)));
  }
  return told;
}

/** Lets the character plan an occasion of a name that others may have, and time pass until all may be due; what it was told. */
async function goThrough(scene: Quay, name: string): Promise<unknown[]> {
  const play = scene.playing(name);
  const told: unknown[] = [];
  for (const work of [
    () => addOccasion(play.chat, 'regatta', { props: ['a drum'], at: '2026-02-03T08:00' }),
    () => skipTime(play.chat, 'A week later.', { way: 'jump', to: '2026-02-09T08:00' }),
  ]) {
    scene.at += 60_000;
    told.push(await refusalOf(async () => told.push(await work())));
  }
  return told;
}

/** What the log says of the replies of a character, but for where they stand. */
const repliesOf = ({ store, id }: Quay, who: string): unknown[] =>
  [...store.log.all({ chat: id })]
    .filter(
      ({ kind, payload }) => kind.startsWith('reply_') && (payload as { speaker?: string }).speaker === who,
    )
    .map(({ id: event, kind, payload }) => ({ event, kind, payload }));

/** What has been read for whom is the server's own: of the lines that were made here the other telling has the words alone. */
function withFreshServer(scene: Quay, { isChat }: Variant): void {
  const fresh = createUnderstudy();
  if (!isChat) Object.assign(scene.parts, { backend: async () => fresh });
}

/**
 * Plays a case in one store and, without what the character did not perceive, in the other; how much that was. Null where there is
 * nothing to compare: twins at one instant, or the character is gone.
 */
async function tellTwice(
  stores: readonly [Store, Store],
  one: Case,
  title: string,
): Promise<{ readonly full: Quay; readonly bare: Quay; readonly left: number } | null> {
  const options = { title, untagged: one.variant.ofChat, settings: settingsOf(one.variant) };
  const [full, bare] = stores.map((store) => new Quay(store, options, partsOf(one.variant))) as [Quay, Quay];
  const witnessed = new Witnessed(full, one.who);
  for (const act of [...prelude(one), ...missedBy(one), ...swipedBy(one)]) await witnessed.take(act);
  if (!full.isInCast(one.who) || (one.variant.isClockStill && hasTwins(full))) return null;
  const left = await retell(bare, witnessed);
  for (const scene of [full, bare]) withFreshServer(scene, one.variant);
  return { full, bare, left };
}

/**
 * Plays a case in one store and, without what the character did not perceive, in another, and compares all that the
 * character has of them, byte for byte. Throws AssertionError where they differ.
 */
export const compare = (one: Case, tally: Tally): Promise<void> =>
  inTwoStores((stores) => compareIn(stores, one, tally));

/** As `compare`, of all doors. */
export const compareDoors = (one: Case, tally: Tally): Promise<void> =>
  inTwoStores(async (stores) => {
    tally.cases += 1;
    await playBeside(stores, one.who, { settings: settingsOf(one.variant) });
    const told = await tellTwice(stores, one, 'The quay');
    if (!told) return;
    const { full, bare, left } = told;
    tally.left += left;
    bare.at = full.at;
    if (isLatest(full) === isLatest(bare)) tally.doors += await knock([full, bare], one.who, 'all');
  });

async function compareIn(stores: readonly [Store, Store], one: Case, tally: Tally): Promise<void> {
  const { who } = one;
  tally.cases += 1;
  await playBeside(stores, who, { settings: settingsOf(one.variant) });
  const told = await tellTwice(stores, one, `The quay ${tally.cases}`);
  if (!told) return;
  const { full, bare, left } = told;
  tally.left += left;
  const held = await holdingsOf(full, who);
  deepStrictEqual(held, await holdingsOf(bare, who));
  deepStrictEqual(await askedOf(full, who, chatsBeside), await askedOf(bare, who, chatsBeside));
  tally.thoughts += ownThoughts(held.messages, who);
  ok(!JSON.stringify([held.plan, held.state]).includes('thinks of'), 'a thought is in a prompt or a state');
  if (tally.cases % screenEvery === 0 && one.variant.hint === 'none') {
    tally.painted += 1;
    deepStrictEqual(await paintedOf(full.playing(who)), await paintedOf(bare.playing(who)));
  }
  const end = full.at + 60_000;
  full.at = end;
  bare.at = end;
  if (isLatest(full) === isLatest(bare)) tally.doors += await knock([full, bare], who, one.knocks);
  deepStrictEqual(await goOn(full, who), await goOn(bare, who));
  deepStrictEqual(repliesOf(full, full.who(who)), repliesOf(bare, bare.who(who)));
  deepStrictEqual(await hearOthers(full, who), await hearOthers(bare, who));
  deepStrictEqual(await speakAmong(full, who, one.variant), await speakAmong(bare, who, one.variant));
  deepStrictEqual(await goThrough(full, who), await goThrough(bare, who));
  const kept = await holdingsOf(full, who);
  deepStrictEqual(kept, await holdingsOf(bare, who));
  tally.failures += kept.failures.length;
  tally.untold += failuresSeen(full.playing('*').chat).length - failuresSeen(full.playing(who).chat).length;
}
