import type { DomainEvent, EventKind } from '../events/events.ts';
import { stateKinds } from '../events/state-kinds.ts';
import { storyKinds } from '../events/story-kinds.ts';
import type { CharacterId, MessageId } from '../message.ts';
import type { RecordAudience, RecordRow } from '../record.ts';
import { mindOf } from '../world/mind.ts';
import { type AuthorNote, presentIn, type World } from '../world/world.ts';

const named = (characters: readonly CharacterId[]): RecordAudience => ({ type: 'named', characters });

const readersOf = ({ knownTo }: AuthorNote): RecordAudience =>
  knownTo.length === 0 ? { type: 'anybody' } : named(knownTo);

/** Those who have a note no longer when another takes its place; null = nobody. */
function losersOf(was: AuthorNote | null, is: AuthorNote | null): RecordAudience | null {
  if (was === null || is?.knownTo.length === 0) return null;
  if (is === null || was.knownTo.length === 0) return readersOf(was);
  const lost = was.knownTo.filter((id) => !is.knownTo.includes(id));
  return lost.length === 0 ? null : named(lost);
}

/** Whom else a note is for is no part of it. */
function noteRecords({ note: was }: World, { note: is }: World): RecordRow[] {
  const losers = losersOf(was, is);
  const record = { key: 'note', owner: null };
  const lost = losers ? [{ ...record, value: null, audience: losers }] : [];
  if (is === null) return lost;
  const { text, depth, role, every } = is;
  return [...lost, { ...record, value: { text, depth, role, every }, audience: readersOf(is) }];
}

const own = (what: string, owner: CharacterId, value: RecordRow['value']): RecordRow => ({
  key: `${what}:${owner}`,
  value,
  owner,
  audience: named([owner]),
});

/** The letters that wait for somebody, where they are others than before. */
function letterRecords({ letters: was }: World, { letters: is }: World, reader: CharacterId): RecordRow[] {
  if (was[reader] === is[reader]) return [];
  const waiting = is[reader]?.map(({ from, subject, text }) => ({ from, subject, text }));
  return [own('letters', reader, waiting ?? null)];
}

/** A number in keys that are put in order. */
const inOrder = (n: number): string => `${n}`.padStart(6, '0');

/** How the keys begin under which somebody (`everyone`: all of them together) finds the ends of their scenes. */
export const sceneKeys = (owner: CharacterId | 'everyone'): string => `scene:${owner}:`;

/** Key under which somebody finds the end of their `n`-th scene. */
export const sceneKey = (owner: CharacterId | 'everyone', n: number): string =>
  `${sceneKeys(owner)}${inOrder(n)}`;

/** Key of what somebody keeps of their `n`-th scene. */
export const summaryKey = (owner: CharacterId, n: number): string => `summary:${owner}:${inOrder(n)}`;

/** Key of what somebody remembers; of all of it without a `memory`. */
export const memoryKey = (owner: CharacterId, memory = ''): string => `memory:${owner}:${memory}`;

/** Key under which a memory that its owner has pinned is found; all of them without a `memory`. */
export const pinnedKey = (owner: CharacterId, memory = ''): string => `pinned:${owner}:${memory}`;

/** Key of how much a message counts for somebody. */
export const significanceKey = (owner: CharacterId, message: MessageId): string =>
  `significance:${message}:${owner}`;

/** Only what is written by hand pins, or no longer does. */
function memoryRecords(event: Story<'memory_written'>): RecordRow[] {
  const { memory, owner, by, text, significance, of, scene, time, place, witnesses, pinned } = event.payload;
  const kept = { text, significance, of, scene, time, place, witnesses, pinned };
  const value = { ...kept, at: event.at, auto: by === undefined };
  const its = { owner, audience: named([owner]) };
  const pin = { key: pinnedKey(owner, memory), value: pinned || null, ...its };
  return [{ key: memoryKey(owner, memory), value, ...its }, ...(event.outcome ? [] : [pin])];
}

