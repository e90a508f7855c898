import type { CharacterId } from '../message.ts';
import type { RecordAudience, RecordRow } from '../record.ts';
import type { AuthorNote, World } from '../world/world.ts';
import type { DomainEvent, EventKind } from './events.ts';
import { stateKinds } from './state-kinds.ts';

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

/** What an event makes known beside messages, given the worlds just before and after it. Pure. */
export function recordsOf(before: World, event: DomainEvent, after: World): RecordRow[] {
  switch (event.kind) {
    case 'author_note_set':
      return noteRecords(before, after);
    case 'scenario_set': {
      const { character } = event.payload;
      return [own('scenario', character, after.scenarios[character] ?? null)];
    }
    case 'letter_sent':
      return [...new Set(event.payload.to)].flatMap((reader) => letterRecords(before, after, reader));
    case 'message_said':
    case 'reply_received':
    case 'reply_cut_short':
      return letterRecords(before, after, event.payload.speaker);
    case 'significance_scored': {
      const { owner, message, significance } = event.payload;
      return [own(`significance:${message}`, owner, significance)];
    }
    default:
      return [];
  }
}

/** Whether later events make the same known, whether or not one of this kind came before them. */
export const leavesLaterRecords = (kind: EventKind): boolean =>
  kind === 'scenario_set' || kind === 'judged' || Object.hasOwn(stateKinds, kind);
