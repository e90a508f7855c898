import type { DomainEvent } from './events.ts';
import type { CharacterId, MessageId } from './message.ts';
import type { World } from './world.ts';

/** A message as its event wrote it; immutable. */
export interface MessageRow {
  readonly table: 'message';
  readonly id: MessageId;
  readonly speaker: CharacterId | null;
  readonly role: 'character' | 'system' | 'tool';
  readonly text: string;
  readonly knownTo: readonly CharacterId[];
  /** Who was there when it was said: the perceivers of a public message. */
  readonly present: readonly CharacterId[];
  readonly truncated: boolean;
  /** What the model thought before it wrote; empty when it told nothing. */
  readonly reasoning: string;
}

/** What supersedes a message from this event on; null = as before. Immutable. */
export interface RevisionRow {
  readonly table: 'revision';
  readonly message: MessageId;
  readonly text: string | null;
  /** New audience; null = as before. */
  readonly knownTo: readonly CharacterId[] | null;
  readonly truncated: boolean | null;
  readonly deleted: boolean;
}

interface Utterance {
  speaker: CharacterId | null;
  text: string;
  knownTo: string[];
  reasoning?: string | undefined;
}

const message = (
  event: DomainEvent & { payload: Utterance },
  world: World,
  extra: { role?: MessageRow['role']; truncated?: boolean } = {},
): MessageRow => ({
  table: 'message',
  id: event.id,
  speaker: event.payload.speaker,
  role: extra.role ?? 'character',
  text: event.payload.text,
  knownTo: event.payload.knownTo,
  present: world.cast.filter((member) => member.present).map((member) => member.id),
  truncated: extra.truncated ?? false,
  reasoning: event.payload.reasoning ?? '',
});

/** The row that an event adds to the transcript, given the world just before it; null when it adds none. */
export function transcriptRow(world: World, event: DomainEvent): MessageRow | RevisionRow | null {
  switch (event.kind) {
    case 'opening_given':
    case 'message_said':
    case 'reply_received':
      return message(event, world);
    case 'reply_cut_short':
      return message(event, world, { truncated: true });
    case 'message_imported':
      return message(event, world, {
        role: event.payload.role,
        truncated: event.payload.truncated ?? false,
      });
    case 'reply_continued':
    case 'message_edited': {
      const { message: target, text, knownTo } = event.payload;
      const truncated = event.kind === 'reply_continued' ? event.payload.truncated : false;
      return { table: 'revision', message: target, text, knownTo, truncated, deleted: false };
    }
    case 'message_deleted': {
      const { message: target } = event.payload;
      return {
        table: 'revision',
        message: target,
        text: null,
        knownTo: null,
        truncated: null,
        deleted: true,
      };
    }
    default:
      return null;
  }
}
