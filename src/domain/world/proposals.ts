import type { DomainEvent, Payload } from '../events/events.ts';
import type { MessageId } from '../message.ts';
import type { Proposal, World } from './world.ts';

type Which = Pick<Proposal, 'message' | 'what' | 'who'>;

const isSame = (one: Which, other: Which): boolean =>
  one.message === other.message && one.what === other.what && one.who === other.who;

const isAmongSame = (one: Proposal, other: Proposal): boolean =>
  one.knownTo.join('\n') === other.knownTo.join('\n');

/** What was proposed of a message, be it answered, does not come again. One about the same character among the same people takes the place of the one before. */
function withProposal(world: World, made: Payload<'proposal_made'>): World {
  const { proposals } = world;
  if (proposals.some((one) => isSame(one, made))) return world;
  const others = proposals.filter((one) => one.who !== made.who || !isAmongSame(one, made));
  return { ...world, proposals: [...others, made] };
}

const withAnswer = (world: World, answered: Payload<'proposal_answered'>): World => ({
  ...world,
  proposals: world.proposals.map((one) =>
    isSame(one, answered) ? { ...one, isAccepted: answered.isAccepted } : one,
  ),
});

/** What was proposed of a message that is gone or reads otherwise, and not answered, stands no longer. Pure. */
export const withoutProposals = (world: World, message: MessageId): World => {
  const proposals = world.proposals.filter((one) => one.message !== message || one.isAccepted !== undefined);
  return proposals.length === world.proposals.length ? world : { ...world, proposals };
};

/** The world once something was proposed, or answered; any other event changes nothing of it. Pure. */
export function proposed(world: World, event: DomainEvent): World {
  if (event.kind === 'proposal_made') return withProposal(world, event.payload);
  return event.kind === 'proposal_answered' ? withAnswer(world, event.payload) : world;
}
