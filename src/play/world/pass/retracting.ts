import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import { memoryKey } from '../../../domain/events/records.ts';
import type { StateChange } from '../../../domain/events/state-kinds.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { applyChange } from '../../../domain/world/apply-change.ts';
import { evolve } from '../../../domain/world/evolve.ts';
import { type Mind, mindOf } from '../../../domain/world/mind.ts';
import { changeIn, isStateEvent, stateEvent } from '../../../domain/world/minds.ts';
import { namesAny } from '../../../domain/world/props.ts';
import { type TakenIn, takeBack } from '../../../domain/world/take-back.ts';
import type { World } from '../../../domain/world/world.ts';
import type { ChatState, FoundAbout } from '../../../store/state.ts';
import type { PlayParts } from '../../chat/parts.ts';
import { memoryIdOf } from '../../story/memories/memory-id.ts';
import { propsAtRest } from '../../story/occasions/props.ts';

type Revision = Extract<NewEvent, { kind: 'message_edited' | 'message_deleted' | 'audience_changed' }>;

const isRevision = (event: NewEvent): event is Revision =>
  event.kind === 'message_edited' || event.kind === 'message_deleted' || event.kind === 'audience_changed';

/** Whether what somebody made of a message holds no longer: it is gone, reads otherwise or is none of theirs now. */
const isLostTo = (owner: CharacterId, { kind, payload }: Revision): boolean =>
  kind !== 'audience_changed' || (payload.knownTo.length > 0 && !payload.knownTo.includes(owner));

/** What was found for somebody since a message last came to read as it does, to them. */
function sinceLost(found: readonly FoundAbout[], owner: CharacterId): readonly FoundAbout[] {
  const last = found.findLastIndex(({ about }) => isRevision(about) && isLostTo(owner, about));
  return found.slice(Math.max(0, last));
}

/** The changes that somebody's mind took in from what was found about a message, oldest first. */
function takenIn(
  worldBefore: (about: DomainEvent) => World,
  owner: CharacterId,
  found: readonly FoundAbout[],
): TakenIn[] {
  return found.flatMap(({ about, outcomes }) => {
    let world = evolve(worldBefore(about), about);
    return outcomes.flatMap((event) => {
      const before = mindOf(world.state, owner);
      world = evolve(world, event);
      const isTheirs = isStateEvent(event) && event.payload.knownTo.includes(owner);
      return isTheirs ? [{ change: changeIn(event), before, after: mindOf(world.state, owner) }] : [];
    });
  });
}

const away: ReadonlySet<string> = new Set(['loses', 'forgets']);

/** A change that brings back nothing of the props of occasions that are over. */
function withoutPropsAtRest(mind: Mind, change: StateChange): StateChange {
  const props = propsAtRest(mind);
  if (props.length === 0) return change;
  const names = (value: unknown): boolean => typeof value === 'string' && namesAny(value, props);
  const fields = Object.entries(change).map(([name, value]) => {
    if (Array.isArray(value) && !away.has(name)) return [name, value.filter((one) => !names(one))];
    return [name, names(value) ? '' : value];
  });
  return Object.fromEntries(fields) as StateChange;
}

/** What takes these changes back, the last first. */
function takenBack(mind: Mind, taken: readonly TakenIn[], owner: CharacterId): NewEvent[] {
  let now = mind;
  return [...taken].reverse().flatMap((one, index) => {
    const back = takeBack(now, one);
    if (!back) return [];
    const change = withoutPropsAtRest(now, back);
    now = applyChange(now, change, `${index}`);
    return [stateEvent(change, [owner])];
  });
}

/**
 * What follows from messages being revised for those who made something of them and are to know no longer what they said:
 * whatever a pass found there for them is taken back, and that alone (KT-24). Known to each of them alone.
 */
export function retractions(
  parts: Pick<PlayParts, 'store' | 'idFor'>,
  { id, head, world }: Pick<ChatState, 'id' | 'head' | 'world'>,
  events: readonly NewEvent[],
): NewEvent[] {
  const { store } = parts;
  const view = store.view(id, 'everyone', head);
  const before = (about: DomainEvent) => store.worlds.at(id, store.tree.before(id, about));
  const knows = (key: string) => view.record(key) !== undefined;
  const ofOne = (revision: Revision, message: Message) => {
    const losers = message.perceived.filter((owner) => isLostTo(owner, revision));
    const scored = losers.filter((owner) => knows(`significance:${message.id}:${owner}`));
    const found = scored.length > 0 ? store.foundAbout(id, head, message.id) : [];
    return losers.flatMap((owner): NewEvent[] => {
      const memory = memoryIdOf({ parts, id }, owner, message.id);
      const forgotten: NewEvent = { kind: 'memory_forgotten', payload: { memory, owner } };
      const remembered = knows(memoryKey(owner, memory)) ? [forgotten] : [];
      if (!scored.includes(owner)) return remembered;
      const taken = takenIn(before, owner, sinceLost(found, owner));
      const payload = { owner, message: message.id, significance: null, pinsMost: 0 };
      const back = takenBack(mindOf(world.state, owner), taken, owner);
      return [...remembered, ...back, { kind: 'significance_scored', payload }];
    });
  };
  return events.filter(isRevision).flatMap((revision) => {
    const message = view.find(revision.payload.message);
    return message ? ofOne(revision, message) : [];
  });
}
