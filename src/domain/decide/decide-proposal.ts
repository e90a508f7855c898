import type { NewEvent } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { memberOf, type Proposal, type World } from '../world/world.ts';
import { decideCast, left } from './decide-cast.ts';
import { decideState } from './decide-state.ts';
import { type Decision, refuse } from './decision.ts';

/** What a person at a screen of `by` says to a proposal; with a `container` that they know, whoever leaves goes there. */
export interface ProposalCommand {
  readonly type: 'answer';
  readonly by: CharacterId | 'everyone';
  readonly proposal: Pick<Proposal, 'message' | 'what' | 'who'>;
  readonly isAccepted: boolean;
  readonly container: string | null;
}

/** What a person would have done by hand: somebody comes in, goes to a place, or is away. */
function letBe(world: World, { by, proposal: { what, who }, container }: ProposalCommand): Decision {
  if (what === 'arrives') return decideCast(world, { type: 'join', character: who, knowsPast: false });
  const member = memberOf(world, who);
  if (!member?.present) return refuse('already_away', `${member?.name ?? 'this character'} is away already`);
  if (container === null) return { events: [left(who)] };
  const moved = decideState(world, { type: 'move', by, character: who, container, slot: '' });
  if ('refused' in moved) return moved;
  const isGone = moved.events.some(({ kind }) => kind === 'character_left');
  return { events: isGone ? moved.events : [...moved.events, left(who)] };
}

/** Decides what a person says to a proposal. Pure. */
export function decideProposal(world: World, command: ProposalCommand): Decision {
  const { by, isAccepted, proposal } = command;
  const { message, what, who } = proposal;
  const done = isAccepted ? letBe(world, command) : { events: [] };
  if ('refused' in done) return done;
  const payload = { message, what, who, isAccepted, ...(by !== 'everyone' && { by }) };
  const answered: NewEvent = { kind: 'proposal_answered', payload };
  return { events: [answered, ...done.events] };
}
