import type { NewEvent } from '../events/events.ts';
import { bounds, type Effects } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, noActivity } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { presentIn, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import { type Decision, refuse } from './decision.ts';
import {
  after,
  both,
  dueBy,
  effectEvents,
  ended,
  handOf,
  type Known,
  passed,
  started,
  unmet,
} from './occasion-events.ts';

/** How time passes that is not played. */
export interface Skipping {
  /** Whether nothing was said in the scene yet: then it goes on. */
  readonly isUnsaid?: boolean;
  readonly text: string;
  readonly way: 'elide' | 'jump';
  /** The world's time at its end; empty = nobody knows. */
  readonly to: string;
}

interface SkipCommand extends Skipping {
  readonly by: CharacterId | 'everyone';
  readonly idFor: (about: string) => string;
}

/** What becomes of an occasion that a skip passes by: it is played out in short, or has expired where it lacks something. */
function passedBy(world: World, [id, occasion]: Known, command: SkipCommand): Passed {
  const hand = { ...handOf(command), time: occasion.at };
  if (unmet(world, command.by, occasion).length > 0) {
    const missed = { state: 'expired', effects: {}, hand } as const;
    return { events: ended(world, [id, { ...occasion, gist: '' }], missed), effects: {} };
  }
  const effects = both(occasion.onStart, occasion.onComplete);
  return { events: passed(world, [id, occasion], effects, hand), effects };
}

/** What an occasion comes to while time passes, and what it brings about. */
interface Passed {
  readonly events: readonly NewEvent[];
  readonly effects: Effects;
}

/** What falls due while time passes, in order: before the landing it is over, what all of them bring about together; at the landing it begins. */
function fallingDue(world: World, command: SkipCommand): NewEvent[] {
  const due = dueBy(mindOf(world.state, command.by), command.to);
  const dependsOnOthers = due.some(([, { needs }]) => needs.length > 0);
  const isAtLanding = ([, { at }]: Known) => minutesIn(at) === minutesIn(command.to);
  let now = world;
  const gone = due
    .filter((one) => !isAtLanding(one))
    .map((one) => {
      const found = passedBy(now, one, command);
      if (dependsOnOthers) now = after(now, [...found.events, ...effectEvents(now, found.effects)]);
      return found;
    });
  const brought = effectEvents(world, gone.map(({ effects }) => effects).reduce(both, {}));
  const over = [...gone.flatMap(({ events }) => events), ...brought];
  const landing = due.filter(isAtLanding);
  if (landing.length > 0) now = after(world, over);
  const begun = landing.flatMap((one) => {
    if (unmet(now, command.by, one[1]).length > 0) return [];
    const events = started(now, one, handOf(command).by);
    now = after(now, events);
    return events;
  });
  return [...over, ...begun];
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
  if (to.length > bounds.word)
    return refuse('bad_time', 'that is no time of the world; write 2026-01-31T18:00');
  const closed: NewEvent[] =
    way === 'jump' && !command.isUnsaid
      ? [{ kind: 'scene_closed', payload: { reason: 'skip', ...doer } }]
      : [];
  const due = fallingDue(after(world, closed), command);
  const timed: NewEvent[] =
    to === ''
      ? []
      : [
          {
            kind: 'manual_edit',
            payload: { target: 'world', change: { what: 'world', time: to }, knownTo: [], ...doer },
          },
        ];
  return {
    events: [
      ...closed,
      ...due,
      { kind: 'time_skipped', payload: { text: text.trim(), way, ...doer } },
      ...timed,
      ...presentIn(world).map((entity) => atRest(entity, way)),
    ],
  };
}
