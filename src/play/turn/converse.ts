import { isSottoError } from '../../domain/errors.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { interjecting } from '../director/choosing.ts';
import { whisperedTo } from '../director/director.ts';
import { situationOf } from '../director/situation.ts';
import { answeredBy } from '../planning/answered.ts';
import { lineShape } from '../planning/line-shape.ts';
import type { WantedLine } from '../planning/wanted-line.ts';
import { visibleSoFar } from '../reading/reply-so-far.ts';
import { generate, type WrittenLine } from '../reply/generate.ts';
import { contextOf } from '../reply/line-event.ts';
import { catchUp } from '../terminals/mirror.ts';

/**
 * Generates as one command of a person, from its first speaker to its last; `stop` ends them all. What they answer is
 * `said`, and what was said since in the same command.
 */
export async function generating(
  chat: OpenChat,
  work: (line: (wanted: WantedLine) => Promise<WrittenLine | null>, signal: AbortSignal) => Promise<unknown>,
  said: MessageId | undefined,
): Promise<void> {
  const abort = new AbortController();
  const exchange = said === undefined ? [] : [said];
  chat.session.waits(abort);
  let isTaken = false;
  try {
    isTaken = await chat.lease.take(abort);
    if (!isTaken) return;
    catchUp(chat);
    await work(async (line) => {
      const wanted = { ...line, exchange: [...exchange] };
      const { speaker } = wanted;
      chat.session.generates({ speaker, isHidden: isHidden(chat, wanted), reading: null, abort });
      chat.emit({ type: 'state' });
      const written = await generate(chat, wanted, abort.signal);
      if (written) exchange.push(written.message.id);
      return written;
    }, abort.signal);
  } finally {
    chat.session.waitsNoMore(abort);
    if (isTaken) {
      chat.session.generates(null);
      chat.lease.release();
    }
    chat.emit({ type: 'state' });
  }
}

/** Whether a line that nobody has read yet is none of the played character's business. */
function isHidden(chat: OpenChat, wanted: WantedLine): boolean {
  const { viewer, state, parts } = chat;
  const { speaker, continues = null } = wanted;
  const { world } = state;
  const how = { isContinued: continues !== null, isChat: false, cue: '' };
  const { lineHead } = lineShape(world, speaker, parts.settings, how);
  const about = {
    world,
    speaker: speaker.id,
    continues,
    answered: answeredBy(chat, wanted).keepsTo,
    lineHead,
  };
  return visibleSoFar('', contextOf(about, parts.settings), viewer) === null;
}

/** Those who are to speak first; they are chosen when the terminal has its turn, from what is there then. */
export type Choose = (signal: AbortSignal) => Promise<readonly WantedLine[]> | readonly WantedLine[];

/** Lines of these, as far as they are there, in their order. */
export const linesOf = (
  chat: OpenChat,
  ids: readonly CharacterId[],
  how: Pick<WantedLine, 'maxTokens'> = {},
): WantedLine[] =>
  ids.flatMap((id) => {
    const speaker = memberOf(chat.state.world, id);
    return speaker?.present ? [{ speaker, ...how }] : [];
  });

/** Whom a whisper calls that no human hears, as far as the chain may go on (KT-18). */
function calledBy(
  chat: OpenChat,
  line: WrittenLine,
  queued: readonly WantedLine[],
  left: number,
): WantedLine[] {
  if (!line.isExplicit || !chat.parts.settings.autoTurn) return [];
  const called = whisperedTo(situationOf(chat, 'everyone'), line.message);
  const waiting = queued.map(({ speaker }) => speaker.id);
  return linesOf(chat, called.filter((id) => !waiting.includes(id)).slice(0, left));
}

/** Whoever is told of nothing hidden is not told that a whisper which leaves them out found no answer: null then. */
const unlessUntold = (chat: OpenChat, line: Promise<WrittenLine | null>): Promise<WrittenLine | null> =>
  line.catch((error: unknown) => {
    if (!chat.perspective.isToldOfHidden && isSottoError(error)) return null;
    throw error;
  });

/**
 * Lets those who are chosen talk in turn, and those whom they whisper to (AutoTurn), in answer to what was said; the last
 * line, unless it was stopped.
 */
export async function inTurn(chat: OpenChat, choose: Choose, said?: MessageId): Promise<Message | null> {
  const { maxHops } = chat.parts.settings;
  let last: Message | null = null;
  const talk: Parameters<typeof generating>[1] = async (line, signal) => {
    const queue = [...(await choose(signal))];
    const own = new Set(queue);
    let hops = 0;
    for (let wanted = queue.shift(); wanted && !signal.aborted; wanted = queue.shift()) {
      const written = await (own.has(wanted) ? line(wanted) : unlessUntold(chat, line(wanted)));
      const isNext = !signal.aborted && !written?.isDetached;
      last = isNext ? (written?.message ?? null) : null;
      if (!isNext) break;
      if (!written) continue;
      const called = calledBy(chat, written, queue, maxHops - hops);
      hops += called.length;
      queue.push(...called);
    }
  };
  await generating(chat, talk, said);
  return last;
}

/** Asks whether somebody speaks up after a public line, while everything else may go on; who does has a turn of their own. */
async function afterwards(chat: OpenChat, line: Message): Promise<void> {
  const asking = chat.session.beginAsking();
  try {
    const id = await interjecting(chat, line, asking.signal);
    if (id === null || asking.signal.aborted) return;
    chat.session.endAsking(asking);
    await inTurn(chat, () => linesOf(chat, [id]), line.id);
  } finally {
    chat.session.endAsking(asking);
  }
}

/** Lets those who are chosen talk in turn, in answer to what was said, then whoever speaks up when they have answered in public (RP-049). */
export async function converse(chat: OpenChat, choose: Choose, said?: MessageId): Promise<void> {
  const last = await inTurn(chat, choose, said);
  if (last?.knownTo.length === 0) await afterwards(chat, last);
}
