import type { Payload } from '../events/events.ts';
import { type StateChange, stateChange } from '../events/state-kinds.ts';
import type { CharacterId, Message } from '../message.ts';
import { presentIn, type World } from '../world/world.ts';
import { type Decision, refuse } from './decision.ts';

/** What a person sets by hand at a screen of `by`. */
export type StateCommand = { readonly by: CharacterId | 'everyone' } & (
  | {
      readonly type: 'edit_state';
      readonly target: Payload<'manual_edit'>['target'];
      readonly change: StateChange;
      /** Only these know of it; absent = whom it concerns: an edge and a mood their owner, a place everyone present. */
      readonly knownTo?: readonly CharacterId[];
    }
  | {
      readonly type: 'score';
      readonly message: Message;
      readonly owner: CharacterId;
      readonly significance: number;
      readonly pinsMost: number;
    }
);

/** Those who belong to the group: whoever has not left the play. */
export const groupOf = ({ cast }: World): CharacterId[] =>
  cast.filter(({ isGone }) => !isGone).map(({ id }) => id);

/** Who knows of a change where nobody says: of what is within somebody, they alone. */
function concerned(world: World, change: StateChange): readonly CharacterId[] {
  switch (change.what) {
    case 'edge':
      return [change.from];
    case 'entity':
      return [change.entity];
    case 'activity':
      return presentIn(world).includes(change.entity) ? [] : [change.entity];
    case 'group':
      return groupOf(world);
    default:
      return [];
  }
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  String(path.findLast((part) => typeof part === 'string') ?? 'it').replace(/Delta$/, '');

/** Why a change is none; null where it is one. */
function problemOf(change: StateChange): string | null {
  const parsed = stateChange.safeParse(change);
  const issue = parsed.error?.issues[0];
  if (!issue) return null;
  const field = fieldOf(issue.path);
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${field} has at most ${issue.maximum} characters; write less`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `${field} has at most ${issue.maximum} entries; take some away`;
  if (issue.code === 'too_big') return `${field} is at most ${issue.maximum}; name a smaller number`;
  if (issue.code === 'too_small') return `${field} is at least ${issue.minimum}; name a larger number`;
  return `${field} cannot be that: ${issue.message}`;
}

/** Decides what a person sets of the state of the fiction. Pure. */
export function decideState(world: World, command: StateCommand): Decision {
  const doer = command.by !== 'everyone' && { by: command.by };
  if (command.type === 'score') {
    const { message, owner, significance, pinsMost } = command;
    const payload = { owner, message: message.id, significance, pinsMost, ...doer };
    return { events: [{ kind: 'significance_scored', payload }] };
  }
  const { target, change } = command;
  const problem = problemOf(change);
  if (problem !== null) return refuse('out_of_bounds', problem);
  const knownTo = [...(command.knownTo ?? concerned(world, change))];
  return { events: [{ kind: 'manual_edit', payload: { target, change, knownTo, ...doer } }] };
}
