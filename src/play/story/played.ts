import type { AnyView } from '../../domain/view.ts';
import { foldName } from '../../domain/world/world.ts';
import type { Store } from '../../store/store.ts';
import { playedIn } from '../chat/human.ts';
import { ownScenes, summaryOf } from './scenes/own-scenes.ts';

/** A chat that is played with a persona, and what its wearer keeps of the scenes that are over there. */
export interface Played {
  readonly chat: string;
  readonly title: string;
  readonly persona: string;
  /** Who wears it. */
  readonly character: string;
  /** ISO 8601, UTC: when the newest was said that the wearer perceived; empty = nothing was. */
  readonly at: string;
  /** A summary of each scene that has one, as the wearer perceived it, the first first. */
  readonly scenes: readonly string[];
}

/** What was played with a persona by now, the oldest first: the chats in which it is worn. */
export function playedWith(store: Store, persona: string): Played[] {
  const found = store.chats.list().flatMap(({ id, title }): Played[] => {
    const state = store.chats.read(id);
    const played = playedIn(store, state);
    const worn = played?.persona?.name;
    if (!played || worn === undefined || foldName(worn) !== foldName(persona)) return [];
    const { id: wearer, name } = played.member;
    const view: AnyView = store.view(id, wearer, state.head);
    const scenes = ownScenes(view, wearer).map(({ n }) => summaryOf(view, wearer, n));
    const at = view.last(1)[0]?.at ?? '';
    return [
      { chat: id, title, persona: worn, character: name, at, scenes: scenes.filter((said) => said !== '') },
    ];
  });
  return found.sort((a, b) => (a.at < b.at ? -1 : 1));
}
