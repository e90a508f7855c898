import { isSottoError } from '../../domain/errors.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import { interjecting } from '../director/choosing.ts';
import { whisperedTo } from '../director/director.ts';
import { situationOf } from '../director/situation.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { answeredBy } from '../planning/answered.ts';
import { lineShape } from '../planning/line-shape.ts';
import type { WantedLine } from '../planning/wanted-line.ts';
import { contextOf } from '../reading/line-event.ts';
import { visibleSoFar } from '../reading/reply-so-far.ts';
import { generate, type WrittenLine } from '../reply/generate.ts';
import { catchUp } from '../terminals/mirror.ts';

/**
 * Works as one command of a person, when this terminal has its turn; `stop` ends all of it. Resolves to what the work gives;
 * null when it was stopped before.
 */
async function inLease<T>(chat: OpenChat, work: (abort: AbortController) => Promise<T>): Promise<T | null> {
  const abort = new AbortController();
  chat.session.waits(abort);
  let isTaken = false;
  try {
    isTaken = await chat.lease.take(abort);
    if (!isTaken) return null;
    catchUp(chat);
    return await work(abort);
  } finally {
    if (chat.session.waiting === abort) chat.session.waits(null);
    if (isTaken) {
      chat.session.generates(null);
      chat.lease.release();
    }
    chat.emit({ type: 'state' });
  }
}

/** A line that is generated from now on, with what it answers decided. */
function begun<Line extends WantedLine>(chat: OpenChat, line: Line, abort: AbortController): Line {
  const answering = answeredBy(chat, line);
  const isHidden = isUnseen(chat, line, answering.keepsTo);
  const replaces = line.replaces && { replaces: line.replaces.message.id };
  chat.session.generates({ speaker: line.speaker, isHidden, reading: null, abort, ...replaces });
  chat.emit({ type: 'state' });
  return { ...line, answering };
}

/** Whether a line that nobody has read yet is none of the played character's business. */
function isUnseen(chat: OpenChat, line: WantedLine, answered: Message | null): boolean {
  const { viewer, stage, parts } = chat;
  const { speaker, continues = null } = line;
  const how = { isContinued: continues !== null, isChat: false, cue: '' };
  const { lineHead } = lineShape(stage, speaker, parts.settings, how);
  const { untagged } = chat.known(speaker.id);
  const about = { stage, untagged, speaker: speaker.id, continues, answered, lineHead };
  return visibleSoFar('', contextOf(about, parts), viewer) === null;
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
    const speaker = memberOf(chat.stage, id);
    return speaker?.present ? [{ speaker, ...how }] : [];
  });

/** Whom a whisper calls that no human hears, whether it is tagged or answers one in private, as far as the chain may go on (KT-15, KT-18). */
function calledBy(
  chat: OpenChat,
  line: WrittenLine,
  queued: readonly WantedLine[],
  { left, isFixed }: { readonly left: number; readonly isFixed: boolean },
): WantedLine[] {
  if ((isFixed && !line.isExplicit) || !chat.parts.settings.autoTurn) return [];
  const called = whisperedTo(situationOf(chat, 'everyone', line.message.knownTo), line.message);
  const waiting = queued.map(({ speaker }) => speaker.id);
  return linesOf(chat, called.filter((id) => !waiting.includes(id)).slice(0, left));
}

const usualDepth = 2;

/** Those whom a line lets speak by a tool, as far as one call may lead to another. */
function triggeredBy(
  chat: OpenChat,
  line: WantedLine,
  { triggers }: WrittenLine,
  left: number,
): WantedLine[] {
  const depth = (line.depth ?? 0) + 1;
  const { depth: deepest = usualDepth } = chat.parts.settings.tools ?? {};
  if (depth > deepest) return [];
  return linesOf(chat, triggers.slice(0, left)).map((one) => ({ ...one, depth }));
}

/** Whoever is told of nothing hidden is not told that a whisper which leaves them out found no answer: null then. */
const unlessUntold = (chat: OpenChat, error: unknown): null => {
  if (!chat.perspective.isToldOfHidden && isSottoError(error)) return null;
  throw error;
};

/** What is answered; `isOpen`: somebody may speak up afterwards; `isFixed`: a person said who answers, and only a tag calls others. */
export interface Exchange {
  readonly said?: MessageId | undefined;
  readonly isOpen?: boolean;
  readonly isFixed?: boolean;
}

/**
 * Lets those who are chosen talk in turn, and those whom they whisper to (AutoTurn), in answer to `said` and to what was said
 * since in the same command; then, where that may be, whoever speaks up when they have answered in public (RP-049). Resolves to
 * whether they came to an end, and nobody stopped them.
 */
export async function converse(
  chat: OpenChat,
  choose: Choose,
  { said, isOpen = false, isFixed = false }: Exchange = {},
): Promise<boolean> {
  const { maxHops } = chat.parts.settings;
  const exchange = said === undefined ? [] : [said];
  let isOver = false;
  const last = await inLease(chat, async (abort) => {
    const { signal } = abort;
    const queue = [...(await choose(signal))];
    const own = new Set(queue);
    let hops = 0;
    let newest: Message | null = null;
    for (let line = queue.shift(); line && !signal.aborted; line = queue.shift()) {
      const isOwn = own.has(line);
      const wanted = begun(chat, { ...line, exchange: [...exchange], following: queue[0]?.speaker }, abort);
      const written = await generate(chat, wanted, signal).catch((error: unknown) => {
        if (isOwn) throw error;
        return unlessUntold(chat, error);
      });
      if (signal.aborted || written?.isDetached) return null;
      newest = written?.message ?? null;
      if (!written) continue;
      exchange.push(written.message.id);
      const triggered = triggeredBy(chat, line, written, maxHops - hops);
      hops += triggered.length;
      queue.unshift(...triggered);
      const called =
        line.continues || line.replaces
          ? []
          : calledBy(chat, written, queue, { left: maxHops - hops, isFixed });
      hops += called.length;
      queue.push(...called);
    }
    isOver = true;
    return newest;
  });
  if (isOpen && last?.knownTo.length === 0) await afterwards(chat, last);
  return isOver;
}

/** Asks whether somebody speaks up after a public line, while everything else may go on; who does has a turn of their own. */
async function afterwards(chat: OpenChat, line: Message): Promise<void> {
  const asking = new AbortController();
  chat.session.asks(asking);
  try {
    const id = await interjecting(chat, line, asking.signal);
    if (id === null || asking.signal.aborted) return;
    chat.session.asks(null);
    await converse(chat, () => linesOf(chat, [id]), { said: line.id });
  } finally {
    if (chat.session.asking === asking) chat.session.asks(null);
  }
}
