import type { NewEvent } from '../../../domain/events/events.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { memoryKey, summaryKey } from '../../../domain/rows/records.ts';
import type { ChatState, FoundAbout } from '../../../store/chats/state.ts';
import type { PlayParts } from '../../chat/parts.ts';
import { sceneMemoryId } from '../memories/memory-id.ts';
import { endOf, ownScenes } from './own-scenes.ts';

/** What goes before a message is revised, and what is to be told anew behind that. */
export interface Retelling {
  /** What was found when it was told. */
  readonly found: readonly FoundAbout[];
  readonly before: readonly NewEvent[];
  readonly after: readonly NewEvent[];
}

interface Kept {
  readonly auto: boolean;
}

/**
 * What somebody has kept of the scene that a message is in, by itself, once that message is to read otherwise to them: it is
 * forgotten, and told anew. Null where the scene has not closed, or its telling is a person's own.
 */
export function retelling(
  parts: Pick<PlayParts, 'store' | 'idFor'>,
  { id: chat, head }: Pick<ChatState, 'id' | 'head'>,
  { owner, message }: { readonly owner: CharacterId; readonly message: Message },
): Retelling | null {
  const { store } = parts;
  const view = store.view(chat, owner, head);
  const { seq } = store.placeOf(message.id);
  const scene = ownScenes(view, owner).find((one) => (endOf({ store, chat }, one)?.seq ?? 0) > seq);
  if (!scene) return null;
  const key = summaryKey(owner, scene.n);
  const { auto = true } = (view.record(key)?.value as unknown as Kept | undefined) ?? {};
  if (!auto) return null;
  const memory = sceneMemoryId({ parts, id: chat }, owner, scene.n);
  const isRemembered = view.record(memoryKey(owner, memory)) !== undefined;
  const payload = { scene: scene.scene, n: scene.n, owner, text: null };
  return {
    found: store.foundUnder(chat, owner, head, key),
    before: isRemembered ? [{ kind: 'memory_forgotten', payload: { memory, owner } }] : [],
    after: [{ kind: 'scene_summarized', payload }],
  };
}
