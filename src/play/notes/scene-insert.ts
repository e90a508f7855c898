import { listed } from '../../domain/world/names.ts';
import { knownBy, type Member, memberOf, type World } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';

/** Who is there and who is not, once somebody whom the speaker knows of is away; a speaker who is away sees neither. */
export function sceneInsert(world: World, speaker: Member): Insert[] {
  const known = knownBy(world, speaker.id);
  const namesOf = (present: boolean) =>
    known.filter((member) => member.present === present).map(({ name }) => name);
  const away = namesOf(false);
  if (away.length === 0 || !memberOf(world, speaker.id)?.present) return [];
  const is = away.length === 1 ? 'is' : 'are';
  return [
    {
      name: 'scene',
      source: 'chat',
      reason: 'somebody is away',
      zone: 'live',
      tier: 'must',
      text: `[Here now: ${listed(namesOf(true), 'and')}. ${listed(away, 'and')} ${is} elsewhere.]`,
      isFilled: true,
    },
  ];
}
