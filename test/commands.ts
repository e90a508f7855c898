import fc from 'fast-check';
import { canonicalAudience } from '../src/domain/audience/audience.ts';
import { isSottoError } from '../src/domain/errors.ts';
import type { Message } from '../src/domain/message.ts';
import { memberOf, stageOf } from '../src/domain/world/world.ts';
import type { Play } from '../src/play/play.ts';
import type { Scene } from './histories.ts';

/** The cast of the scene, as commands name it. */
export const names = ['Maren', 'Ansel', 'Odile', 'Tomas'] as const;
export type Name = (typeof names)[number];

/** Those who may come later. */
export const newcomers = ['Quill', 'Rook'] as const;
export type Newcomer = (typeof newcomers)[number];

/** Something that a person or a model does; `pick` chooses among the messages that the actor perceives. */
export type Command =
  | { type: 'say'; by: Name; to: readonly Name[]; text: string }
  | { type: 'reply'; by: Name; to: readonly Name[]; text: string; cut: boolean; thinks: boolean }
  | { type: 'continue'; by: Name; pick: number }
  | { type: 'edit'; by: Name; pick: number; to: readonly Name[]; text: string }
  | { type: 'delete' | 'pin' | 'unpin' | 'renew'; by: Name; pick: number }
  | { type: 'as'; by: Name }
  | { type: 'rename'; title: string }
  | { type: 'rewind'; turns: number }
  | { type: 'rewind_to'; by: Name; pick: number }
  | { type: 'undo' | 'redo' | 'regenerate' }
  | { type: 'branch'; by: Name; name: string; pick: number | null }
  | { type: 'switch'; name: string }
  | { type: 'swipe'; by: Name; which: 'next' | 'prev' | number }
  | { type: 'comes'; who: Name | Newcomer; knowsPast: boolean }
  | { type: 'goes'; who: Name | Newcomer }
  | { type: 'is_called'; who: Name | Newcomer; name: string }
  | { type: 'opens'; by: Name; pick: number; through: number; to: readonly (Name | Newcomer)[] };

const name = fc.constantFrom(...names);
const to = fc.oneof(fc.constant<Name[]>([]), fc.subarray([...names], { minLength: 1, maxLength: 3 }));
const text = fc.constantFrom('Aye.', 'The key?', 'Not here.', 'Bob: two\nOdile: three', 'Later, {{user}}.');
const pick = fc.oneof(fc.constant(0), fc.nat(5));
const branchName = fc.constantFrom('dawn', 'dusk', 'fog', 'tide');

/** Utterances and what is done to them. */
export const talk: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('say' as const), by: name, to, text }), weight: 6 },
  {
    arbitrary: fc.record({
      type: fc.constant('reply' as const),
      by: name,
      to,
      text,
      cut: fc.boolean(),
      thinks: fc.boolean(),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ type: fc.constant('edit' as const), by: name, pick, to, text }), weight: 4 },
  {
    arbitrary: fc.record({ type: fc.constantFrom('delete', 'pin', 'unpin' as const), by: name, pick }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ type: fc.constantFrom('continue', 'renew' as const), by: name, pick }),
    weight: 2,
  },
);

/** Moves in the tree, by places rather than by counts. */
export const moves: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant('rewind_to' as const), by: name, pick }),
  fc.record({
    type: fc.constant('branch' as const),
    by: name,
    name: branchName,
    pick: fc.option(pick, { freq: 2 }),
  }),
  fc.record({ type: fc.constant('switch' as const), name: fc.oneof(branchName, fc.constant('main')) }),
  fc.record({ type: fc.constantFrom('redo', 'regenerate' as const) }),
  fc.record({
    type: fc.constant('swipe' as const),
    by: name,
    which: fc.constantFrom('next', 'prev' as const),
  }),
);

const anyone = fc.constantFrom(...names, ...newcomers);

/** Who is there, what they are called, and who has heard what. */
export const presence: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc.record({ type: fc.constant('comes' as const), who: anyone, knowsPast: fc.boolean() }),
    weight: 3,
  },
  { arbitrary: fc.record({ type: fc.constant('goes' as const), who: anyone }), weight: 2 },
  {
    arbitrary: fc.record({
      type: fc.constant('is_called' as const),
      who: anyone,
      name: fc.constantFrom('Sable', 'Ida', 'Quill'),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('opens' as const),
      by: name,
      pick,
      through: fc.nat(2),
      to: fc.oneof(fc.constant([]), fc.subarray([...names, ...newcomers], { maxLength: 3 })),
    }),
    weight: 3,
  },
);

/** Everything that can be done in a chat. */
export const anything: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: talk, weight: 6 },
  { arbitrary: moves, weight: 3 },
  {
    arbitrary: fc.record({ type: fc.constant('rewind' as const), turns: fc.integer({ min: 1, max: 3 }) }),
    weight: 1,
  },
  { arbitrary: fc.record({ type: fc.constantFrom('undo', 'undo', 'redo' as const) }), weight: 3 },
  { arbitrary: fc.record({ type: fc.constant('as' as const), by: name }), weight: 1 },
  {
    arbitrary: fc.record({ type: fc.constant('rename' as const), title: fc.constantFrom('Dawn', 'Dusk') }),
    weight: 1,
  },
);

