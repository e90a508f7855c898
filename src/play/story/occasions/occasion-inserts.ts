import { mindOf } from '../../../domain/world/mind.ts';
import { listed } from '../../../domain/world/names.ts';
import { type Member, memberOf, type World } from '../../../domain/world/world.ts';
import type { Insert } from '../../../prompt/input.ts';

/** Behind what else is told of the world: memories, notes. */
const eleventh = 110;

/** What goes on before a speaker who is there, an insert each, with what is at hand in it (RP-084, 11; RP-085). */
export function occasionInserts({
  world,
  speaker,
}: {
  readonly world: World;
  readonly speaker: Member;
}): Insert[] {
  if (!memberOf(world, speaker.id)?.present) return [];
  return Object.values(mindOf(world.state, speaker.id).occasions).flatMap(
    ({ name, state, props }): Insert[] => {
      if (state !== 'active') return [];
      const atHand = props.length === 0 ? '' : ` At hand: ${listed(props, 'and')}.`;
      return [
        {
          ...{ name: 'occasion', source: 'world', reason: 'it goes on', zone: 'live', tier: 'should' },
          ...{ isFilled: true, isBehind: true, order: eleventh, text: `[Going on: ${name}.${atHand}]` },
        },
      ];
    },
  );
}
