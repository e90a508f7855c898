import { resolveNames } from '../audience/audience.ts';
import type { NewEvent } from '../events/events.ts';
import type { Effects } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, noOccasion, type Occasion } from '../world/mind.ts';
import { castList } from '../world/names.ts';
import { foldName, knownBy, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import { decideSkip, type TimeSkip } from './decide-skip.ts';
import { problemOf } from './decide-state.ts';
import { type Decision, isRefusal, type Refusal, refuse } from './decision.ts';
import { both, handOf, over, propProblem, started } from './occasion-events.ts';
import { changed, planners, privy } from './occasion-learners.ts';

/** How an occasion ends or begins by hand: what it brings about beside what was planned, and what remains to be told. */
export interface ManualTurn {
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
  | {
      readonly type: 'add_occasion';
      readonly occasion: string;
      readonly fields: Partial<Occasion>;
      /** Names of those who know of it beside whoever plans it; absent: whoever is there. */
      readonly to?: readonly string[] | undefined;
    }
  | { readonly type: 'tell_occasion'; readonly occasion: string; readonly to: readonly string[] }
  | ({ readonly type: 'turn_occasion'; readonly occasion: string; readonly to: Turn } & ManualTurn)
  | ({ readonly type: 'skip' } & TimeSkip)
);

const isOpen = ({ state }: Occasion): boolean => state === 'planned' || state === 'active';

function add(world: World, command: Extract<StoryCommand, { type: 'add_occasion' }>): Decision {
  const occasion = { ...noOccasion, ...command.fields };
  const { name, at, until } = occasion;
  if (name === '') return refuse('empty_name', 'the name is empty; give the occasion one');
  const { occasions } = mindOf(world.state, command.by);
  const same = Object.values(occasions).find((one) => isOpen(one) && foldName(one.name) === foldName(name));
  if (same)
    return refuse('occasion_exists', `"${same.name}" is ${same.state} already; close or cancel it first`);
  const bad = [at, until].find((time) => time !== '' && minutesIn(time) === null);
  if (bad !== undefined) return refuse('bad_time', `"${bad}" is not a time; write it as 2026-01-31T18:00`);
  if (at !== '' && until !== '' && (minutesIn(until) ?? 0) <= (minutesIn(at) ?? 0))
    return refuse(
      'ends_before_it_begins',
      `it starts at ${at}, so it cannot end by ${until}; give a later end`,
    );
  const to = command.to && idsOf(world, command.by, command.to);
  if (to && isRefusal(to)) return { refused: to };
  const { by } = handOf(command);
  const event = changed(command.occasion, occasion, planners(world, to, by), by);
  const problem = propProblem(occasion, '--start-gives or --end-gives') ?? boundsProblem(event);
  return problem ? { refused: problem } : { events: [event] };
}

/** Ids of those whom somebody knows by these names. */
function idsOf(
  world: World,
  viewer: StoryCommand['by'],
  names: readonly string[],
): readonly CharacterId[] | Refusal {
  const { ids, unknown } = resolveNames(knownBy(world, viewer), names);
  if (unknown[0] === undefined) return ids;
  const message = `nobody here is called "${unknown[0]}"; there is ${castList(world, viewer)}`;
  return { code: 'unknown_name', message };
}

const noOccasionHere = refuse('no_such_occasion', 'there is no such occasion; see `sotto occasions`');

/** What the teller knows is told as it is, to those who know it already as well: who they are the teller need not know. */
function tell(world: World, command: Extract<StoryCommand, { type: 'tell_occasion' }>): Decision {
  const { by, occasion } = command;
  const known = mindOf(world.state, by).occasions[occasion];
  if (!known) return noOccasionHere;
  const ids = idsOf(world, by, command.to);
  if (isRefusal(ids)) return { refused: ids };
  const to = ids.filter((id) => id !== by);
  if (to.length === 0)
    return refuse('empty_audience', 'nobody new is named; name somebody with --to Bob,Carl');
  const { props, needs, ...rest } = known;
  const lists = { props: [...props], needs: [...needs] };
  const doer = by !== 'everyone' && { by };
  return { events: [{ kind: 'occasion_told', payload: { occasion, ...rest, ...lists, to, ...doer } }] };
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
  const then = can.map((one) => `\`sotto occasion ${verbs[one]} "${name}"\``).join(' or ');
  const remedy = then === '' ? 'add another with `sotto occasion add NAME`' : `${then} is possible`;
  return refuse(
    'bad_transition',
    `"${name}" is ${state} and cannot be ${to === 'active' ? 'started' : to}; ${remedy}`,
  );
}

function turn(world: World, command: Extract<StoryCommand, { type: 'turn_occasion' }>): Decision {
  const { to, effects, gist } = command;
  const before = mindOf(world.state, command.by).occasions[command.occasion];
  if (!before) return noOccasionHere;
  const refused = refusalOfTurn(before, to);
  if (refused) return refused;
  const own = { ...before, ...(gist !== undefined && { gist }) };
  const hand = handOf(command);
  const known = [command.occasion, own] as const;
  const check = { ...own, onComplete: both(own.onComplete, effects) };
  const problem = propProblem(check, '--gives');
  if (problem) return { refused: problem };
  if (to === 'active') {
    const begun = { ...own, onStart: both(own.onStart, effects) };
    const told =
      gist === undefined
        ? []
        : [changed(command.occasion, { gist }, privy(world, command.occasion, hand.by), hand.by)];
    return bounded([...told, ...started(world, [command.occasion, begun], hand)]);
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
    case 'tell_occasion':
      return tell(world, command);
    case 'turn_occasion':
      return turn(world, command);
    case 'skip':
      return decideSkip(world, command);
  }
}
