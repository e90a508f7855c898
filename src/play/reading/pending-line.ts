import type { Message } from '../../domain/message.ts';
import type { ScratchReply } from '../../store/terminals/scratch.ts';
import type { PlayParts } from '../chat/parts.ts';
import type { PendingLine } from './line-event.ts';

/** The line that a scratch row keeps. */
export const pendingOf = ({ reply }: Pick<ScratchReply, 'reply'>): PendingLine =>
  reply as unknown as PendingLine;

/** A line that another process writes or wrote, with the messages that it is about, as its speaker perceived them when it began. */
export function pendingAbout({ store }: PlayParts, row: ScratchReply) {
  const { continues, ...pending } = pendingOf(row);
  const { speaker, origin, place, keepsTo = origin.answers } = pending;
  const moment = store.moment(row.chat, place);
  const { view, untagged } = moment.known(speaker);
  const messageOf = (id: string | null): Message | null => (id === null ? null : (view.find(id) ?? null));
  return {
    ...pending,
    stage: moment.stage,
    untagged,
    continues: messageOf(continues),
    answered: messageOf(keepsTo),
  };
}
