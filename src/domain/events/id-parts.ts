import type { NewEvent } from './events.ts';

/**
 * What the id of an event is made from, beside chat and time. Of a message: who says what to whom, which all who
 * perceive it know; of one that reads otherwise, how, for its bookkeeping is named after that. What only its speaker knows (what the model wrote besides, what it answers, window, seed, letters
 * read) would make the id tell of it. Of any other event all that it says but who knows of it: a fork is named after the first
 * thing on it, and whoever did that may be away and know nobody of those who were there.
 */
export function idParts({ kind, payload }: NewEvent): unknown {
  switch (kind) {
    case 'opening_given':
    case 'message_said':
    case 'message_imported':
    case 'reply_received':
    case 'reply_cut_short':
      return ['message', payload.speaker, payload.text, payload.knownTo];
    case 'tool_called':
      return [kind, payload.caller, payload.text, payload.knownTo];
    case 'time_skipped':
      return ['message', null, payload.text, []];
    case 'reply_continued':
    case 'message_edited':
      return [kind, payload.message, payload.text, payload.knownTo];
    default:
      return [kind, 'knownTo' in payload ? { ...payload, knownTo: undefined } : payload];
  }
}
