import type { Position } from '../../domain/lineage.ts';
import type { Append } from '../../store/chats/state.ts';
import type { Tree } from '../../store/log/tree.ts';
import type { Store } from '../../store/store.ts';
import type { PendingLine } from './line-event.ts';

/** A place that a line began at, and what tells whether the head has been put elsewhere since. */
export type BeganAt = Pick<PendingLine, 'place' | 'isAlternative' | 'head' | 'newest'>;

/** Whether a history holds, behind a place, anything that was there before the line began: a person put the head there. */
function holdsOlder(
  tree: Tree,
  chat: string,
  now: Position,
  { place, newest = place.seq }: BeganAt,
): boolean {
  return tree.lineage(chat, now).segments.some(({ branch, after, upTo }) => {
    const older = tree.before(chat, { branch, seq: Math.min(upTo, newest) + 1 });
    return older.seq > Math.max(after, place.seq);
  });
}

/** Whether a head has, since a line began, only gone on from there by what others said. */
export function hasGoneOn({ tree }: Store, chat: string, line: BeganAt, now: Position): boolean {
  tree.forget(chat);
  const isBehind = tree.lineage(chat, now).contains(tree.canonical(chat, line.place));
  return isBehind && !holdsOlder(tree, chat, now, line);
}

/**
 * Where a line is written: an alternative beside what follows, any other after all that was said since. Where a person
 * has put the head elsewhere meanwhile, or others have gone on from what the alternative replaces, the head stays there.
 */
export function resolvePlace(
  store: Store,
  chat: string,
  line: BeganAt,
): Required<Pick<Append, 'place' | 'headStays'>> {
  const { place, isAlternative, head = place } = line;
  const now = store.chats.mark(chat).head;
  if (!isAlternative && hasGoneOn(store, chat, line, now)) return { place: now, headStays: false };
  const { tree } = store;
  const [was, is] = [head, now].map((at) => tree.canonical(chat, at));
  return { place, headStays: was?.branch !== is?.branch || was?.seq !== is?.seq };
}
