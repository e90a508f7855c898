import type { Member } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import type { WantedLine } from './wanted-line.ts';

/**
 * Says whose line is answered where several people play together (HC-37), so that what one of them writes decides nothing for
 * another; `players` by the characters that they play.
 */
export function playersInsert(
  { speaker, continues, answering }: WantedLine,
  cast: readonly Member[],
  players: Readonly<Record<string, string>>,
): Insert[] {
  const of = answering?.message?.speaker ?? '';
  const played = cast.filter(({ id }) => players[id] !== undefined && id !== speaker.id);
  const who = played.find(({ id }) => id === of);
  if (continues || !who || played.length < 2) return [];
  const others = played.filter(({ id }) => id !== of).map(({ id, name }) => `${name} (${players[id]})`);
  const text = `[${who.name}, whom ${players[of]} plays, is answered now. What ${who.name} does decides nothing for ${others.join(' and ')}, whom other people play.]`;
  return [
    {
      ...{ name: 'players', source: 'sotto', reason: 'several people play' },
      ...{ zone: 'live', tier: 'should', depth: 0, isFilled: true, text },
    },
  ];
}