/** The scene as each who sees it close knows it, under their own number of it. */
function sceneRecords({ state: was }: World, event: Story<'scene_closed'>, after: World): RecordRow[] {
  const { reason, was: until } = event.payload;
  const present = presentIn(after);
  const seen = (owner: CharacterId | 'everyone'): RecordRow => {
    const { time, place } = mindOf(was, owner).world;
    const then = { time: until?.time ?? time, place: until?.place ?? place };
    const value = { scene: event.id, reason, ...then, present };
    const isTheirs = owner !== 'everyone';
    return {
      ...{ key: sceneKey(owner, mindOf(after.state, owner).scenes.closed), value },
      ...{ owner: isTheirs ? owner : null, audience: named(isTheirs ? [owner] : []) },
    };
  };
  return [...present.map(seen), seen('everyone')];
}

function storyRecords(before: World, event: Story, after: World): RecordRow[] {
  switch (event.kind) {
    case 'scene_closed':
      return sceneRecords(before, event, after);
    case 'scene_summarized': {
      const { owner, n, text, by } = event.payload;
      const { scene = mindOf(before.state, owner).scenes.last } = event.payload;
      const told = event.outcome?.about ?? null;
      const value = text === null ? null : { scene, text, told, auto: by === undefined };
      return [{ key: summaryKey(owner, n), value, owner, audience: named([owner]) }];
    }
    case 'memory_written':
      return memoryRecords(event);
    case 'memory_forgotten': {
      const { memory, owner } = event.payload;
      return [{ key: memoryKey(owner, memory), value: null, owner, audience: named([owner]) }];
    }
    default:
      return [];
  }
}

/** A summary of the group that a person wrote is what is kept of the last scene of each who knows of it. */
function groupRecords(
  { state }: World,
  { payload }: Extract<DomainEvent, { kind: 'manual_edit' }>,
): RecordRow[] {
  const { change, knownTo } = payload;
  if (change.what !== 'group' || change.summary === undefined) return [];
  const { summary } = change;
  const readers = new Map<string, CharacterId[]>();
  for (const id of knownTo) {
    const { last } = mindOf(state, id).scenes;
    if (last !== '') readers.set(last, [...(readers.get(last) ?? []), id]);
  }
  return [...readers].map(([scene, all]) => ({
    ...{ key: `group:${scene}`, value: summary },
    ...{ owner: null, audience: named(all) },
  }));
}

type Story<Kind extends keyof typeof storyKinds = keyof typeof storyKinds> = Extract<
  DomainEvent,
  { kind: Kind }
>;
const isStory = (event: DomainEvent): event is Story => Object.hasOwn(storyKinds, event.kind);

/** What an event makes known beside messages, given the worlds just before and after it. Pure. */
export function recordsOf(before: World, event: DomainEvent, after: World): RecordRow[] {
  switch (event.kind) {
    case 'author_note_set':
      return noteRecords(before, after);
    case 'scenario_set': {
      const { character } = event.payload;
      return [own('scenario', character, after.scenarios[character]?.text ?? null)];
    }
    case 'letter_sent':
      return [...new Set(event.payload.to)].flatMap((reader) => letterRecords(before, after, reader));
    case 'message_said':
    case 'reply_received':
    case 'reply_cut_short':
      return letterRecords(before, after, event.payload.speaker);
    case 'significance_scored': {
      const { owner, message, significance } = event.payload;
      return [{ key: significanceKey(owner, message), value: significance, owner, audience: named([owner]) }];
    }
    case 'manual_edit':
      return groupRecords(before, event);
    case 'group_node_initialized':
    case 'group_node_updated': {
      const { summary = '' } = event.payload;
      const scene = event.outcome?.about;
      const audience = named(event.payload.knownTo);
      return scene === undefined ? [] : [{ key: `group:${scene}`, value: summary, owner: null, audience }];
    }
    default:
      return isStory(event) ? storyRecords(before, event, after) : [];
  }
}

/** Whether later events make the same known, whether or not one of this kind came before them; but see `isSaidOfScenes`. */
export const leavesLaterRecords = (kind: EventKind): boolean =>
  ['scenario_set', 'judged', 'scene_summarized', 'memory_written', 'memory_forgotten'].includes(kind) ||
  Object.hasOwn(stateKinds, kind);

/** Whether the end of a later scene may say what an event changed: the time or the place. */
export const isSaidOfScenes = (event: DomainEvent): boolean =>
  event.kind === 'manual_edit' ||
  (event.kind === 'world_change' && (event.payload.time ?? event.payload.place) !== undefined);
