import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import { memberOf } from '../../domain/world/world.ts';
import { beforeTurnOf, messageAt, messagesFrom, nextAfter } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { remove } from '../tree/changes.ts';
import { tellReturning } from '../tree/going.ts';
import { goKeeping, keptAt } from '../tree/keeping.ts';
import { isOfSomebody, quoted, undoneBetween } from '../tree/undone.ts';
import { converse, linesOf } from './converse.ts';

type Said = Extract<NewEvent, { kind: 'message_said' }>;

/** What a person said, as the viewer reads it now, and who answered it; nothing was said before the first answers. */
interface Exchange {
  readonly said: Said | null;
  readonly by: CharacterId[];
}

const refusal = (what: string): SottoError =>
  new SottoError('usage', 'cannot_regenerate', `${what}; \`sotto delete MESSAGE\` removes only the message`);

/** The exchanges of these lines. Throws SottoError `cannot_regenerate` where one is neither said by a person nor a reply. */
function exchangesOf({ parts: { store } }: OpenChat, lines: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = [{ said: null, by: [] }];
  for (const line of lines) {
    const { branch, seq } = store.placeOf(line.id);
    const [event] = store.log.read({ branch, after: seq - 1, upTo: seq });
    if (event?.kind === 'message_said') {
      const payload = { ...event.payload, text: line.text, knownTo: [...line.knownTo] };
      exchanges.push({ said: { kind: 'message_said', payload }, by: [] });
    } else if (event?.kind === 'reply_received' || event?.kind === 'reply_cut_short')
      exchanges.at(-1)?.by.push(event.payload.speaker);
    else
      throw refusal(`${quoted(line)} is neither a person's message nor a reply, and cannot be regenerated`);
  }
  return exchanges;
}

/** Refuses what somebody said who is not there at the place from which the play goes on. */
function requireThere(
  chat: OpenChat,
  exchanges: readonly Exchange[],
  place: { branch: number; seq: number },
): void {
  const { stage } = chat.at(place);
  for (const id of exchanges.flatMap(({ said, by }) => [...(said ? [said.payload.speaker] : []), ...by])) {
    if (memberOf(stage, id)?.present) continue;
    const name = memberOf(chat.stage, id)?.name ?? 'somebody';
    throw refusal(`${name} came in later, and cannot answer from there`);
  }
}

const longestSaid = 60;
/** Says what else than lines is taken back. */
function tellTakenBack(chat: OpenChat, place: { branch: number; seq: number }): void {
  const facts = undoneBetween(chat, place).filter(({ what }) => what !== 'message');
  const [first] = facts;
  if (!first) return;
  const others = facts.length === 1 ? '' : ` and ${facts.length - 1} more`;
  const said = oneLine(first.was ?? first.becomes ?? '').slice(0, longestSaid);
  const what = [first.what, ...(isOfSomebody(first) ? [first.id] : []), said].filter(Boolean).join(' ');
  const message = `undone with it: ${what}${others}; \`sotto branches\` shows where it is kept`;
  chat.emit({ type: 'notice', message });
}

/**
 * Takes a message out and has every reply after its turn made anew, in order; what people said between them is said again as it
 * was. All of it stays in the tree (RP-103). Throws SottoError `no_such_message`, `cannot_regenerate`.
 */
export async function regenerateWithout(chat: OpenChat, address: string): Promise<void> {
  requireIdle(chat);
  const message = messageAt(chat, address);
  const next = nextAfter(chat, message);
  if (!next) return remove(chat, message.id);
  const exchanges = exchangesOf(chat, [...messagesFrom(chat.view(), next)]);
  const place = beforeTurnOf(chat, next);
  requireThere(chat, exchanges, place);
  tellReturning(chat, place, keptAt(chat, place));
  tellTakenBack(chat, place);
  goKeeping(chat, 'rewind', place);
  remove(chat, message.id);
  for (const { said, by } of exchanges) {
    const answered = (said && chat.record('human', () => [said]))?.events[0]?.id;
    if (by.length === 0) continue;
    const isOver = await converse(chat, () => linesOf(chat, by), { said: answered, isFixed: true });
    if (!isOver) return;
  }
}
