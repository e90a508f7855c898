import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { memberOf, presentIn, type Stage } from '../../domain/world/world.ts';
import type { Store } from '../../store/store.ts';

/** What the audience of a line depends on. */
export interface AudienceOf {
  readonly stage: Stage;
  /** Who perceives an untagged answer to a whisper, where the chat says so. */
  readonly untagged: 'inherit' | 'public' | undefined;
  /** The message that the line goes on with; null for a line of its own. */
  readonly continues: Message | null;
  /** What it answers, or its speaker's own answer to that, from which it goes on. */
  readonly answered: Message | null;
}

interface Where {
  readonly chat: string;
  readonly speaker: CharacterId;
  /** Where it is to stand by now, and who is in the chat there. */
  readonly at: { readonly head: Position; readonly stage: Stage };
}

/** Who is there now, under the names that the prompt of the line knew. */
const namedAsIn = (then: Stage, now: Stage): Stage => ({
  ...now,
  cast: now.cast.map((member) => ({ ...member, name: memberOf(then, member.id)?.name ?? member.name })),
});

const heardBy = (message: Message, speaker: CharacterId): Message => {
  const { knownTo } = message;
  if (knownTo.length === 0 || knownTo.includes(speaker)) return message;
  return { ...message, knownTo: [...knownTo, speaker] };
};

/** Whether somebody who heard it in public is away by now. */
const wasHeardByAbsent = ({ knownTo, perceived }: Message, stage: Stage, speaker: CharacterId): boolean => {
  const present = presentIn(stage);
  return knownTo.length === 0 && perceived.some((id) => id !== speaker && !present.includes(id));
};

/**
 * A line that began earlier, as its audience is at this place: by those who are there by now, and by those who have
 * perceived what it answers or goes on with. Where one of these is away it is a line of its own. Null when what it goes
 * on with was taken out.
 */
export function resolveAudience<T extends AudienceOf>(
  store: Store,
  about: T,
  { chat, speaker, at }: Where,
): T | null {
  const all = store.view(chat, 'everyone', at.head);
  const continues = about.continues && (all.find(about.continues.id) ?? null);
  if (about.continues && !continues) return null;
  const stage = namedAsIn(about.stage, at.stage);
  if (continues && wasHeardByAbsent(continues, stage, speaker))
    return { ...about, stage, continues: null, answered: continues };
  const answered = about.answered && heardBy(all.find(about.answered.id) ?? about.answered, speaker);
  return { ...about, stage, continues, answered };
}
