import type { NewEvent, Payload } from '../events/events.ts';
import { type StateChange, stateChange } from '../events/state-kinds.ts';
import type { CharacterId, Message } from '../message.ts';
import { visibleOf } from '../world/known-occasions.ts';
import { entityIn, type Mind, mindOf, noOccasion, type Occasion } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { knownBy, opened, presentIn, type Stage, type Whole, type World } from '../world/world.ts';
import { joined, left } from './decide-cast.ts';
import { type Decision, refuse } from './decision.ts';
import { after, type Hand, propProblem } from './occasion-events.ts';
import { changed, planners, privy, witnesses } from './occasion-learners.ts';
import { turnedBy } from './occasion-times.ts';
import { perceivedAt, thoseAt } from './places.ts';

/** One thing that is set. Whom it concerns knows of it: of an edge and a mood their owner, of a place everyone present. */
export type StateEdit = Pick<Payload<'manual_edit'>, 'target' | 'change'>;

/** Why a scene is over with what is set, where it is. */
export type SceneEnd = 'container' | 'time';

/** What a person sets by hand at a screen of `by`. */
export type StateCommand = { readonly by: CharacterId | 'everyone' } & (
  | {
      readonly type: 'edit_state';
      readonly edits: readonly StateEdit[];
      readonly idFor: Hand['idFor'];
      readonly ends?: SceneEnd;
    }
  /** What is so from the beginning, or of somebody who comes. */
  | { readonly type: 'establish'; readonly changes: readonly StateChange[]; readonly idFor: Hand['idFor'] }
  /** Somebody goes to a place; where they are then decides who is within earshot, and so who is there. */
  | {
      readonly type: 'move';
      readonly character: CharacterId;
      readonly container: string;
      readonly slot: string;
    }
  | {
      readonly type: 'score';
      readonly message: Message;
      readonly owner: CharacterId;
      readonly significance: number;
      readonly pinsMost: number;
      /** What the owner remembers of it from now on; absent: nothing more. */
      readonly memory?: Extract<NewEvent, { kind: 'memory_written' }> | undefined;
    }
);

/** Those who belong to the group: whoever has not left the play. */
export const groupOf = ({ cast }: Pick<Stage, 'cast'>): CharacterId[] =>
  cast.filter(({ isGone }) => !isGone).map(({ id }) => id);

/** All who are there, and whoever does it where they are away: nobody named is all who are there. */
const withDoer = (world: World, by: StateCommand['by']): readonly CharacterId[] => {
  const there = presentIn(world);
  return by === 'everyone' || there.includes(by) ? [] : [...there, by];
};

