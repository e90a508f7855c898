import type { NewEvent } from '../events/events.ts';
import { bounds, type Effects } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, noActivity, noOccasion, type Occasion } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { foldName, presentIn, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import { problemOf } from './decide-state.ts';
import { type Decision, type Refusal, refuse } from './decision.ts';
import {
  after,
  both,
  dueBy,
  type Hand,
  over,
  planned,
  propProblem,
  started,
  unmet,
} from './occasion-events.ts';

/** How an occasion ends or begins by hand: what it brings about beside what was planned, and what remains to be told. */
export interface Turning {
  readonly gist?: string | undefined;
  readonly effects: Effects;
}

/** What becomes of an occasion by hand. */
export type Turn = 'active' | 'completed' | 'cancelled';

/** What a person does with the occasions and the time of a story, at a screen of `by`. */
export type StoryCommand = {
  readonly by: CharacterId | 'everyone';
  readonly idFor: (about: string) => string;
} & (
  | { readonly type: 'add_occasion'; readonly occasion: string; readonly fields: Partial<Occasion> }
  | ({ readonly type: 'turn_occasion'; readonly occasion: string; readonly to: Turn } & Turning)
  /** Time that is not played passes: until `to`; empty = nobody knows when. */
  | { readonly type: 'skip'; readonly text: string; readonly way: 'elide' | 'jump'; readonly to: string }
);

const handOf = ({ by, idFor }: StoryCommand): Hand => ({ idFor, ...(by !== 'everyone' && { by }) });

const isOpen = ({ state }: Occasion): boolean => state === 'planned' || state === 'active';

function add(world: World, command: Extract<StoryCommand, { type: 'add_occasion' }>): Decision {
  const occasion = { ...noOccasion, ...command.fields };
  const { name, at } = occasion;
  if (name === '') return refuse('empty_name', 'the name is empty; give the occasion one');
  const { occasions } = mindOf(world.state, command.by);
  const same = Object.values(occasions).find((one) => isOpen(one) && foldName(one.name) === foldName(name));
  if (same)
    return refuse('occasion_exists', `"${same.name}" is ${same.state} already; close or cancel it first`);
  if (at !== '' && minutesIn(at) === null)
    return refuse('bad_time', `"${at}" is no time of the world; write it as 2026-01-31T18:00`);
  const event = planned([command.occasion, occasion], handOf(command).by);
  const problem = propProblem(occasion) ?? boundsProblem(event);
  return problem ? { refused: problem } : { events: [event] };
}

function boundsProblem({ payload, kind }: NewEvent): Refusal | null {
  if (kind !== 'occasion_change' && kind !== 'manual_edit') return null;
  const change = kind === 'manual_edit' ? payload.change : { what: 'occasion' as const, ...payload };
  const message = problemOf(change);
  return message === null ? null : { code: 'out_of_bounds', message };
}

/** What an occasion may become, by what it is. */
const turns: Readonly<Record<Occasion['state'], readonly Turn[]>> = {
  planned: ['active', 'cancelled'],
  active: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  expired: [],
};
const verbs = { active: 'start', completed: 'close', cancelled: 'cancel' };

function refusalOfTurn({ name, state }: Occasion, to: Turn): Decision | null {
  const can = turns[state];
  if (can.includes(to)) return null;
  const then = can.map((one) => `\`sotto occasion ${verbs[one]}\``).join(' or ');
  const remedy = then === '' ? 'add another with `sotto occasion add`' : `${then} is what can be done`;
  return refuse(
    'bad_transition',
    `"${name}" is ${state} and cannot be ${to === 'active' ? 'started' : to}; ${remedy}`,
  );
}

function turn(world: World, command: Extract<StoryCommand, { type: 'turn_occasion' }>): Decision {
  const { to, effects, gist } = command;
  const before = mindOf(world.state, command.by).occasions[command.occasion];
  if (!before) return refuse('no_such_occasion', 'there is no such occasion; see `sotto occasions`');
  const refused = refusalOfTurn(before, to);
  if (refused) return refused;
  const own = { ...before, ...(gist !== undefined && { gist }) };
  const hand = handOf(command);
  const known = [command.occasion, own] as const;
  const check = { ...own, onComplete: both(own.onComplete, effects) };
  const problem = propProblem(check);
  if (problem) return { refused: problem };
  if (to === 'active') {
    const begun = { ...own, onStart: both(own.onStart, effects) };
    return bounded(started(world, [command.occasion, begun], hand.by));
  }
  const brought = to === 'completed' ? both(own.onComplete, effects) : effects;
  const told = to === 'completed' || gist !== undefined ? known : ([known[0], { ...own, gist: '' }] as const);
  return bounded(over(world, told, { state: to, effects: brought, hand }));
}

function bounded(events: readonly NewEvent[]): Decision {
  const problem = events.map(boundsProblem).find((one) => one !== null);
  return problem ? { refused: problem } : { events };
}

/** An occasion that a skip passes by: it is played out in short, or it has expired where something that it needs is not there. */
function passedBy(
  world: World,
  [id, occasion]: ReturnType<typeof dueBy>[number],
  command: StoryCommand,
): NewEvent[] {
  const hand = { ...handOf(command), time: occasion.at };
  const mind = mindOf(world.state, command.by);
  if (unmet(world, mind, occasion).length > 0)
    return over(world, [id, { ...occasion, gist: '' }], { state: 'expired', effects: {}, hand });
  const effects = both(occasion.onStart, occasion.onComplete);
  return over(world, [id, occasion], { state: 'completed', effects, hand });
}

/** What falls due while time passes, one after the other: before the landing it is over, at the landing it begins. */
function fallingDue(world: World, command: Extract<StoryCommand, { type: 'skip' }>): NewEvent[] {
  let now = world;
  const landing = minutesIn(command.to);
  return dueBy(mindOf(world.state, command.by), command.to).flatMap((due) => {
    const isAtLanding = minutesIn(due[1].at) === landing;
    const isMissing = isAtLanding && unmet(now, mindOf(now.state, command.by), due[1]).length > 0;
    if (isMissing) return [];
    const events = isAtLanding ? started(now, due, handOf(command).by) : passedBy(now, due, command);
    now = after(now, events);
    return events;
  });
}

/** What somebody does is over by then; where they are stays while what goes on does. */
const atRest = (entity: CharacterId, way: 'elide' | 'jump'): NewEvent => {
  const { container: _, slot: __, ...rest } = noActivity;
  const place = way === 'jump' ? { container: '', slot: '' } : {};
  return stateEvent({ what: 'activity', entity, ...rest, ...place, holding: [] }, []);
};

function skip(world: World, command: Extract<StoryCommand, { type: 'skip' }>): Decision {
  const { text, way, to } = command;
  const { by } = handOf(command);
  const doer = by !== undefined && { by };
  if (text.trim() === '') return refuse('empty_text', 'say how time passes, such as "the next morning"');
  if (to.length > bounds.word)
    return refuse('bad_time', 'that is no time of the world; write 2026-01-31T18:00');
  const closed: NewEvent[] =
    way === 'jump' ? [{ kind: 'scene_closed', payload: { reason: 'skip', ...doer } }] : [];
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

/** Decides what a person does with the occasions and the time of a story. Pure. */
export function decideStory(world: World, command: StoryCommand): Decision {
  switch (command.type) {
    case 'add_occasion':
      return add(world, command);
    case 'turn_occasion':
      return turn(world, command);
    case 'skip':
      return skip(world, command);
  }
}
