import type { Message, MessageId } from '../../domain/message.ts';
import { blockOf, type Row, type Rows } from '../history.ts';
import type { Dropped } from '../plan.ts';
import type { TurnWriter } from '../turns.ts';
import { leastRows } from './shares.ts';

/** Why a message is not in a prompt that came before its window. */
export const olderThanWindow = 'older than the window';

/** The rows of a prompt, oldest first, and what did not fit. */
export interface Window {
  readonly rows: readonly Row[];
  readonly dropped: readonly Dropped[];
  readonly isTrimmed: boolean;
}

/** When a window is trimmed, and how far, both in tokens of the history without what the human said last. */
export interface Trim {
  readonly above: number;
  readonly to: number;
}

/** Where a window begins, and how many tokens it may have at most. */
export interface WindowBounds {
  readonly from: MessageId | null;
  readonly mustTrim: boolean;
  readonly room: number;
  /** Absent for a window that slides: it keeps as many as there is room for (layout classic). */
  readonly trim?: Trim;
  readonly isHuman: (message: Message) => boolean;
  /** Whether the prompt is read ahead of the human's next line. */
  readonly isHumanNext: boolean;
  /** Tokens of what was told behind a row before. */
  readonly toldBehind: (row: Row) => number;
}

/**
 * Messages of the speaker's view, as whole turns. The window begins where it last began until it is full; then
 * it is trimmed well below that, so that the server's cache survives until the next trim. What the human said last, and what was
 * answered to that, has no say in it while there is room: so a prompt that is read ahead begins as the one that is sent.
 * The newest stays in any case, and eight beside these while there is room for them.
 */
export function readWindow(rows: Rows, writer: TurnWriter, bounds: WindowBounds): Window {
  const { from, mustTrim, room, trim = { above: room, to: room }, isHuman, isHumanNext, toldBehind } = bounds;
  const tokensOf = (row: Row) => blockOf(writer, row).tokens + toldBehind(row);
  const newestFirst: Row[] = [];
  let total = 0;
  for (let row = rows.at(0); row && total <= room; row = rows.at(newestFirst.length)) {
    newestFirst.push(row);
    total += tokensOf(row);
    if (row.message.id === from) break;
  }
  const exchange = rowsOfExchange(newestFirst, { isHuman, isHumanNext });
  const unanswered = newestFirst.slice(0, exchange).reduce((sum, row) => sum + tokensOf(row), 0);
  const isFull = mustTrim || total > room || total - unanswered > trim.above;
  const limit = isFull ? Math.min(room, trim.to + unanswered) : room;
  const least = leastRows + exchange;
  const kept = fitting(newestFirst, tokensOf, { limit, least, room });
  const isTrimmed = mustTrim || kept.length < newestFirst.length;
  const left = newestFirst.slice(kept.length);
  const dropped = left.map((row) => {
    const { name, tokens } = blockOf(writer, row);
    return { name, tokens, reason: olderThanWindow };
  });
  return { rows: kept.reverse(), dropped, isTrimmed };
}

const mostAnswers = 2;

/**
 * How many of the newest rows are what the human said last and the few lines in answer to it; where the human is next, what they
 * said already and nobody answered.
 */
function rowsOfExchange(
  newestFirst: readonly Row[],
  { isHuman, isHumanNext }: Pick<WindowBounds, 'isHuman' | 'isHumanNext'>,
): number {
  const isSaid = ({ message }: Row) => isHuman(message);
  const last = newestFirst.findIndex(isSaid);
  if (last < 0 || last > (isHumanNext ? 0 : mostAnswers)) return 0;
  const before = newestFirst.findIndex((row, at) => at > last && !isSaid(row));
  return before < 0 ? newestFirst.length : before;
}

function fitting(
  newestFirst: readonly Row[],
  tokensOf: (row: Row) => number,
  { limit, least, room }: { limit: number; least: number; room: number },
): Row[] {
  let sum = 0;
  const kept: Row[] = [];
  for (const row of newestFirst) {
    sum += tokensOf(row);
    if (sum > (kept.length < least ? room : limit) && kept.length > 0) break;
    kept.push(row);
  }
  return kept;
}
