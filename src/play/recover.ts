import type { NewEvent } from '../domain/events.ts';
import type { ScratchReply } from '../store/scratch.ts';
import type { ChatState } from '../store/state.ts';
import { contextOf, lineEvent, type PendingLine, whereOf } from './line-event.ts';
import type { PlayParts } from './parts.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

function cutLine(
  { store, settings }: PlayParts,
  row: ScratchReply,
  { world, head }: ChatState,
): NewEvent | null {
  const { speaker, continues, origin, reasoning = '' } = row.reply as unknown as PendingLine;
  const view = store.view(row.chat, speaker, head);
  const messageOf = (id: string | null) => (id === null ? null : (view.find(id) ?? null));
  const line = { world, speaker, continues: messageOf(continues), answered: messageOf(origin.answers) };
  const said = { raw: row.text, reasoning };
  return lineEvent(said, contextOf(line, settings), { ...line, origin, cutReason: 'crashed' });
}

/** Keeps, as cut short, every line whose process died while it streamed (invariant 8). Returns the chats concerned. */
export function recoverCutReplies(parts: PlayParts): string[] {
  const { store, now, pid } = parts;
  const isLeft = (row: ScratchReply) => row.pid !== pid && !isAlive(row.pid);
  const left = store.scratch.all().filter(isLeft);
  for (const row of left) {
    store.atomically(() => {
      const isStillThere = store.scratch
        .all()
        .some((other) => other.chat === row.chat && other.pid === row.pid);
      if (!isStillThere) return;
      store.scratch.clear(row.chat);
      const where = whereOf(row.reply as unknown as PendingLine);
      const how = { actor: 'model' as const, at: now(), ...where };
      store.chats.append(row.chat, how, (state) => {
        const event = cutLine(parts, row, state);
        return event ? [event] : [];
      });
    });
  }
  return left.map(({ chat }) => chat);
}
