import type { DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Append, AppendResult, ChatState } from '../../store/chats/state.ts';
import type { JobKind, WrittenTurn } from './job-kind.ts';
import type { PlayParts } from './parts.ts';

/** Writes a turn and, in the same transaction, the jobs that it causes. */
export function writeTurn(
  { store, jobs = [] }: PlayParts,
  chat: string,
  how: Append,
  decide: (state: ChatState) => readonly NewEvent[],
): AppendResult {
  if (jobs.length === 0) return store.chats.append(chat, how, decide);
  return store.atomically(() => {
    const written = store.chats.append(chat, how, decide);
    const { events, head, world } = written;
    if (events.length === 0) return written;
    const moment = store.moment(chat, head, world);
    causeJobs(jobs, { chat, events, head, moment, store }, how.at);
    return written;
  });
}

/** Writes, inside the caller's transaction, the jobs that a turn causes. */
export function causeJobs(kinds: readonly JobKind[], turn: WrittenTurn, at: string): void {
  const { chat, store } = turn;
  for (const { kind, priority, of } of kinds)
    for (const { about, source, owner = null } of of(turn))
      store.jobs.add({ chat, kind, priority, about, source, owner }, at);
}

/** Writes, inside the caller's transaction, the jobs that what was found causes: it may have ended a scene. */
export function causeFurther(
  { store, jobs = [], now }: PlayParts,
  chat: string,
  found: readonly DomainEvent[],
): void {
  for (const event of found) {
    const place = event.kind === 'scene_closed' ? store.log.byId(chat, event.id) : undefined;
    if (!place) continue;
    const head = { branch: place.branch, seq: place.seq };
    causeJobs(jobs, { chat, events: [event], head, moment: store.moment(chat, head), store }, now());
  }
}
