import type { Message } from '../../domain/message.ts';
import { knownBy, type World } from '../../domain/world.ts';
import { isRow } from '../../prompt/history.ts';
import type { Insert } from '../../prompt/input.ts';
import { readable } from '../director/asking.ts';
import type { OpenChat } from '../open-chat.ts';
import { answeredBy, recordedAnswer } from './answered.ts';
import type { WantedLine } from './plan.ts';

const recentRows = 20;

/** Rows of the speaker's view behind a message, oldest first. */
const rowsSince = (chat: OpenChat, { speaker, place }: WantedLine, { id }: Message): Message[] =>
  chat
    .view(speaker.id, place)
    .from(id, recentRows)
    .slice(1)
    .filter((message) => isRow(chat.parts.settings, message));

/**
 * Says which line is to be answered where another has come behind it, be it a reply that was being written when it was
 * said: a speaker who goes on from the last line of its history would tell the audience of one what was for another.
 */
export function unansweredInsert(chat: OpenChat, wanted: WantedLine, world: World): Insert[] {
  const { speaker, continues } = wanted;
  const open = continues ? null : answeredBy(chat, wanted);
  const since = open ? rowsSince(chat, wanted, open) : [];
  const own = since.filter((message) => message.speaker === speaker.id);
  const isAnswered = own.some((message) => [undefined, open?.id].includes(recordedAnswer(chat, message)));
  if (!open || since.length === 0 || isAnswered) return [];
  const known = knownBy(world, speaker.id);
  const who = known.find(({ id }) => id === open.speaker)?.name ?? 'somebody';
  const how = open.knownTo.length === 0 ? 'aloud' : 'in private';
  const names = known.map(({ name }) => name);
  const line = readable(open.text, chat.parts.settings.ooc, names);
  return [
    {
      ...{ name: 'unanswered', source: open.id, reason: 'another line has come behind it' },
      ...{ zone: 'live', tier: 'must', depth: 0, isFilled: true },
      text: `[What ${who} said ${how} is not answered yet: "${line}". ${speaker.name} answers that now.]`,
    },
  ];
}
