import type { NewEvent } from '../events/events.ts';
import type { Effects } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, noOccasion, type Occasion } from '../world/mind.ts';
import { foldName, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import { decideSkip, type Skipping } from './decide-skip.ts';
import { problemOf } from './decide-state.ts';
import { type Decision, type Refusal, refuse } from './decision.ts';
import { both, handOf, over, planned, propProblem, started } from './occasion-events.ts';

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
  | ({ readonly type: 'skip' } & Skipping)
);

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

/** Decides what a person does with the occasions and the time of a story. Pure. */
export function decideStory(world: World, command: StoryCommand): Decision {
  switch (command.type) {
    case 'add_occasion':
      return add(world, command);
    case 'turn_occasion':
      return turn(world, command);
    case 'skip':
      return decideSkip(world, command);
  }
}
