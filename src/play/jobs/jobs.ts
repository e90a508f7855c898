import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { BookkeepingCost } from '../chat/play-state.ts';
import { failuresSeen } from '../director/failures.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';
import { costFor } from './costs.ts';
import { isPerceived } from './perceived.ts';

/** A job as a viewer may know it, who perceives what it is about. */
export interface JobLine {
  readonly id: string;
  readonly kind: string;
  /** The message that it is about, or the end of a scene. */
  readonly of: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
}

/** Bookkeeping that could not be done, of what the played character perceives. */
export interface LeftUndone {
  readonly count: number;
  /** What went wrong and what to do, in one line. */
  readonly message: string;
  /** Whether no model server has answered at all. */
  readonly isUnanswered: boolean;
}

const isOpen = (state: StoredJob['state']): state is JobLine['state'] =>
  state !== 'cancelled' && state !== 'covered';

/** A job for a viewer; null where it is about what they did not perceive, or made from another's view. */
function told({ parts, id: chat }: OpenChat, viewed: Perspective, job: StoredJob): JobLine | null {
  const { id, kind, about, owner, state } = job;
  const isTheirs = owner === null || viewed.owns(owner);
  if (!isTheirs || !isOpen(state)) return null;
  const of = parts.store.log.messageOf(chat, about);
  if (of === undefined || !isPerceived(viewed, of)) return null;
  return { id, kind, of, state };
}

const unanswered = /^(?:error|hang|timeout|busy)\b/;

/**
 * What has failed about what the viewer perceives of what was written behind a place in the log, and why, as far as the viewer may
 * know; null where nothing has. That it failed for others counts where one is told that there is something hidden at all: it may have
 * failed for what they alone heard.
 */
export function leftUndone(chat: OpenChat, since = 0): LeftUndone | null {
  const { perspective, parts } = chat;
  const { store } = parts;
  const isTold = (owner: StoredJob['owner']) =>
    owner === null || perspective.owns(owner) || perspective.isToldOfHidden;
  const failed = store.jobs.of(chat.id, ['failed']).filter(({ about, aboutSeq, owner }) => {
    const of = aboutSeq > since && isTold(owner) ? store.log.messageOf(chat.id, about) : undefined;
    return of !== undefined && isPerceived(perspective, of);
  });
  if (failed.length === 0) return null;
  const failures = failuresSeen(chat);
  const kinds = [...new Set(failed.map(({ kind }) => kind))];
  const whys = kinds.flatMap((kind) => failures.findLast((one) => one.kind === kind) ?? []);
  const jobs = failed.length === 1 ? '1 job' : `${failed.length} jobs`;
  const why =
    whys.length > 0 ? whys.map(({ kind, reason }) => `${kind}: ${reason}`).join('; ') : kinds.join(', ');
  return {
    count: failed.length,
    message: `background work failed: ${jobs} (${why}); \`sotto settle\` tries again`,
    isUnanswered: whys.length > 0 && whys.every(({ reason }) => unanswered.test(reason)),
  };
}

const byPlace = (a: StoredJob, b: StoredJob): number =>
  a.aboutSeq - b.aboutSeq || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id < b.id ? -1 : 1);

const viewedBy = (chat: OpenChat, isAll: boolean): Perspective =>
  isAll ? new Perspective(chat, 'everyone') : chat.perspective;

/** What waits, runs or went wrong, as far as the played character may know of it; or all of it. */
export function jobsSeen(chat: OpenChat, isAll = false): JobLine[] {
  const viewed = viewedBy(chat, isAll);
  const open = chat.parts.store.jobs.of(chat.id, ['waiting', 'running', 'failed']);
  return open.sort(byPlace).flatMap((job) => told(chat, viewed, job) ?? []);
}

/** What bookkeeping has cost lately, as far as the played character may know of it, or all of it; null where nothing was asked. */
export const bookkeepingCost = (chat: OpenChat, isAll = false): BookkeepingCost | null =>
  costFor(chat, viewedBy(chat, isAll));

/** Runs all that waits to its end; yields what ended, as far as the played character may know of it. */
export async function* settleJobs(chat: OpenChat): AsyncGenerator<JobLine> {
  const { bookkeeping } = chat.session;
  if (!bookkeeping) return;
  for await (const job of bookkeeping.settle()) {
    const line = told(chat, chat.perspective, job);
    if (line) yield line;
  }
}
