import type { Payload } from '../../../domain/events/events.ts';
import type { AnyKnown } from '../../../domain/known/known.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { sceneMemoryId } from '../memories/memory-id.ts';
import { significanceTo } from './own-scenes.ts';

/** What is to be remembered of a scene: whose `n`-th it is, what was said in it, and what they know at its end. */
export interface Remembered {
  readonly owner: CharacterId;
  readonly n: number;
  readonly text: string;
  readonly messages: readonly Message[];
  readonly known: AnyKnown;
  /** When and where that was; absent = as its owner takes it to be then. */
  readonly at?: { readonly time: string; readonly place: string };
}

/** A scene as its owner remembers it: as much as the most of it mattered to them, among those whom they saw there. */
export function memoryOfScene({ id, parts }: OpenChat, remembered: Remembered): Payload<'memory_written'> {
  const { owner, n, text, messages, known } = remembered;
  const { time, place } = remembered.at ?? known.mind.world;
  const scores = messages.map((message) => significanceTo(known.view, owner, message.id) ?? 0);
  return {
    ...{ memory: sceneMemoryId({ parts, id }, owner, n), owner, text, time, place },
    significance: scores.reduce((most, one) => Math.max(most, one), 0),
    of: null,
    scene: n,
    witnesses: known.cast.filter(({ present }) => present).map(({ id: one }) => one),
    pinned: false,
  };
}
