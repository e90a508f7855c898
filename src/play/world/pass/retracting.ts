import type { NewEvent } from '../../../domain/events/events.ts';
import type { StateChange } from '../../../domain/events/state-kinds.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { significanceKey } from '../../../domain/rows/records.ts';
import { applyChange } from '../../../domain/world/apply-change.ts';
import type { Mind } from '../../../domain/world/mind.ts';
import { stateEvent } from '../../../domain/world/minds.ts';
import { namesAny } from '../../../domain/world/props.ts';
import { type TakenIn, takeBack, takenIn } from '../../../domain/world/take-back.ts';
import { stageOf, type Whole } from '../../../domain/world/world.ts';
import type { ChatState, FoundAbout } from '../../../store/chats/state.ts';
import type { PlayParts } from '../../chat/parts.ts';
import { memoriesOfLine } from '../../story/memories/memory-id.ts';
import { propsAtRest } from '../../story/occasions/props.ts';
import { retelling } from '../../story/scenes/retelling.ts';
import { passJob } from './state-pass.ts';

type Revision = Extract<NewEvent, { kind: 'message_edited' | 'message_deleted' | 'audience_changed' }>;

const isRevision = (event: NewEvent): event is Revision =>
  event.kind === 'message_edited' || event.kind === 'message_deleted' || event.kind === 'audience_changed';

/** Whether what somebody made of a message holds no longer: it is gone, reads otherwise or is none of theirs now. */
const isLostTo = (owner: CharacterId, { kind, payload }: Revision): boolean =>
  kind !== 'audience_changed' || (payload.knownTo.length > 0 && !payload.knownTo.includes(owner));

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

const unscored = (owner: CharacterId, message: MessageId): NewEvent => ({
  kind: 'significance_scored',
  payload: { owner, message, significance: null, pinsMost: 0 },
});

/** The lines that a pass said something of, as somebody. */
const scoredIn = ({ outcomes, source }: FoundAbout, owner: CharacterId): MessageId[] =>
  outcomes.flatMap(({ kind, payload, outcome }) =>
    kind === 'significance_scored' && payload.owner === owner && outcome?.source === source
      ? [payload.message]
      : [],
  );

const stateBefore =
  ({ store }: Parts, { id }: Where) =>
  ({ about }: FoundAbout): Whole =>
    store.moment(id, store.tree.before(id, about)).whole;

/**
 * What the passes over a message found is taken back of somebody, each once, and what they remember of the message. What else
 * these passes were about counts as not asked about any more: it is asked about again.
 */
function passBack(parts: Parts, where: Where) {
  const { id, head, world } = where;
  const { store } = parts;
  const before = stateBefore(parts, where);
  const done = new Set<string>();
  const isFirst = ({ source }: FoundAbout) => !done.has(source) && done.add(source);
  return (message: Message, owner: CharacterId): Retracted => {
    const view = store.view(id, owner, head);
    const remembered = memoriesOfLine(view, owner, message.id).map(
      (memory): NewEvent => ({ kind: 'memory_forgotten', payload: { memory, owner } }),
    );
    const key = significanceKey(owner, message.id);
    if (!view.record(key)) return { before: remembered, after: [] };
    const passes = store.foundUnder(id, owner, head, key).filter(isFirst);
    const back = takenBack(
      store.moment(id, head, world).known(owner).mind,
      passes.flatMap((pass) => takenIn(before(pass), owner, pass)),
      owner,
    );
    const others = new Set(passes.flatMap((pass) => scoredIn(pass, owner)));
    others.delete(message.id);
    return {
      before: [...remembered, ...back, unscored(owner, message.id)],
      after: [...others].map((line) => unscored(owner, line)),
    };
  };
}

const asked = ['waiting', 'running', 'failed', 'covered', 'done'] as const;
const mostAsked = 512;

/**
 * The lines that somebody who perceives a message is still to be asked about: what is found about them as they stood before it
 * was revised will not hold.
 */
function unasked({ store }: Parts, { id, head }: Where, message: Message, owner: CharacterId): NewEvent[] {
  const newest = store.jobs.newest(id, asked, { priority: passJob.priority, after: 0, most: mostAsked });
  const own = newest.filter((job) => job.kind === passJob.kind && job.owner === owner);
  const done = own.findIndex(({ state }) => state === 'done');
  const left = own.slice(0, done < 0 ? own.length : done);
  if (left.length === 0) return [];
  const view = store.view(id, owner, head);
  const lines = new Set(left.flatMap(({ about }) => store.log.messageOf(id, about) ?? []));
  const isLeft = (line: MessageId) => view.find(line) && !view.record(significanceKey(owner, line));
  return [...lines]
    .filter((line) => line !== message.id && isLeft(line))
    .map((line) => unscored(owner, line));
}

/** What somebody kept of the scene of a message is taken back, and told anew. */
function sceneBack(parts: Parts, where: Where, message: Message, owner: CharacterId): Retracted {
  const again = retelling(parts, where, { owner, message });
  if (!again) return { before: [], after: [] };
  const before = stateBefore(parts, where);
  const taken = again.found.flatMap((one) => takenIn(before(one), owner, one));
  const { mind } = parts.store.moment(where.id, where.head, where.world).known(owner);
  const back = takenBack(mind, taken, owner);
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
  const back = passBack(parts, where);
  const all = events.filter(isRevision).flatMap((revision): Retracted[] => {
    const message = view.find(revision.payload.message);
    if (!message) return [];
    const losers = message.perceived.filter((owner) => isLostTo(owner, revision));
    const newcomers = stageOf(where.world).cast.filter(({ id }) => isNewTo(id, revision, message));
    const concerned = [...losers, ...newcomers.map(({ id }) => id)];
    const scenes = concerned.map((owner) => sceneBack(parts, where, message, owner));
    const left = message.perceived.flatMap((owner) => unasked(parts, where, message, owner));
    return [...losers.map((owner) => back(message, owner)), { before: [], after: left }, ...scenes];
  });
  return { before: all.flatMap(({ before }) => before), after: all.flatMap(({ after }) => after) };
}
