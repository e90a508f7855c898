import type { DomainEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { MessageRow } from '../../domain/rows/projection.ts';

/** A message of the transcript as its own event wrote it. */
export interface StoredMessage extends Omit<MessageRow, 'table' | 'id'> {
  readonly seq: number;
  readonly id: string;
  readonly branch: number;
  readonly turn: string;
  readonly at: string;
}

/** What supersedes a message from some event on; null = as before. */
export interface StoredRevision {
  readonly seq: number;
  readonly branch: number;
  readonly messageSeq: number;
  readonly text: string | null;
  readonly knownTo: readonly CharacterId[] | null;
  readonly truncated: boolean | null;
  readonly deleted: boolean;
  /** Who wrote other words in its place: a person who put it right, or whoever made another version; null for nobody. */
  readonly words: 'edited' | 'anew' | null;
}

/** Who wrote other words in the place of a message by such an event. */
export const wordsBy = (kind: string, isAnew: boolean): StoredRevision['words'] =>
  kind !== 'message_edited' ? null : isAnew ? 'anew' : 'edited';

/** The message that an event must have written. */
export const asMessage = (event: DomainEvent, row: MessageRow): StoredMessage => {
  const { id, speaker, role, text, truncated, hidden, reasoning, confided } = row;
  const { seq, branch, turn, at } = event;
  const audience = { knownTo: [...row.knownTo], present: [...row.present] };
  const marks = { truncated, hidden, confided };
  return { seq, id, branch, turn, speaker, role, text, ...audience, ...marks, reasoning, at };
};

/** What revisions, oldest first, make of a message; null = deleted. */
export const superseded = (row: StoredMessage, revisions: readonly StoredRevision[] = []) => {
  let { text, knownTo, truncated } = row;
  let [isEdited, isRewritten] = [false, false];
  for (const revision of revisions) {
    if (revision.deleted) return null;
    text = revision.text ?? text;
    knownTo = revision.knownTo ?? knownTo;
    truncated = revision.truncated ?? truncated;
    if (revision.words !== null) isEdited = revision.words === 'edited';
    isRewritten ||= revision.words === 'anew';
  }
  const marks = {
    ...(isEdited && { edited: true as const }),
    ...(isRewritten && { rewritten: true as const }),
  };
  return { text, knownTo, truncated, ...marks };
};
