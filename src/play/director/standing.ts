import { readTags, resolveNames } from '../../domain/audience.ts';
import type { CharacterId } from '../../domain/message.ts';
import { knownBy, memberOf } from '../../domain/world.ts';
import { WarmUp } from '../line/warm-up.ts';
import type { OpenChat } from '../open-chat.ts';
import { asksModel, type NextSpeakers } from '../play-state.ts';
import { AutoMode } from './auto.ts';
import { likelyAnswerers, recentFor } from './choosing.ts';
import type { Said } from './director.ts';

/** How this terminal stands with the director for now: the draft, whom the human chose, auto mode. None of it is logged. */
export class Standing {
  /** What the human is about to say. */
  draft = '';
  /** Whom the draft is whispered to without a tag. */
  to: readonly string[] = [];
  readonly auto = new AutoMode();
  readonly warmUp = new WarmUp();
  /** While it is asked who speaks up; aborting it lets nobody. */
  asking: AbortController | null = null;
  #chosen: { readonly viewer: string; readonly id: CharacterId } | null = null;
  #known: { readonly about: readonly unknown[]; readonly next: NextSpeakers } | null = null;

  /** The human wants this character to answer the next message; null leaves it to the director. */
  choose(chat: OpenChat, id: CharacterId | null): void {
    this.#chosen = id === null ? null : { viewer: chat.viewer, id };
  }

  #chosenBy(viewer: string): CharacterId | null {
    return this.#chosen?.viewer === viewer ? this.#chosen.id : null;
  }

  /** Who is to answer this message because the human chose so, which then is done with. */
  taken(chat: OpenChat, { speaker, knownTo }: Said): readonly CharacterId[] | undefined {
    const id = this.#chosenBy(speaker ?? '');
    if (id === null || (knownTo.length > 0 && !knownTo.includes(id))) return undefined;
    this.#chosen = null;
    return memberOf(chat.state.world, id)?.present ? [id] : undefined;
  }

  /** Who would answer the draft, from what the played character has perceived; null for one who looks on. */
  next(chat: OpenChat): NextSpeakers | null {
    const { viewer, state } = chat;
    if (viewer === 'everyone') return null;
    const chosen = this.#chosenBy(viewer);
    const about = [state, viewer, chosen, this.draft, this.to.join(), [...chat.playedElsewhere()].join()];
    if (this.#known?.about.every((value, index) => value === about[index])) return this.#known.next;
    const next = chosen === null ? expected(chat, viewer, this) : named(chat, [chosen], 'chosen');
    this.#known = { about, next };
    return next;
  }
}

const named = (chat: OpenChat, ids: readonly CharacterId[], why: string): NextSpeakers => ({
  speakers: ids.flatMap((id) => memberOf(chat.state.world, id) ?? []).map(({ id, name }) => ({ id, name })),
  why,
});

type Draft = Pick<Standing, 'draft' | 'to'>;

/** A draft as the message that it would be, as far as it can be read already. */
function saidBy(chat: OpenChat, viewer: CharacterId, { draft, to }: Draft): Said {
  const { world } = chat.state;
  const known = knownBy(world, viewer);
  const { text, names } = readTags(
    draft,
    chat.parts.settings.tag,
    known.map(({ name }) => name),
  );
  const { ids } = resolveNames(known, [...names, ...to]);
  return { speaker: viewer, text, knownTo: ids.length > 0 ? [...ids, viewer] : [] };
}

function expected(chat: OpenChat, viewer: CharacterId, draft: Draft): NextSpeakers {
  const said = saidBy(chat, viewer, draft);
  const likely = likelyAnswerers(chat, said, recentFor(chat, viewer));
  return likely.asksModel ? named(chat, [], asksModel) : named(chat, likely.speakers, likely.why);
}
