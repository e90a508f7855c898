import type { AnyKnown } from '../../../domain/known/known.ts';
import { listed } from '../../../domain/world/names.ts';
import { type Member, memberOf } from '../../../domain/world/world.ts';
import type { Insert } from '../../../prompt/input.ts';

/** Behind what else is told of the world: memories, notes. */
const eleventh = 110;

/** What goes on before a speaker who is there, an insert each, with what is at hand in it (RP-084, 11; RP-085). */
export function occasionInserts({
  known,
  speaker,
}: {
  readonly known: AnyKnown;
  readonly speaker: Member;
}): Insert[] {
  if (!memberOf(known, speaker.id)?.present) return [];
  return Object.values(known.mind.occasions).flatMap(({ name, state, props }): Insert[] => {
    if (state !== 'active') return [];
    const atHand = props.length === 0 ? '' : ` At hand: ${listed(props, 'and')}.`;
    return [
      {
        ...{ name: 'occasion', source: 'world', reason: 'it goes on', zone: 'live', tier: 'should' },
        ...{ isFilled: true, isBehind: true, order: eleventh, text: `[Going on: ${name}.${atHand}]` },
      },
    ];
  });
}
