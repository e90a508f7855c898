import type { Member } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import type { PlaySettings } from '../chat/parts.ts';
import { readable } from '../director/asking.ts';
import type { WantedLine } from './wanted-line.ts';

/**
 * Says which line is to be answered where another has come behind it, be it a reply that was being written when it was
 * said: a speaker who goes on from the last line of its history would tell the audience of one what was for another.
 */
export function unansweredInsert(
  { ooc }: Pick<PlaySettings, 'ooc'>,
  { speaker, continues, answering }: WantedLine,
  cast: readonly Member[],
): Insert[] {
  const { message: open = null, isOverdue } = answering ?? {};
  if (continues || !open || !isOverdue) return [];
  const who = cast.find(({ id }) => id === open.speaker)?.name ?? 'somebody';
  const how = open.knownTo.length === 0 ? 'aloud' : 'in private';
  const names = cast.map(({ name }) => name);
  const line = readable(open.text, ooc, names);
  return [
    {
      ...{ name: 'unanswered', source: open.id, reason: 'another line has come behind it' },
      ...{ zone: 'live', tier: 'must', depth: 0, isFilled: true },
      text: `[What ${who} said ${how} is not answered yet: "${line}". ${speaker.name} answers that now.]`,
    },
  ];
}
