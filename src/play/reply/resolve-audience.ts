import type { CharacterId, Message } from '../../domain/message.ts';
import { memberOf, presentIn, type World } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** What the audience of a line depends on. */
export interface AudienceOf {
  readonly world: World;
  /** The message that the line goes on with; null for a line of its own. */
  readonly continues: Message | null;
  /** What it answers, or its speaker's own answer to that, from which it goes on. */
  readonly answered: Message | null;
}

interface Where {
  readonly chat: string;
  readonly speaker: CharacterId;
  readonly at: Pick<ChatState, 'world' | 'head'>;
}

/** Who is there now, under the names that the prompt of the line knew. */
const namedAsIn = (then: World, now: World): World => ({
  ...now,
  cast: now.cast.map((member) => ({ ...member, name: memberOf(then, member.id)?.name ?? member.name })),
});

const heardBy = (message: Message, speaker: CharacterId): Message => {
  const { knownTo } = message;
  if (knownTo.length === 0 || knownTo.includes(speaker)) return message;
  return { ...message, knownTo: [...knownTo, speaker] };
};

/** Whether somebody who heard it in public is away by now. */
const wasHeardByAbsent = ({ knownTo, perceived }: Message, world: World, speaker: CharacterId): boolean => {
  const present = presentIn(world);
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
  const world = namedAsIn(about.world, at.world);
  if (continues && wasHeardByAbsent(continues, world, speaker))
    return { ...about, world, continues: null, answered: continues };
  const answered = about.answered && heardBy(all.find(about.answered.id) ?? about.answered, speaker);
  return { ...about, world, continues, answered };
}
