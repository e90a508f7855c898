import { SottoError } from '../domain/errors.ts';
import type { Message, MessageId } from '../domain/message.ts';
import { isMatch, type Occurrences, occurrences, type Query, readQuery, scoreOf } from '../domain/search.ts';
import type { View } from '../domain/view.ts';
import type { OpenChat } from './open-chat.ts';

const usualLimit = 20;

/** A message that was searched for, and how well it fits; nothing but the view of its reader went into either. */
export interface Hit {
  readonly message: Message;
  readonly score: number;
}

/** Looking for words in what the played character has perceived. */
export interface SearchPlay {
  /**
   * The messages under this head that say all these words and "phrases in quotes", the best first, then the newest;
   * 20 unless told. Throws SottoError `nothing_to_search`.
   */
  search(text: string, limit?: number): Hit[];
  /** The newest of them; the newest before `before` where that is told. Throws SottoError `nothing_to_search`. */
  find(text: string, before?: MessageId): Message | undefined;
}

/** What a person searches for. Throws SottoError `nothing_to_search` where there is no word in it. */
export function queryOf(text: string): Query {
  const query = readQuery(text);
  if (query.phrases.length > 0) return query;
  const message = 'there is no word to search for; give one or more words, or a "phrase in quotes"';
  throw new SottoError('usage', 'nothing_to_search', message);
}

interface Found extends Occurrences {
  readonly message: Message;
}

/** The candidates that a view has and that match, in the order given. */
function foundIn(view: View, candidates: readonly MessageId[], query: Query): Found[] {
  return candidates.flatMap((id) => {
    const message = view.find(id);
    const found = message && { message, ...occurrences(query, message.text) };
    return found && isMatch(found) ? [found] : [];
  });
}

/**
 * The hits in a view, the best first. `candidates` gives, newest first, whichever messages may say some words; it may
 * give too many, for the view and the text of each decide, and all that is counted is counted in the view.
 */
export function searchIn(
  view: View,
  candidates: (words: readonly string[]) => readonly MessageId[],
  query: Query,
): Hit[] {
  const { phrases } = query;
  const hits = foundIn(view, candidates(phrases.flat()), query);
  if (hits.length === 0) return [];
  const having = phrases.map((phrase) => {
    if (phrases.length === 1) return hits.length;
    return foundIn(view, candidates(phrase), { phrases: [phrase] }).length;
  });
  const total = view.count();
  return hits
    .map(({ message, ...found }) => ({ message, score: scoreOf(found, { total, having }) }))
    .sort((a, b) => b.score - a.score);
}

/** What a chat offers to look for words in it. */
export const searchOf = (chat: OpenChat): SearchPlay => {
  const candidates = (words: readonly string[]) => chat.parts.store.messagesWith(chat.id, words);
  return {
    search: (text, limit = usualLimit) => searchIn(chat.view(), candidates, queryOf(text)).slice(0, limit),
    find(text, before) {
      const query = queryOf(text);
      const { store } = chat.parts;
      const view = chat.view();
      const end = before === undefined ? Number.POSITIVE_INFINITY : store.placeOf(before).seq;
      for (const id of candidates(query.phrases.flat())) {
        if (store.placeOf(id).seq >= end) continue;
        const message = view.find(id);
        if (message && isMatch(occurrences(query, message.text))) return message;
      }
      return undefined;
    },
  };
};
