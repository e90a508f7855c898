import { createHash } from 'node:crypto';
import { followingFrom } from '../../../domain/decide/consequences.ts';
import type { DomainEvent } from '../../../domain/events/events.ts';
import type { CharacterId, MessageId } from '../../../domain/message.ts';
import { presentIn } from '../../../domain/world/world.ts';
import { estimateTokens } from '../../../prompt/tokens.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { Store } from '../../../store/store.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { askAbout } from './ask-about.ts';
import { factsOf } from './facts.ts';
import { prepared } from './passing.ts';

/** What tells the job of a pass from others. */
export const passJob = { kind: 'state', priority: 2 } as const;

/** How the state of the fiction is followed. */
export interface StatePassOptions {
  /** The most messages that somebody has pinned when another is pinned by itself. */
  readonly pinsMost: () => number;
  /** Why it is not followed now; null while it is. Absent: it is. */
  readonly isOff?: () => string | null;
  /** The most tokens of the lines that one question asks about; 1,024 unless told. */
  readonly linesMost?: () => number;
  /** What asks the model that plays, where there is no other. */
  readonly over: ClassifierOver;
}

const usualMost = 1024;
/**
 * So many lines wait before somebody is asked while the play goes on, or such a share of what one question may hold: who has just
 * spoken, since the server has read all that is before it; and who has not.
 */
const until = { spoken: { lines: 8, share: 1 / 2 }, others: { lines: 12, share: 7 / 8 } } as const;
const sizesKept = 2000;

/** How many tokens the lines have that jobs are about, each counted once. */
class LineSizes {
  readonly #known = new Map<string, number>();

  of(store: Store, { chat, about, owner, branch, aboutSeq }: StoredJob): number {
    const known = this.#known.get(about);
    if (known !== undefined) return known;
    const id = store.log.messageOf(chat, about);
    const line = id && store.view(chat, owner ?? 'everyone', { branch, seq: aboutSeq }).find(id);
    const size = line ? estimateTokens(line.text) : 0;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= sizesKept && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(about, size);
    return size;
  }
}

/** Jobs in pieces of at most so many tokens, as few as may be; a line that is longer is a piece of its own. */
function inPieces(
  jobs: readonly StoredJob[],
  most: number,
  sizeOf: (job: StoredJob) => number,
): readonly StoredJob[][] {
  const pieces: StoredJob[][] = [];
  let left = 0;
  for (const job of jobs) {
    const size = sizeOf(job);
    if (size > left || pieces.length === 0) {
      pieces.push([]);
      left = most;
    }
    pieces.at(-1)?.push(job);
    left -= size;
  }
  return pieces;
}

/** Whether so much waits that its owner is asked while the play goes on. */
function isDue(
  jobs: readonly StoredJob[],
  { parts: { store }, id }: OpenChat,
  shareOf: (job: StoredJob) => number,
): boolean {
  const job = jobs.at(-1);
  if (!job || job.owner === null) return true;
  const [last] = store.view(id, job.owner, { branch: job.branch, seq: job.aboutSeq }).last(1);
  const { lines, share } = last?.speaker === job.owner ? until.spoken : until.others;
  return jobs.length >= lines || jobs.reduce((sum, one) => sum + shareOf(one), 0) >= share;
}

/** What was said, or reads otherwise or is known to others now; undefined for any other event. */
export function messageIn({ id, kind, payload }: DomainEvent): MessageId | undefined {
  switch (kind) {
    case 'message_said':
    case 'reply_received':
    case 'reply_cut_short':
      return id;
    case 'reply_continued':
    case 'message_edited':
    case 'audience_changed':
      return payload.message;
    default:
      return undefined;
  }
}

const sourceOf = (about: string, owner: CharacterId): string =>
  createHash('sha256')
    .update(JSON.stringify(['state', about, owner]))
    .digest('hex')
    .slice(0, 32);

const passOver = (about: string, owner: CharacterId): JobAbout => ({
  ...{ about, owner },
  source: sourceOf(about, owner),
});

/** Those whose pass over a line no longer counts, because it was about a line as well that the same turn revises. */
function askedAgain(events: readonly DomainEvent[]): JobAbout[] {
  const revised = new Set(
    events.map(
      ({ kind, payload }) => 'message' in payload && kind !== 'significance_scored' && payload.message,
    ),
  );
  return events.flatMap(({ id, kind, payload, outcome }) => {
    if (kind !== 'significance_scored' || payload.significance !== null || outcome) return [];
    return revised.has(payload.message) ? [] : [passOver(id, payload.owner)];
  });
}

/** One pass for each of those who are there and perceive what a turn says, whoever spoke; and what is to be asked again. */
function passesOf({ events, moment }: WrittenTurn): JobAbout[] {
  const there = presentIn(moment.stage);
  const { view } = moment.known('everyone');
  const about = events.flatMap((event) => {
    const id = messageIn(event);
    const message = id && view.find(id);
    if (!message) return [];
    const owners = there.filter((owner) => message.perceived.includes(owner));
    return owners.map((owner) => passOver(event.id, owner));
  });
  return [...about, ...askedAgain(events)];
}

/**
 * After each utterance, what it changed for each of those who perceived it: asked of a model from their own view and known
 * to them alone.
 */
export function statePass(options: StatePassOptions): JobKind<OpenChat> {
  const { pinsMost, over, isOff = () => null, linesMost = () => usualMost } = options;
  const sizes = new LineSizes();
  return {
    ...passJob,
    pieces: (jobs, store) => inPieces(jobs, linesMost(), (job) => sizes.of(store, job)),
    isOff,
    isDue: (job, covered, chat) =>
      isDue([...covered, job], chat, (one) => sizes.of(chat.parts.store, one) / linesMost()),
    of: (turn) => (isOff() === null ? passesOf(turn) : []),
    holds: (job, { parts: { store }, id }) => {
      const view = store.view(id, job.owner ?? 'everyone', { branch: job.branch, seq: job.aboutSeq });
      return !store.revisedSince(id, store.chats.mark(id).head, job.aboutSeq).some((one) => view.find(one));
    },
    async run(job, { chat, place, covered, signal }) {
      const abouts = [...covered, job].map(({ about }) => about);
      const passed = prepared(chat, { owner: job.owner, abouts }, place, pinsMost());
      if (!passed) return [];
      const facts = factsOf(passed, await askAbout(chat, passed, { job, over }, signal));
      return [...facts, ...followingFrom(passed.moment.whole, facts, passed.owner, chat.parts.idFor)];
    },
  };
}
