import type { DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { isSamePlace, swipesOf, type Version } from './versions.ts';

type Revision = Extract<DomainEvent, { kind: 'message_edited' | 'reply_continued' }>;

/** What has been written in the place of a message since its own place, oldest first. */
export function revisionsOf(
  chat: OpenChat,
  { id }: Pick<Message, 'id'>,
  from: Position,
): readonly Revision[] {
  const { tree, log } = chat.parts.store;
  const { segments } = tree.lineage(chat.id, chat.state.head);
  return segments
    .flatMap((segment) =>
      (['message_edited', 'reply_continued'] as const).flatMap((kind) => [
        ...log.read({ ...segment, after: Math.max(segment.after, from.seq), kind }),
      ]),
    )
    .flatMap((event) => (isRevisionOf(event, id) ? [event] : []))
    .sort((one, other) => one.seq - other.seq);
}

const isRevisionOf = (event: DomainEvent, id: string): event is Revision =>
  (event.kind === 'message_edited' || event.kind === 'reply_continued') && event.payload.message === id;

/** A message as it read for a while, as the viewer could read it then. */
export type AsRead = Pick<Message, 'text' | 'knownTo' | 'edited'>;

/** How the viewer could read a message in its own place, oldest first; undefined where they could not. */
export const readingsOf = (
  chat: OpenChat,
  { id }: Pick<Message, 'id'>,
  places: readonly Position[],
): readonly (AsRead | undefined)[] =>
  places.map(({ branch, seq }) => chat.view(chat.viewer, { branch, seq }).find(id));

const isAnew = ({ kind, payload }: Revision): boolean => kind === 'message_edited' && payload.anew === true;

/** The versions of a message in its own place, in the order in which they were first written, and which of them it is. */
function ownVersions(chat: OpenChat, message: Message, from: Position): { all: AsRead[]; current: number } {
  const revisions = revisionsOf(chat, message, from);
  const [first, ...later] = readingsOf(chat, message, [from, ...revisions]);
  const all: AsRead[] = first ? [first] : [];
  let current = 0;
  for (const [at, revision] of revisions.entries()) {
    const now = later[at];
    if (now === undefined) continue;
    const known = all.findIndex(({ text }) => text === now.text);
    if (known >= 0) current = known;
    else if (isAnew(revision) || all.length === 0) current = all.push(now) - 1;
    else all[current] = now;
  }
  return { all, current };
}

/** A version that can be gone to: a line, or what stood in the place of the line that is there. */
export interface Swipe {
  readonly version: Version;
  readonly isCurrent: boolean;
  /** How it reads in the place of the line that is there; absent for another line. */
  readonly own?: AsRead;
}

/** The versions of a message in the order of going through them, those that were written in its own place among them. */
export function allSwipesOf(chat: OpenChat, message: Message): Swipe[] {
  const here = chat.parts.store.placeOf(message.id);
  return swipesOf(chat, message).flatMap((version): Swipe[] => {
    const isCurrent = 'at' in version && isSamePlace(version.at, here);
    if (!isCurrent || !message.rewritten) return [{ version, isCurrent }];
    const { all, current } = ownVersions(chat, message, here);
    return all.map((own, at) => ({ version, own, isCurrent: at === current }));
  });
}
