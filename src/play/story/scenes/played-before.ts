import type { AnyView } from '../../../domain/view.ts';
import type { Member } from '../../../domain/world/world.ts';
import { foldName } from '../../../domain/world/world.ts';
import type { StoryBefore } from '../../../tools/novelty.ts';
import type { ChatReader } from '../../chat/chat-reader.ts';
import { humanTo, playedIn } from '../../chat/human.ts';
import { type Life, pastOf } from '../memories/past.ts';
import { ownScenes, summaryOf } from './own-scenes.ts';

/** The acts of the plan that somebody had in a chat that they lived through. */
function ownActs(
  { parts: { store } }: ChatReader,
  { chat, head, viewer }: Life,
): { title: string; acts: string[] } {
  const { segments } = store.tree.lineage(chat, head);
  const plans = segments
    .flatMap((segment) => [...store.log.read({ ...segment, kind: 'plan_set' })])
    .sort((one, other) => one.seq - other.seq)
    .flatMap(({ kind, payload }) => (kind === 'plan_set' && payload.owner === viewer ? [payload] : []));
  const last = plans.findLast(({ acts }) => acts.length > 0);
  return { title: last?.title ?? '', acts: last?.acts.map(({ text }) => text) ?? [] };
}

function storyOf(chat: ChatReader, life: Life): StoryBefore {
  const { title, acts } = ownActs(chat, life);
  const view: AnyView = chat.parts.store.view(life.chat, life.viewer, life.head);
  const scenes = ownScenes(view, life.viewer).map(({ n }) => summaryOf(view, life.viewer, n));
  return { title: title || life.title, acts, scenes: scenes.filter((said) => said !== '') };
}

/**
 * What one of the cast has played in other chats with the persona that the human wears for them (HC-24, HC-53), or all where the
 * human wears none: as it planned and remembers it. Chats that it was not in are none of its business, their titles neither.
 */
export function playedBefore(chat: ChatReader, who: Member): StoryBefore[] {
  const persona = humanTo(chat, who.id).persona?.name;
  const { store } = chat.parts;
  const isWorn = (id: string): boolean => {
    const worn = playedIn(store, store.chats.read(id))?.persona?.name;
    return persona === undefined || (worn !== undefined && foldName(worn) === foldName(persona));
  };
  const others = pastOf(chat, who).slice(1);
  return others.filter((life) => isWorn(life.chat)).map((life) => storyOf(chat, life));
}
