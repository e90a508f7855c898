import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { CharacterId } from '../../../domain/message.ts';
import type { Mind, Thread } from '../../../domain/world/mind.ts';
import { foldName } from '../../../domain/world/world.ts';

const mostOpen = 8;

/** What is unresolved for somebody, under its id. */
export const openThreads = ({ threads }: Mind): [string, Thread][] =>
  Object.entries(threads).filter(([, { state }]) => state === 'open');

const bare = (text: string): string => foldName(text).replace(/[\s.!?…]+$/u, '');

/** Whether two texts name one tension, one of them at more length. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

/**
 * What came to be unresolved for whoever passed over some lines, and what of it is over, for them alone; what they have as open
 * already opens no second time, and at most eight found by passes are open at once (RP-062, RP-134).
 */
export function threadFacts(
  { owner, mind, thread }: { owner: CharacterId; mind: Mind; thread: (text: string) => string },
  said: { readonly unresolved: readonly string[]; readonly resolved: readonly string[] },
): NewEvent[] {
  const open = openThreads(mind);
  const over = open.filter(([, { text }]) => said.resolved.some((one) => isSame(one, text)));
  const left = open.length - over.length;
  const arisen = said.unresolved.filter(
    (text, at) =>
      !Object.values(mind.threads).some((known) => isSame(known.text, text)) &&
      !said.unresolved.slice(0, at).some((before) => isSame(before, text)),
  );
  const knownTo = [owner];
  return [
    ...over.map(
      ([id]): NewEvent => ({ kind: 'thread_change', payload: { thread: id, state: 'resolved', knownTo } }),
    ),
    ...arisen.slice(0, Math.max(0, Math.min(bounds.list, mostOpen - left))).map(
      (text): NewEvent => ({
        kind: 'thread_change',
        payload: { thread: thread(text), text, state: 'open', knownTo },
      }),
    ),
  ];
}
