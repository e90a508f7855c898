import type { DomainEvent, Payload } from '../events/events.ts';
import type { CharacterId, Message, MessageId } from '../message.ts';
import { presentIn, type Stage } from '../world/world.ts';

/** A message as its event wrote it; immutable. */
export interface MessageRow
  extends Pick<Message, 'id' | 'speaker' | 'role' | 'text' | 'knownTo' | 'truncated' | 'reasoning'> {
  readonly table: 'message';
  /** Who was there when it was said: the perceivers of a public message. */
  readonly present: readonly CharacterId[];
  /** Whether people alone read it: it is in no prompt. */
  readonly hidden: boolean;
  /** Public, but only to those who were there: whoever is told of the past later is not told of this. */
  readonly confided: boolean;
}

/** Somebody who came in and was told of all that was said in public before. Immutable. */
export interface ArrivalRow {
  readonly table: 'arrival';
  readonly character: CharacterId;
  /** Who saw them come, themselves included. */
  readonly present: readonly CharacterId[];
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
  confided?: boolean | undefined;
}

const message = (
  event: Pick<DomainEvent, 'id'> & { payload: Utterance },
  stage: Stage,
  extra: Partial<Pick<MessageRow, 'role' | 'truncated' | 'hidden'>> = {},
): MessageRow => ({
  table: 'message',
  id: event.id,
  speaker: event.payload.speaker,
  role: extra.role ?? 'character',
  text: event.payload.text,
  knownTo: event.payload.knownTo,
  present: presentIn(stage),
  truncated: extra.truncated ?? false,
  hidden: extra.hidden ?? false,
  reasoning: event.payload.reasoning ?? '',
  confided: event.payload.confided ?? false,
});

const arrival = (stage: Stage, { character, knowsPast }: Payload<'character_joined'>): ArrivalRow | null =>
  knowsPast ? { table: 'arrival', character, present: [...new Set([...presentIn(stage), character])] } : null;

const ofNobody = (
  event: Extract<DomainEvent, { kind: 'time_skipped' | 'tool_called' }>,
  stage: Stage,
): MessageRow => {
  const { id, payload } = event;
  const said = { speaker: null, text: payload.text, knownTo: 'knownTo' in payload ? payload.knownTo : [] };
  return message({ id, payload: said }, stage, { role: event.kind === 'tool_called' ? 'tool' : 'system' });
};

/** The row that an event adds to the transcript, given who was there just before it; null when it adds none. */
export function transcriptRow(
  stage: Stage,
  event: DomainEvent,
): MessageRow | RevisionRow | ArrivalRow | null {
  switch (event.kind) {
    case 'opening_given':
    case 'message_said':
    case 'reply_received':
      return message(event, stage);
    case 'reply_cut_short':
      return message(event, stage, { truncated: true });
    case 'message_imported':
      return message(event, stage, {
        role: event.payload.role,
        truncated: event.payload.truncated ?? false,
        hidden: event.payload.hidden ?? false,
      });
    case 'time_skipped':
    case 'tool_called':
      return ofNobody(event, stage);
    case 'reply_continued':
    case 'message_edited': {
      const { message: target, text, knownTo } = event.payload;
      const truncated = event.payload.truncated ?? false;
      return { table: 'revision', message: target, text, knownTo, truncated, deleted: false };
    }
    case 'audience_changed': {
      const { message: target, knownTo } = event.payload;
      return { table: 'revision', message: target, text: null, knownTo, truncated: null, deleted: false };
    }
    case 'character_joined':
      return arrival(stage, event.payload);
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
