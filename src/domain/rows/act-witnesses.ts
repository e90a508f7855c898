import type { DomainEvent, EventKind, Payload } from '../events/events.ts';
import type { CharacterId, MessageId } from '../message.ts';
import { changeIn, type StateEvent, takersOf } from '../world/minds.ts';
import { knownBy, presentIn, type World } from '../world/world.ts';

/** What is so just before and just after an event. */
interface Around {
  readonly before: World;
  readonly after: World;
  /** Those who perceive a message at either time. */
  readonly hearersOf: (message: MessageId) => readonly CharacterId[];
}

type EventOf<Kind extends EventKind> = Extract<DomainEvent, { kind: Kind }>;
type Audience<Event> = (event: Event, around: Around) => readonly CharacterId[];

const castIds = ({ cast }: World): CharacterId[] => cast.map(({ id }) => id);

const nobody: Audience<unknown> = () => [];
const theOwner: Audience<{ payload: { owner: CharacterId } }> = ({ payload }) => [payload.owner];
const whoKnowsOfIt: Audience<StateEvent> = (event, { before }) =>
  takersOf(before, changeIn(event), event.payload.knownTo);
const itsHearers: Audience<{ payload: { message: MessageId } }> = ({ payload }, { hearersOf }) =>
  hearersOf(payload.message);

/** Those who know of a character before or after an event about it. */
const theAcquainted: Audience<{ payload: { character: CharacterId } }> = (event, { before, after }) =>
  castIds(after).filter((id) =>
    [before, after].some((world) => knownBy(world, id).some((one) => one.id === event.payload.character)),
  );

/** Those who are there as somebody comes or goes, that one, and those to whom it makes them known or strangers. */
const theOnlookers: Audience<{ payload: { character: CharacterId } }> = (event, { before, after }) => {
  const { character } = event.payload;
  const isKnown = (world: World, id: CharacterId) => knownBy(world, id).some((one) => one.id === character);
  const changed = castIds(after).filter((id) => isKnown(before, id) !== isKnown(after, id));
  return [...presentIn(before), ...presentIn(after), character, ...changed];
};

const noteReaders = (world: World): readonly CharacterId[] => {
  const { note } = world;
  if (note === null) return [];
  return note.knownTo.length > 0 ? note.knownTo : castIds(world);
};

const whomItWasProposedTo = (
  { message, what, who }: Payload<'proposal_answered'>,
  { proposals }: World,
): readonly CharacterId[] =>
  proposals.find((one) => one.message === message && one.what === what && one.who === who)?.knownTo ?? [];

/** Who perceives an act of each kind, whoever did it left out. Lines of the transcript are no acts, nor are facts of the chat. */
const audiences: { readonly [Kind in EventKind]: Audience<EventOf<Kind>> } = {
  character_joined: theOnlookers,
  character_left: theOnlookers,
  character_renamed: theAcquainted,
  character_changed: theAcquainted,
  character_reset: theAcquainted,
  reply_continued: itsHearers,
  message_edited: itsHearers,
  audience_changed: itsHearers,
  message_deleted: itsHearers,
  audience_group_changed: ({ payload }) => payload.knownTo,
  author_note_set: (_, { before, after }) => [...noteReaders(before), ...noteReaders(after)],
  scenario_set: ({ payload }) => [payload.character],
  letter_sent: ({ payload: { from, to } }) => (from === null ? to : [...to, from]),
  edge_update: whoKnowsOfIt,
  entity_state_change: whoKnowsOfIt,
  activity_change: whoKnowsOfIt,
  world_change: whoKnowsOfIt,
  container_change: whoKnowsOfIt,
  thread_change: whoKnowsOfIt,
  group_node_initialized: whoKnowsOfIt,
  group_node_updated: whoKnowsOfIt,
  occasion_change: whoKnowsOfIt,
  manual_edit: whoKnowsOfIt,
  significance_scored: theOwner,
  scene_summarized: theOwner,
  memory_written: theOwner,
  memory_forgotten: theOwner,
  plan_set: theOwner,
  tool_note_set: ({ payload: { character } }, { before }) =>
    character === null ? castIds(before) : [character],
  message_pinned: theOwner,
  message_unpinned: theOwner,
  proposal_made: ({ payload }) => payload.knownTo,
  proposal_answered: ({ payload }, { before }) => whomItWasProposedTo(payload, before),
  occasion_told: ({ payload }) => payload.to,
  scene_closed: (_, { before }) => presentIn(before),
  ...{ reply_failed: nobody, variables_set: nobody, judged: nobody },
  ...{ opening_given: nobody, message_said: nobody, message_imported: nobody, time_skipped: nobody },
  ...{ tool_called: nobody, tool_set: nobody },
  ...{ reply_received: nobody, reply_cut_short: nobody },
  ...{ chat_started: nobody, chat_renamed: nobody, chat_deleted: nobody, chat_restored: nobody },
  ...{ book_added: nobody, book_removed: nobody, director_set: nobody, past_set: nobody, lore_set: nobody },
  ...{ player_set: nobody, played_as: nobody },
};

/**
 * Who perceives an act, an event that is no line of the transcript, as it is written: those whom it is known to, and whoever
 * did it. Nobody perceives what a job found later.
 */
export function actWitnesses(event: DomainEvent, around: Around): CharacterId[] {
  if (event.outcome) return [];
  const audience = audiences[event.kind] as Audience<DomainEvent>;
  const { by } = event.payload as { readonly by?: CharacterId };
  return [...new Set([...audience(event, around), ...(by === undefined ? [] : [by])])];
}
