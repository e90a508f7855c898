import type { NewEvent } from '../events/events.ts';
import type { Effects } from '../events/state-kinds.ts';
import { bounds } from '../fiction/kinds.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, noActivity } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { presentIn, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import { type Decision, refuse } from './decision.ts';
import {
  after,
  both,
  concerning,
  effectEvents,
  ended,
  type Hand,
  handOf,
  passed,
  started,
  unmetFor,
} from './occasion-events.ts';
import type { Learners } from './occasion-learners.ts';
import { alone, type Due, dueBy, inTurn } from './occasion-times.ts';

/** How time passes that is not played. */
export interface TimeSkip {
  /** Whether nothing was said in the scene yet: then it goes on. */
  readonly isUnsaid?: boolean;
  readonly text: string;
  readonly way: 'elide' | 'jump';
  /** The world's time at its end; empty = nobody knows. */
  readonly to: string;
}

interface SkipCommand extends TimeSkip {
  readonly by: CharacterId | 'everyone';
  readonly idFor: (about: string) => string;
}

/** What an occasion comes to while time passes, and what it brings about. */
interface Passed {
  readonly events: readonly NewEvent[];
  readonly effects: Effects;
}

/** Whose occasions fall due: those of whoever skips, in front of all who are there, or those of one of the others for them alone. */
interface Whose {
  readonly who: CharacterId | 'everyone';
  readonly hand: Hand;
  readonly learners?: Learners;
}

/** What becomes of an occasion that a skip passes by: it is played out in short, or has expired where it lacks something. */
function passedBy(world: World, { known, begins }: Due, { who, hand, learners }: Whose): Passed {
  const [id, occasion] = known;
  const { at, until, onStart, onComplete } = occasion;
  const how = { hand: { ...hand, time: begins ? at : until }, ...(learners && { learners }) };
  if (begins && unmetFor(world, who, occasion).length > 0) {
    const missed = { state: 'expired', effects: {}, ...how } as const;
    return { events: ended(world, [id, { ...occasion, gist: '' }], missed), effects: {} };
  }
  const all = begins ? both(onStart, onComplete) : onComplete;
  const effects = learners ? concerning(all, (one) => learners.knownTo.includes(one)) : all;
  const events = begins
    ? passed(world, known, { ...how, effects })
    : ended(world, known, { ...how, effects, state: 'completed' });
  return { events, effects };
}

/** It begins at the landing, or before it where it ends later. */
const isOnAt =
  (landing: number | null) =>
  ({ begins, ends, at, known: [, { until }] }: Due): boolean =>
    begins && !ends && (at === landing || minutesIn(until) !== null);

/** What falls due for somebody while time passes, in order: it is over, and brings about together what it does, or goes on at the landing. */
function fallingDue(world: World, to: string, whose: Whose): NewEvent[] {
  const { who, hand, learners } = whose;
  const due = dueBy(mindOf(world.state, who), to);
  const dependsOnOthers = due.some(({ known: [, { needs }] }) => needs.length > 0);
  const isOn = isOnAt(minutesIn(to));
  let now = world;
  const gone = due
    .filter((one) => !isOn(one))
    .map((one) => {
      const found = passedBy(now, one, whose);
      if (dependsOnOthers) now = after(now, [...found.events, ...effectEvents(now, found.effects)]);
      return found;
    });
  const brought = effectEvents(world, gone.map(({ effects }) => effects).reduce(both, {}));
  const over = [...gone.flatMap(({ events }) => events), ...brought];
  const going = due.filter(isOn);
  if (going.length === 0) return over;
  const begun = inTurn(after(world, over), going, (then, { known }) =>
    unmetFor(then, who, known[1]).length > 0 ? [] : started(then, known, { by: hand.by, learners }),
  );
  return [...over, ...begun];
}

/** What else falls due for those who are there beside whoever skips, for each of them alone. */
function dueForOthers(world: World, { by, to, idFor }: SkipCommand): NewEvent[] {
  const others = presentIn(world).filter((who) => who !== by);
  return inTurn(world, others, (now, who) =>
    fallingDue(now, to, { who, hand: { idFor }, learners: alone(who) }),
  );
}

/** What somebody does is over by then; where they are, how, and what their hands hold stays while the scene does. */
const atRest = (entity: CharacterId, way: 'elide' | 'jump'): NewEvent => {
  const { container, slot, posture, holding: _, ...rest } = noActivity;
  const kept = way === 'jump' ? { container, slot, posture, holding: [] } : {};
  return stateEvent({ what: 'activity', entity, ...rest, ...kept }, []);
};

/** Decides that time passes: what falls due on the way, and everybody at rest at its end. Pure. */
export function decideSkip(world: World, command: SkipCommand): Decision {
  const { text, way, to } = command;
  const { by } = handOf(command);
  const doer = by !== undefined && { by };
  if (text.trim() === '') return refuse('empty_text', 'say how time passes, such as "the next morning"');
  if (to.length > bounds.word) return refuse('bad_time', 'that is not a time; write it as 2026-01-31T18:00');
  const closed: NewEvent[] =
    way === 'jump' && !command.isUnsaid
      ? [{ kind: 'scene_closed', payload: { reason: 'skip', ...doer } }]
      : [];
  const due = fallingDue(after(world, closed), to, { who: command.by, hand: handOf(command) });
  const timed: NewEvent[] =
    to === ''
      ? []
      : [
          {
            kind: 'manual_edit',
            payload: { target: 'world', change: { what: 'world', time: to }, knownTo: [], ...doer },
          },
        ];
  const skipped: NewEvent[] = [
    ...closed,
    ...due,
    { kind: 'time_skipped', payload: { text: text.trim(), way, ...doer } },
    ...timed,
    ...presentIn(world).map((entity) => atRest(entity, way)),
  ];
  // Behind all that others perceive: a turn has the id of its first event.
  return { events: [...skipped, ...dueForOthers(after(world, skipped), command)] };
}
