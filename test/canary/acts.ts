import type { Dice } from '../../src/inference/understudy/dice.ts';
import type { AskOptions } from '../../src/play/chat/asking-play.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import type { Play } from '../../src/play/play.ts';
import { editMemory, memoriesOf, pinMemory } from '../../src/play/story/memories/memories.ts';
import {
  addOccasion,
  occasionsIn,
  startOccasion,
  tellOccasion,
  turnOccasion,
} from '../../src/play/story/occasion-acts.ts';
import { closeScene } from '../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../src/play/story/time/skipping.ts';
import { uniqueWord } from '../fake-server/unique-word.ts';
import { names } from './town.ts';

/** One thing that a person does, by the dice. */
type Act = (play: Play, dice: Dice) => unknown;

const anyone = (dice: Dice): string => dice.pick(names) ?? '';
const some = (dice: Dice): string[] => names.filter(() => dice.oneIn(4));
const topics = ['The door stays shut.', 'Rain by noon?', 'Keep the key, {{user}}.', 'The bell again.'];
const line = (dice: Dice): string =>
  `${uniqueWord(dice)} ${dice.oneIn(3) ? `${anyone(dice)}, ` : ''}${dice.pick(topics)}`;

/** A line with its audience in a tag. */
const tagged = (dice: Dice): string => {
  const to = some(dice);
  return to.length === 0 ? line(dice) : `${line(dice)} (ooc: __known_to_chars__${to.join(',')}__)`;
};

const spoken = (dice: Dice) => {
  const to = some(dice);
  const replies = dice.oneIn(5) ? { reply: [anyone(dice)] } : {};
  return {
    ...(dice.oneIn(3) && { as: anyone(dice) }),
    ...(to.length > 0 && { to }),
    ...replies,
    maxTokens: 24,
  };
};

/** What is asked beside the play names nothing that anybody may not know. */
const questions: readonly AskOptions[] = [
  { text: 'Who keeps the key, and why does the bell ring?' },
  { text: 'What of the door?', chat: 'Town' },
  { text: 'the key and the bell', kind: 'remember' },
  { kind: 'session-summary' },
  { kind: 'impersonation' },
  { kind: 'next-speaker' },
];

const strategies = ['natural', 'natural', 'list', 'pooled', 'model'] as const;

const someOrAll = (dice: Dice): string[] | 'everyone' => {
  const to = some(dice);
  return to.length === 0 ? 'everyone' : to;
};

const anOccasion = (play: Play, dice: Dice): string => dice.pick(occasionsIn(play.known().mind))?.id ?? '-';

const aGroup = (play: Play, dice: Dice): string => dice.pick(play.state().groups)?.name ?? '-';

const back = (dice: Dice): string => (dice.oneIn(2) ? 'last' : `-${2 + dice.roll(4)}`);

const acts: readonly (readonly [number, Act])[] = [
  [30, (play, dice) => play.say(line(dice), spoken(dice))],
  [10, (play, dice) => play.say(tagged(dice), { maxTokens: 24 })],
  [8, (play, dice) => play.reply(anyone(dice), 24)],
  [12, (play, dice) => play.playAs(anyone(dice))],
  [4, (play) => play.regenerate()],
  [3, (play) => play.continueReply()],
  [3, (play, dice) => play.swipe(dice.oneIn(2) ? 'next' : 'prev')],
  [3, (play, dice) => play.rewind({ turns: 1 + dice.roll(2) })],
  [1, (play, dice) => play.rewind({ message: back(dice) })],
  [2, (play) => play.undo()],
  [2, (play) => play.redo()],
  [3, (play, dice) => play.edit(back(dice), tagged(dice))],
  [2, (play, dice) => play.pin(back(dice))],
  [1, (play, dice) => play.remove(back(dice))],
  [1, (play, dice) => play.branch(`b${dice.roll(1000)}`)],
  [1, async (play, dice) => play.switchTo(dice.pick(play.branches())?.name ?? 'main')],
  [4, (play, dice) => play.prompt(anyone(dice))],
  [4, async (play, dice) => play.drafting(`${anyone(dice)}, are you there?`)],
  [1, (play, dice) => play.describe(anyone(dice))],
  [3, (play, dice) => play.ask(anyone(dice), { ...dice.pick(questions), keep: dice.oneIn(3) })],
  [8, (play, dice) => play.join(anyone(dice), { knowsPast: dice.oneIn(4) })],
  [4, (play, dice) => play.leave(anyone(dice))],
  [2, (play, dice) => play.changeAudience(back(dice), { to: someOrAll(dice) })],
  [
    2,
    (play, dice) =>
      play.setNote({ text: line(dice), depth: dice.roll(4), every: 1, role: 'system', to: some(dice) }),
  ],
  [3, (play, dice) => play.changeGroup(uniqueWord(dice), 'add', [anyone(dice), ...some(dice)])],
  [3, (play, dice) => play.changeGroup(aGroup(play, dice), dice.oneIn(2) ? 'add' : 'remove', [anyone(dice)])],
  [3, (play, dice) => play.say(line(dice), { to: [`@${aGroup(play, dice)}`], maxTokens: 24 })],
  [2, (play, dice) => play.setScenario(anyone(dice), line(dice))],
  [2, (play, dice) => play.sendLetter({ to: [anyone(dice)], subject: 'Read this', text: line(dice) })],
  [2, (play, dice) => play.direct(anyone(dice), line(dice))],
  [2, (play, dice) => play.setDirector({ strategy: dice.pick(strategies) ?? 'natural' })],
  [3, (play) => play.goOn()],
  [3, (play, dice) => closeScene(play.chat, { summary: line(dice) })],
  [3, (play, dice) => addOccasion(play.chat, line(dice), { props: [line(dice)], to: some(dice) })],
  [2, (play, dice) => tellOccasion(play.chat, anOccasion(play, dice), some(dice))],
  [1, (play, dice) => startOccasion(play.chat, anOccasion(play, dice))],
  [1, (play, dice) => turnOccasion(play.chat, anOccasion(play, dice), 'completed', { gist: line(dice) })],
  [1, (play, dice) => skipTime(play.chat, 'the next morning', { way: dice.oneIn(2) ? 'jump' : 'elide' })],
  [2, (play, dice) => editMemory(play.chat, dice.pick(memoriesOf(play.chat))?.id ?? '-', line(dice))],
  [2, async (play, dice) => pinMemory(play.chat, dice.pick(memoriesOf(play.chat))?.id ?? '-', true)],
  [
    8,
    async (play) => {
      for await (const _ of settleJobs(play.chat));
    },
  ],
];

const whole = acts.reduce((sum, [weight]) => sum + weight, 0);

/** One act, the likelier the heavier. */
export const anyAct = (dice: Dice): Act => {
  let rest = dice.roll(whole);
  for (const [weight, act] of acts) {
    if (rest < weight) return act;
    rest -= weight;
  }
  return acts[0]![1];
};
