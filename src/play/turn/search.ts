import { SottoError } from '../../domain/errors.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import {
  isMatch,
  type Occurrences,
  occurrences,
  type PhraseQuery,
  type Query,
  readQuery,
  scoreOf,
  type Way,
  weightsOf,
} from '../../domain/search.ts';
import type { AnyView } from '../../domain/view.ts';
import { Remembered } from '../chat/remembered.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { Hit, SearchPlay } from './search-play.ts';

const usualLimit = 20;
/** So many of the newest messages are compared with each other. */
const compared = 1000;

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

/** The messages of a view that say all or any of what is sought, in the order of `thatMaySay`. */
function* foundIn(view: AnyView, sought: PhraseQuery, edge?: MessageId, way?: Way): Generator<Found> {
  for (const message of view.thatMaySay(sought, edge, way)) {
    const found = { message, ...occurrences(sought, message.text) };
    if (sought.how === 'all' ? isMatch(found) : found.counts.some((count) => count > 0)) yield found;
  }
}

/** At most so many of what comes next. */
function nextOf<T>(source: Iterator<T>, most: number): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const { value, done } = source.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** The hits in a view, newest first, of which some are found already: `newest` that have any of the phrases. */
function* hitsIn(view: AnyView, query: Query, newest: readonly Found[]): Generator<Found> {
  yield* newest.filter(isMatch);
  const last = newest.at(-1)?.message.id;
  if (newest.length === compared) yield* foundIn(view, { ...query, how: 'all' }, last);
}

/** The hits in a view in the order of `search`: whatever is counted is counted in the view. */
export function searchIn(view: AnyView, { phrases }: Query, limit: number): Hit[] {
  const isAny = phrases.length === 1 || !foundIn(view, { phrases, how: 'all' }).next().done;
  const newest = isAny ? nextOf(foundIn(view, { phrases, how: 'any' }), compared) : [];
  const having = phrases.map((_, index) => newest.filter(({ counts }) => (counts[index] ?? 0) > 0).length);
  const weights = weightsOf(newest.length, having);
  const source = hitsIn(view, { phrases }, newest);
  const hits: Hit[] = [];
  while (hits.length < limit) {
    const next = nextOf(source, compared);
    const scored = next.map(({ message, ...found }) => ({ message, score: scoreOf(found, weights) }));
    for (const hit of scored.sort((a, b) => b.score - a.score)) hits.push(hit);
    if (next.length < compared) break;
  }
  return hits.slice(0, limit);
}

/** What a chat offers to look for words in it. */
export const searchOf = (chat: OpenChat): SearchPlay => {
  const newest = new Remembered<readonly MessageId[]>();
  return {
    search: (text, limit = usualLimit) => searchIn(chat.view(), queryOf(text), limit),
    find: (text, from, way) => {
      const [found] = foundIn(chat.view(), { ...queryOf(text), how: 'all' }, from, way);
      return found?.message;
    },
    newestFound: (text, most) =>
      newest.of([chat.known(), text, most], () =>
        nextOf(foundIn(chat.view(), { ...queryOf(text), how: 'all' }), most).map(({ message }) => message.id),
      ),
  };
};
