import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import { memberOf } from '../../domain/world/world.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { memoriesIn } from './memories/memories.ts';

/** What a character leaves behind in a chat when it begins anew, as far as the viewer knows, counted. */
export interface Traces {
  readonly memories: number;
  readonly pins: number;
  /** What it felt about others, and they about it. */
  readonly edges: number;
  /** Scenes of which it kept something. */
  readonly scenes: number;
}

const summariesOf = (chat: OpenChat, id: CharacterId) => chat.view(id).records(`summary:${id}:`);

/** What the viewer knows that there is of a character in a chat: what it keeps and feels is its own. */
export function tracesOf(chat: OpenChat, id: CharacterId): Traces {
  const { perspective } = chat;
  const { edges } = chat.known().mind;
  const about = Object.entries(edges).filter(([from, to]) => from !== id && to[id] !== undefined);
  const own = Object.keys(edges[id] ?? {}).length;
  if (!perspective.owns(id)) return { memories: 0, pins: 0, edges: own + about.length, scenes: 0 };
  return {
    memories: memoriesIn(chat.view(id), id).length,
    pins: chat.known(id).pins.length,
    edges: own + about.length,
    scenes: summariesOf(chat, id).length,
  };
}

/** Takes all traces of a character out of a chat, which it leaves: one act that undo takes back. */
export function resetIn(chat: OpenChat, id: CharacterId): void {
  requireIdle(chat);
  const view = chat.view(id);
  const by = chat.viewer === 'everyone' ? {} : { by: chat.viewer };
  const forgotten = view.records(memoryKey(id)).map(({ key }): NewEvent => {
    const memory = key.slice(key.lastIndexOf(':') + 1);
    return { kind: 'memory_forgotten', payload: { memory, owner: id, ...by } };
  });
  const unwritten = summariesOf(chat, id).map(({ key, value }): NewEvent => {
    const { scene } = value as { readonly scene: string };
    const n = Number(key.slice(key.lastIndexOf(':') + 1));
    return { kind: 'scene_summarized', payload: { scene, n, owner: id, text: null, ...by } };
  });
  const isThere = memberOf(chat.stage, id)?.isGone !== true;
  const gone: NewEvent[] = isThere
    ? [{ kind: 'character_left', payload: { character: id, isGone: true } }]
    : [];
  const reset: NewEvent = { kind: 'character_reset', payload: { character: id, ...by } };
  chat.record('human', () => [...forgotten, ...unwritten, reset, ...gone]);
}