/** Where everybody is named who is there, it is no secret among them. */
function said(scene: Scene, { by, text, to }: Extract<Command, { type: 'say' }>): string {
  const world = stageOf(scene.state.world);
  const knownTo = canonicalAudience(
    world,
    [by, ...to].map((name) => scene.who(name)),
  );
  if (to.length === 0 || knownTo.length > 0) return scene.said(by, text, to);
  const payload = { speaker: scene.who(by), raw: text, text, knownTo, confided: true };
  return scene.given({ kind: 'message_said', payload });
}

/** Somebody comes, or goes out and comes in again. */
async function came(scene: Scene, { who, knowsPast }: Extract<Command, { type: 'comes' }>): Promise<void> {
  const play = scene.playing('*');
  const name = memberOf(stageOf(scene.state.world), scene.who(who))?.name ?? who;
  await play.leave(name).catch(() => undefined);
  await play.join(name, { knowsPast, newcomer: () => ({ name, card: null }) });
}

function opened(
  scene: Scene,
  { by, pick, through, to }: Extract<Command, { type: 'opens' }>,
): Promise<unknown> {
  const play = scene.playing(by);
  const from = picked(play, pick + through);
  const last = picked(play, pick);
  const called = to.map(
    (name) => stageOf(scene.state.world).cast.find(({ id }) => id === scene.who(name))?.name ?? name,
  );
  const change = { to: called.length === 0 ? ('everyone' as const) : called };
  if (!from || !last) return Promise.resolve();
  return play.changeAudience(from.id, { ...change, through: last.id });
}

const picked = (play: Play, at: number): Message | undefined => play.view().last(at + 1)[0];

const tagged = (text: string, to: readonly Name[]): string =>
  to.length === 0 ? text : `${text} (ooc: __known_to_chars__${to.join(',')}__)`;

function continued(scene: Scene, target: Message): void {
  const origin = { answers: null, backend: 'understudy', model: 'understudy', seed: 1, windowFrom: null };
  const { id: message, knownTo } = target;
  const words = { message, raw: 'And so on.', text: `${target.text} And so on.`, knownTo: [...knownTo] };
  scene.given({ kind: 'reply_continued', payload: { ...words, truncated: false, ...origin } }, 'model');
}

async function onMessage(scene: Scene, command: Command & { pick: number; by: Name }): Promise<void> {
  const play = scene.playing(command.by);
  const target = picked(play, command.pick);
  if (!target) return;
  switch (command.type) {
    case 'continue':
      return continued(scene, target);
    case 'edit':
      return play.edit(target.id, tagged(command.text, command.to));
    case 'delete':
      return play.remove(target.id);
    case 'renew':
      return play.regenerateKeeping(target.id);
    case 'pin':
      return play.pin(target.id);
    case 'unpin':
      return play.unpin(target.id);
    case 'rewind_to':
      await play.rewind({ message: target.id });
  }
}

async function perform(scene: Scene, command: Command): Promise<unknown> {
  const { play } = scene;
  switch (command.type) {
    case 'say':
      return said(scene, command);
    case 'reply':
      return scene.replied(command.by, command.text, {
        ...command,
        reasoning: command.thinks ? `${command.by} thinks of the whisper.` : '',
      });
    case 'as':
      return play.playAs(command.by);
    case 'rename':
      return play.rename(command.title);
    case 'rewind':
      return scene.playing().rewind({ turns: command.turns });
    case 'undo':
    case 'redo':
    case 'regenerate':
      return scene.playing()[command.type]();
    case 'switch':
      return scene.playing().switchTo(command.name);
    case 'swipe':
      return scene.playing(command.by).swipe(command.which);
    case 'comes':
      return came(scene, command);
    case 'goes':
      return scene.playing('*').leave(scene.who(command.who));
    case 'is_called':
      return scene.playing('*').renameCharacter(scene.who(command.who), command.name);
    case 'opens':
      return opened(scene, command);
    case 'branch': {
      const by = scene.playing(command.by);
      const at = command.pick === null ? undefined : picked(by, command.pick)?.id;
      return by.branch(command.name, at);
    }
    default:
      return onMessage(scene, command);
  }
}

/** What people do in a chat, and who comes and goes. */
export const anyHistory = fc.array(
  fc.oneof({ arbitrary: anything, weight: 4 }, { arbitrary: presence, weight: 1 }),
  { minLength: 1, maxLength: 24, size: 'max' },
);

/** Does it a minute later; false when a person would have been told why not. Other errors are thrown. */
export async function carryOut(scene: Scene, command: Command): Promise<boolean> {
  scene.at += 60_000;
  try {
    await perform(scene, command);
    return true;
  } catch (error) {
    if (isSottoError(error)) return false;
    throw error;
  }
}
