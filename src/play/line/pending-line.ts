import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { World } from '../../domain/world.ts';
import type { ScratchReply } from '../../store/scratch.ts';
import type { PlayParts } from '../parts.ts';
import type { PendingLine } from './line-event.ts';

/** The line that a scratch row keeps. */
export const pendingOf = ({ reply }: Pick<ScratchReply, 'reply'>): PendingLine =>
  reply as unknown as PendingLine;

/** A line that another process writes or wrote, with the messages that it is about, as its speaker perceives them. */
export function pendingAbout(
  { store }: PlayParts,
  row: ScratchReply,
  { world, head }: { readonly world: World; readonly head: Position },
) {
  const { speaker, continues, origin, lineHead } = pendingOf(row);
  const view = store.view(row.chat, speaker, head);
  const messageOf = (id: string | null): Message | null => (id === null ? null : (view.find(id) ?? null));
  return {
    world,
    speaker,
    origin,
    lineHead,
    continues: messageOf(continues),
    answered: messageOf(origin.answers),
  };
}
