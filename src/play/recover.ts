import { modelAudience, readTags } from '../domain/audience.ts';
import type { Payload } from '../domain/events.ts';
import type { PlayParts } from './parts.ts';

/** What stands in a scratch row beside the text: the reply as it will be, but for what the text says. */
export type PendingReply = Omit<Payload<'reply_cut_short'>, 'raw' | 'text' | 'knownTo' | 'reason'> & {
  /** Where it would have been written. */
  place: { branch: number; seq: number };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Keeps, as cut short, every reply whose process died while it streamed (invariant 8). Returns the chats
 * concerned.
 */
export function recoverCutReplies({ store, settings, now, pid }: PlayParts): string[] {
  const left = store.scratch.all().filter((row) => row.pid !== pid && !isAlive(row.pid));
  for (const row of left) {
    store.atomically(() => {
      const still = store.scratch
        .all()
        .some(({ chat, pid: owner }) => chat === row.chat && owner === row.pid);
      if (!still) return;
      store.scratch.clear(row.chat);
      const { place, ...reply } = row.reply as PendingReply;
      store.chats.append(row.chat, { actor: 'model', at: now(), place }, ({ world, head }) => {
        const said = readTags(
          row.text,
          settings.tag,
          world.cast.map(({ name }) => name),
          { cut: true },
        );
        if (said.text === '') return [];
        const { speaker } = reply;
        const answered =
          reply.answers === null ? null : (store.view(row.chat, speaker, head).find(reply.answers) ?? null);
        const knownTo = modelAudience(world, said, { speaker, answered, untagged: settings.untaggedReply });
        const payload = { ...reply, raw: row.text, text: said.text, knownTo, reason: 'crashed' };
        return [{ kind: 'reply_cut_short', payload }];
      });
    });
  }
  return left.map(({ chat }) => chat);
}
