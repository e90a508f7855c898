import type { CharacterId } from '../../../domain/message.ts';
import type { View } from '../../../domain/view.ts';
import type { Insert } from '../../../prompt/input.ts';
import { pinnedIn } from './memories.ts';

/** What a speaker has pinned of its memories, in every prompt of its own. */
export function pinnedMemories<Who>(view: View<Who>, speaker: CharacterId<Who>): Insert[] {
  return pinnedIn(view, speaker).map(({ id, text }) => {
    const said = `You remember: ${text}`;
    return {
      ...{ name: 'memory', source: `memory ${id}`, reason: 'pinned', isFilled: true },
      ...{ zone: 'epoch', tier: 'should', isBehind: true, text: said },
      parts: [{ part: '', text: said, alone: `[${said}]` }],
    };
  });
}
