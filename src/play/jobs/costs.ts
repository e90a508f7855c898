import type { BookkeepingCost } from '../chat/play-state.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { Perspective } from '../open/perspective.ts';
import { isPerceived } from './perceived.ts';

const lately = { replies: 20, lines: 80 } as const;
const replies: ReadonlySet<string> = new Set(['reply_received', 'reply_cut_short']);

const rounded = (value: number): number => Math.round(100 * value) / 100;

/**
 * What bookkeeping has cost with the last twenty replies that the viewer perceived: of questions that are made of what it knows, for
 * others would tell how much they have perceived. Null where none was asked.
 */
export function costFor({ parts: { store }, id }: OpenChat, viewed: Perspective): BookkeepingCost | null {
  const places = viewed
    .view()
    .last(lately.lines)
    .map((message) => store.placeOf(message.id))
    .filter((place) => replies.has(store.eventAt(id, place)?.kind ?? ''))
    .slice(-lately.replies);
  const [first] = places;
  if (!first) return null;
  const jobs = store.jobs.spentSince(id, first.seq - 1).filter(({ owner, about }) => {
    const of = owner === null || viewed.owns(owner) ? store.log.messageOf(id, about) : undefined;
    return of !== undefined && isPerceived(viewed, of);
  });
  const sum = (count: (job: (typeof jobs)[number]) => number) =>
    jobs.reduce((total, job) => total + count(job), 0);
  const asked = sum((job) => job.asked);
  if (asked === 0) return null;
  return {
    replies: places.length,
    questions: rounded(asked / places.length),
    read: Math.round(sum((job) => job.read) / places.length),
    written: Math.round(sum((job) => job.written) / places.length),
    answered: rounded(sum((job) => job.answered) / asked),
  };
}
