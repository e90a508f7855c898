import type { DomainEvent } from '../../../domain/events/events.ts';
import type { StateChange } from '../../../domain/events/state-kinds.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { changeIn, isStateEvent } from '../../../domain/world/minds.ts';
import { perceivedSince, type ReadAt } from './own-scenes.ts';

/** Whether a line is whole and perceived by all of these: what ends a scene for them is such a line, and no other (RP-115). */
export const isOpen = ({ perceived, truncated, hidden }: Message, there: readonly CharacterId[]): boolean =>
  !truncated && !hidden && there.length > 0 && there.every((id) => perceived.includes(id));

const tells = (change: StateChange, who: CharacterId): boolean =>
  change.what === 'world'
    ? (change.place ?? change.time) !== undefined
    : change.what === 'activity' && change.entity === who && change.container !== undefined;

/** A whole line that somebody said or a model wrote; null for what the understudy made up, which has no say in where they are. */
export function lineIn(event: DomainEvent): MessageId | null {
  if (event.kind === 'message_said') return event.id;
  if (event.kind !== 'reply_received' && event.kind !== 'reply_continued') return null;
  return isMadeUp(event) ? null : event.kind === 'reply_continued' ? event.payload.message : event.id;
}

const isMadeUp = ({ kind, payload }: DomainEvent): boolean =>
  (kind === 'reply_received' || kind === 'reply_continued') && payload.backend === 'understudy';

/** What somebody last learned of where they are and when, about what they were asked before that, and what was made up since. */
interface Learned {
  readonly event: DomainEvent;
  readonly knownTo: readonly CharacterId[];
  readonly before: string | undefined;
  readonly madeUp: ReadonlySet<MessageId>;
}

function lastLearned(events: Iterable<DomainEvent>, who: CharacterId): Learned | undefined {
  let last: Learned | undefined;
  let asked: string[] = [];
  const madeUp = new Set<MessageId>();
  for (const event of events) {
    if (isMadeUp(event)) madeUp.add(event.id);
    const about = event.outcome?.about;
    if (
      event.kind === 'significance_scored' &&
      event.payload.owner === who &&
      about !== undefined &&
      asked.at(-1) !== about
    )
      asked = [...asked.slice(-1), about];
    if (!isStateEvent(event) || !tells(changeIn(event), who)) continue;
    const { knownTo } = event.payload;
    if (knownTo.length > 0 && !knownTo.includes(who)) continue;
    last = { event, knownTo, before: asked.findLast((one) => one !== about), madeUp };
  }
  return last;
}

/** What happened in a history behind a place, outcomes where they count, the first first. */
function* happenedSince({ store, chat, head }: ReadAt, start: Position | null): Iterable<DomainEvent> {
  const after = start?.seq ?? 0;
  for (const segment of [...store.tree.lineage(chat, head).segments].reverse())
    if (segment.upTo > after)
      yield* store.outcomes.history({ ...segment, after: Math.max(segment.after, after) });
}

/**
 * Whether one of those who are there has learned where they are and when since the scene began, and last from nothing but acts
 * and whole lines that all of them perceived: no whisper, no line that was cut short or that the understudy made up.
 */
export function isOpenly(
  at: ReadAt,
  { there, who, start }: { there: readonly CharacterId[]; who: CharacterId; start: Position | null },
): boolean {
  const learned = lastLearned(happenedSince(at, start), who);
  if (!learned) return false;
  const { event, knownTo, before, madeUp } = learned;
  if (!event.outcome) return knownTo.length === 0 || there.every((one) => knownTo.includes(one));
  const { store, chat } = at;
  const head = store.log.byId(chat, event.outcome.about);
  const after = before === undefined ? start : (store.log.byId(chat, before) ?? start);
  const read = head ? [...perceivedSince({ ...at, head }, who, after)] : [];
  const isTold = (message: Message) => isOpen(message, there) && !madeUp.has(message.id);
  return read.length > 0 && read.every((message) => message.role !== 'character' || isTold(message));
}