/** Who knows of a change where nobody says: of what is within somebody, they alone; of the group, whom `by` knows of it. */
function concerned(
  world: World,
  change: StateChange,
  by: StateCommand['by'] = 'everyone',
): readonly CharacterId[] {
  switch (change.what) {
    case 'edge':
      return [change.from];
    case 'entity':
      return [change.entity];
    case 'activity':
      return presentIn(world).includes(change.entity) ? [] : [change.entity];
    case 'group':
      return groupOf({ cast: knownBy(world, by) });
    case 'container':
      return change.things === undefined ? withDoer(world, by) : thoseAt(world, change.container, by);
    case 'thread':
      return withDoer(world, by);
    default:
      return [];
  }
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  String(path.findLast((part) => typeof part === 'string') ?? 'it').replace(/Delta$/, '');

/** Why a change is none; null where it is one. Pure. */
export function problemOf(change: StateChange): string | null {
  const parsed = stateChange.safeParse(change);
  const issue = parsed.error?.issues[0];
  if (!issue) return null;
  const field = fieldOf(issue.path);
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${field} has at most ${issue.maximum} characters; write less`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `${field} has at most ${issue.maximum} entries; remove some`;
  if (issue.code === 'too_big') return `${field} is at most ${issue.maximum}; give a smaller number`;
  if (issue.code === 'too_small') return `${field} is at least ${issue.minimum}; give a larger number`;
  return `${field} has an invalid value: ${issue.message}`;
}

/** Whom those where the scene is hear and are heard by, once somebody has moved, comes; who is not goes: as far as whoever moves them knows. */
function comings(
  world: World,
  { mind, centre }: { readonly mind: Mind; readonly centre: CharacterId },
  moved: { who: CharacterId; to: string },
): NewEvent[] {
  const placeOf = (id: CharacterId): string =>
    id === moved.who ? moved.to : entityIn(mind, id).activity.container;
  const here = placeOf(centre);
  const carries = (id: string): boolean => mind.containers[id]?.audibleRange === 'everywhere';
  return world.cast.flatMap((member): NewEvent[] => {
    const place = placeOf(member.id);
    if (member.id === centre || place === '' || here === '') return [];
    const isHeard = place === here || (carries(place) && carries(here));
    if (isHeard === member.present || (isHeard && member.isGone)) return [];
    return [isHeard ? joined(member, false) : left(member.id)];
  });
}

function move(
  world: World,
  { by, character, container, slot }: Extract<StateCommand, { type: 'move' }>,
): Decision {
  const mind = mindOf(world.state, by);
  const known = mind.containers[container];
  const change: StateChange = { what: 'activity', entity: character, container, slot };
  const problem = problemOf(change);
  if (problem !== null || !known) return refuse('out_of_bounds', problem ?? 'there is no such place');
  const doer = by !== 'everyone' && { by };
  const centre = by === 'everyone' ? (world.cast[0]?.id ?? '') : by;
  const { things: _, ...open } = known;
  const seen: StateChange = { what: 'container', container, ...open, slots: [...known.slots] };
  const edited = (target: 'container' | 'activity', one: StateChange): NewEvent => ({
    kind: 'manual_edit',
    payload: { target, change: one, knownTo: [], ...doer },
  });
  const moved = comings(world, { mind, centre }, { who: character, to: container });
  const [come, gone] = ['character_joined', 'character_left'].map((kind) =>
    moved.filter((event) => event.kind === kind),
  );
  const edits = [edited('container', seen), edited('activity', change)];
  const all = [...(come ?? []), ...edits, ...(gone ?? [])];
  return { events: [...all, ...perceivedAt(after(world, all), character, container)] };
}

const keptOf = ({ props = [], gist = '' }: Extract<StateChange, { what: 'occasion' }>) =>
  propProblem({ ...noOccasion, props, gist });

/** What an occasion is from now on, for those who know of it or are there; what goes on, for all who are. */
function established(
  world: World,
  { what: _, isOpen: __, occasion, ...fields }: Extract<StateChange, { what: 'occasion' }>,
  viewer: StateCommand['by'],
): NewEvent[] {
  const by = viewer === 'everyone' ? undefined : viewer;
  const known = mindOf(world.state, viewer).occasions[occasion];
  const learners = known ? privy(world, occasion, by) : planners(world, undefined, by);
  const is = { ...(known ?? noOccasion), ...fields } as Occasion;
  const all = changed(occasion, is, learners, by);
  return is.state === 'active' ? [all, changed(occasion, visibleOf(is), witnesses(world, by), by)] : [all];
}

function establish(world: World, command: Extract<StateCommand, { type: 'establish' }>): Decision {
  const { by, changes } = command;
  const problem = changes.map(problemOf).find((one) => one !== null);
  if (problem) return refuse('out_of_bounds', problem);
  const kept = changes.flatMap((one) => (one.what === 'occasion' ? (keptOf(one) ?? []) : []));
  if (kept[0]) return { refused: kept[0] };
  const events = changes.flatMap((change) =>
    change.what === 'occasion'
      ? established(world, change, by)
      : [
          stateEvent(
            change,
            [...concerned(world, change, change.what === 'container' ? by : undefined)],
            mindOf(world.state, by),
          ),
        ],
  );
  return { events: [...events, ...turnedWith(world, changes, events, command)] };
}

/** What begins or is over by itself where the time of the world is set. */
function turnedWith(
  world: World,
  changes: readonly StateChange[],
  events: readonly NewEvent[],
  { by, idFor }: { readonly by: CharacterId | 'everyone'; readonly idFor: Hand['idFor'] },
): NewEvent[] {
  const set = changes.findLast((one) => one.what === 'world' && one.time !== undefined);
  return set?.what === 'world' ? turnedBy(after(world, events), set.time ?? '', by, idFor) : [];
}

/** Decides what a person sets of the state of the fiction. Pure. */
export function decideState(whole: Whole, command: StateCommand): Decision {
  const world = opened(whole);
  const doer = command.by !== 'everyone' && { by: command.by };
  if (command.type === 'score') {
    const { message, owner, significance, pinsMost, memory } = command;
    const payload = { owner, message: message.id, significance, pinsMost, ...doer };
    const remembered: NewEvent[] = memory ? [{ ...memory, payload: { ...memory.payload, ...doer } }] : [];
    return { events: [{ kind: 'significance_scored', payload }, ...remembered] };
  }
  if (command.type === 'move') return move(world, command);
  if (command.type === 'establish') return establish(world, command);
  const problem = command.edits.map(({ change }) => problemOf(change)).find((one) => one !== null);
  if (problem) return refuse('out_of_bounds', problem);
  const events = command.edits.map(({ target, change }): NewEvent => {
    const knownTo = [...concerned(world, change, command.by)];
    return { kind: 'manual_edit', payload: { target, change, knownTo, ...doer } };
  });
  const changes = command.edits.map(({ change }) => change);
  const { ends } = command;
  const closed: NewEvent[] = ends ? [{ kind: 'scene_closed', payload: { reason: ends, ...doer } }] : [];
  return { events: [...closed, ...events, ...turnedWith(world, changes, events, command)] };
}
