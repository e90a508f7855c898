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
  /** Tokens of what was told behind a row before. */
  readonly toldBehind: (row: Row) => number;
}

/**
 * Messages of the speaker's view, as whole turns. The window begins where it last began until it is full; then
 * it is trimmed well below that, so that the server's cache survives until the next trim. What the human said last has no
 * say in that while there is room for it: so a prompt that is read ahead while they type begins as the one that answers them.
 * The newest stays in any case, and eight beside what the human said last while there is room for them.
 */
export function readWindow(rows: Rows, writer: TurnWriter, bounds: WindowBounds): Window {
  const { from, mustTrim, room, trim = { above: room, to: room }, isHuman, toldBehind } = bounds;
  const tokensOf = (row: Row) => blockOf(writer, row).tokens + toldBehind(row);
  const newestFirst: Row[] = [];
  let total = 0;
  for (let row = rows.at(0); row && total <= room; row = rows.at(newestFirst.length)) {
    newestFirst.push(row);
    total += tokensOf(row);
    if (row.message.id === from) break;
  }
  const answered = newestFirst.findIndex(({ message }) => !isHuman(message));
  const unanswered = newestFirst
    .slice(0, answered < 0 ? undefined : answered)
    .reduce((sum, row) => sum + tokensOf(row), 0);
  const isFull = mustTrim || total > room || total - unanswered > trim.above;
  const limit = isFull ? Math.min(room, trim.to + unanswered) : room;
  const least = leastRows + Math.max(0, answered);
  const kept = fitting(newestFirst, tokensOf, { limit, least, room });
  const isTrimmed = mustTrim || kept.length < newestFirst.length;
  const left = newestFirst.slice(kept.length);
  const dropped = left.map((row) => {
    const { name, tokens } = blockOf(writer, row);
    return { name, tokens, reason: olderThanWindow };
  });
  return { rows: kept.reverse(), dropped, isTrimmed };
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
