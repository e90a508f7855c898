import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import { memoryKey, significanceKey } from '../../../domain/events/records.ts';
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
import { retelling } from '../../story/scenes/retelling.ts';

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

/** The changes that somebody's mind took in from what was found (about one event alone, where it is named), oldest first. */
function takenIn(
  worldBefore: (about: DomainEvent) => World,
  owner: CharacterId,
  found: readonly FoundAbout[],
  told: string | null = null,
): TakenIn[] {
  return found.flatMap(({ about, outcomes }) => {
    let world = evolve(worldBefore(about), about);
    return outcomes.flatMap((event) => {
      const before = mindOf(world.state, owner);
      world = evolve(world, event);
      const isMeant = told === null || event.outcome?.about === told;
      const isTheirs = isMeant && isStateEvent(event) && event.payload.knownTo.includes(owner);
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

/** What follows from a message being revised: before it, and behind it. Known to each of those alone whom it concerns. */
export interface Retracted {
  readonly before: readonly NewEvent[];
  readonly after: readonly NewEvent[];
}

type Parts = Pick<PlayParts, 'store' | 'idFor'>;
type Where = Pick<ChatState, 'id' | 'head' | 'world'>;

/** What a pass found in a message is taken back of somebody, and what they remember of it. */
function passBack(parts: Parts, { id, head, world }: Where, message: Message) {
  const { store } = parts;
  const view = store.view(id, 'everyone', head);
  const before = (about: DomainEvent) => store.worlds.at(id, store.tree.before(id, about));
  const knows = (key: string) => view.record(key) !== undefined;
  let found: readonly FoundAbout[] | null = null;
  return (owner: CharacterId): NewEvent[] => {
    const memory = memoryIdOf({ parts, id }, owner, message.id);
    const forgotten: NewEvent = { kind: 'memory_forgotten', payload: { memory, owner } };
    const remembered = knows(memoryKey(owner, memory)) ? [forgotten] : [];
    if (!knows(significanceKey(owner, message.id))) return remembered;
    found ??= store.foundAbout(id, head, message.id);
    const taken = takenIn(before, owner, sinceLost(found, owner));
    const payload = { owner, message: message.id, significance: null, pinsMost: 0 };
    const back = takenBack(mindOf(world.state, owner), taken, owner);
    return [...remembered, ...back, { kind: 'significance_scored', payload }];
  };
}

/** What somebody kept of the scene of a message is taken back, and told anew. */
function sceneBack(parts: Parts, where: Where, message: Message, owner: CharacterId): Retracted {
  const { store } = parts;
  const { id, world } = where;
  const again = retelling(parts, where, { owner, message });
  if (!again) return { before: [], after: [] };
  const before = (about: DomainEvent) => store.worlds.at(id, store.tree.before(id, about));
  const taken = takenIn(before, owner, again.found, again.told);
  const back = takenBack(mindOf(world.state, owner), taken, owner);
  return { before: [...again.before, ...back], after: again.after };
}

/** Whether a message comes to be known to somebody who has not perceived it. */
const isNewTo = (owner: CharacterId, { kind, payload }: Revision, { perceived }: Message): boolean =>
  kind !== 'message_deleted' && payload.knownTo.includes(owner) && !perceived.includes(owner);

/**
 * What follows from messages being revised for those who made something of them and are to know no longer what they said:
 * whatever a pass found there for them is taken back, and that alone; and what was kept of a scene that has closed is told
 * anew of those for whom it reads otherwise (KT-24).
 */
export function retractions(parts: Parts, where: Where, events: readonly NewEvent[]): Retracted {
  const view = parts.store.view(where.id, 'everyone', where.head);
  const all = events.filter(isRevision).flatMap((revision): Retracted[] => {
    const message = view.find(revision.payload.message);
    if (!message) return [];
    const losers = message.perceived.filter((owner) => isLostTo(owner, revision));
    const newcomers = where.world.cast.filter(({ id }) => isNewTo(id, revision, message));
    const concerned = [...losers, ...newcomers.map(({ id }) => id)];
    const scenes = concerned.map((owner) => sceneBack(parts, where, message, owner));
    return [{ before: losers.flatMap(passBack(parts, where, message)), after: [] }, ...scenes];
  });
  return { before: all.flatMap(({ before }) => before), after: all.flatMap(({ after }) => after) };
}
