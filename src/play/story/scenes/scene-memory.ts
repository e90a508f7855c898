import type { Payload } from '../../../domain/events/events.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { View } from '../../../domain/view.ts';
import { mindOf } from '../../../domain/world/mind.ts';
import { knownBy, presentIn, type World } from '../../../domain/world/world.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import { sceneMemoryId } from '../memories/memory-id.ts';
import { significanceTo } from './own-scenes.ts';

/** What is to be remembered of a scene: whose `n`-th it is, what was said in it, the world and the view at its end. */
export interface Remembered {
  readonly owner: CharacterId;
  readonly n: number;
  readonly text: string;
  readonly messages: readonly Message[];
  readonly world: World;
  readonly view: View;
  /** When and where that was; absent = as its owner takes it to be in that world. */
  readonly at?: { readonly time: string; readonly place: string };
}

/** A scene as its owner remembers it: as much as the most of it mattered to them, among those whom they saw there. */
export function memoryOfScene({ id, parts }: OpenChat, remembered: Remembered): Payload<'memory_written'> {
  const { owner, n, text, messages, world, view } = remembered;
  const { time, place } = remembered.at ?? mindOf(world.state, owner).world;
  const present = presentIn(world);
  const known = knownBy(world, owner).map((member) => member.id);
  const scores = messages.map((message) => significanceTo(view, owner, message.id) ?? 0);
  return {
    ...{ memory: sceneMemoryId({ parts, id }, owner, n), owner, text, time, place },
    significance: scores.reduce((most, one) => Math.max(most, one), 0),
    of: null,
    scene: n,
    witnesses: known.filter((one) => present.includes(one)),
    pinned: false,
  };
}
