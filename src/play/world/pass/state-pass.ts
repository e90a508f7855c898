import { createHash } from 'node:crypto';
import type { DomainEvent } from '../../../domain/events/events.ts';
import type { CharacterId, MessageId } from '../../../domain/message.ts';
import { presentIn } from '../../../domain/world/world.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../jobs/job-kind.ts';
import { askAbout } from './ask-about.ts';
import { factsOf } from './facts.ts';
import { prepared } from './passing.ts';

/** How the state of the fiction is followed. */
export interface StatePassOptions {
  /** The most messages that somebody has pinned when another is pinned by itself. */
  readonly pinsMost: () => number;
  /** Why it is not followed now; null while it is. Absent: it is. */
  readonly isOff?: () => string | null;
  /** What asks the model that plays, where there is no other. */
  readonly over: ClassifierOver;
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

/** One pass for each of those who are there and perceive what a turn says, whoever spoke. */
function passesOf({ chat, events, head, world, store }: WrittenTurn): JobAbout[] {
  const there = presentIn(world);
  return events.flatMap((event) => {
    const id = messageIn(event);
    const message = id && store.view(chat, 'everyone', head).find(id);
    if (!message) return [];
    const owners = there.filter((owner) => message.perceived.includes(owner));
    return owners.map((owner) => ({ about: event.id, owner, source: sourceOf(event.id, owner) }));
  });
}

/**
 * After each utterance, what it changed for each of those who perceived it: asked of a model from their own view and known
 * to them alone.
 */
export const statePass = ({ pinsMost, over, isOff = () => null }: StatePassOptions): JobKind<OpenChat> => ({
  kind: 'state',
  priority: 2,
  isCumulative: true,
  isOff,
  of: (turn) => (isOff() === null ? passesOf(turn) : []),
  holds: (job, { parts: { store }, id }) => {
    const view = store.view(id, job.owner ?? 'everyone', { branch: job.branch, seq: job.aboutSeq });
    return !store.revisedSince(id, store.chats.mark(id).head, job.aboutSeq).some((one) => view.find(one));
  },
  async run(job, { chat, place, signal }) {
    const passed = prepared(chat, job, place, pinsMost());
    if (!passed) return [];
    return factsOf(passed, await askAbout(chat, passed, { job, over }, signal));
  },
});
