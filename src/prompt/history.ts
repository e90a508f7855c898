import type { Message, MessageId } from '../domain/message.ts';
import type { PromptInput } from './input.ts';
import { renderLine } from './lines.ts';
import type { Block, Dropped } from './plan.ts';
import type { Turn, TurnWriter } from './turns.ts';

const pageSize = 64;

/** One message of the history, as it stands in the prompt. */
export interface Row {
  readonly message: Message;
  readonly turn: Turn;
  readonly block: Block;
}

/** A message as a row of the speaker's history; its bytes depend on nothing but the message and the cast, unless scripts count `depth`. */
export function renderRow(input: PromptInput, writer: TurnWriter, message: Message, depth = 0): Row {
  const isOwn = message.speaker === input.speaker.id;
  const isSaid = message.role === 'character' && message.speaker !== null;
  const as = isSaid ? (isOwn ? 'assistant' : 'user') : 'system';
  const name = input.cast.find(({ id }) => id === message.speaker)?.name ?? null;
  const turn: Turn = {
    as,
    name: isSaid ? name : null,
    drafts: [
      {
        name: `message ${message.id}`,
        zone: 'history',
        tier: 'nice',
        source: message.id,
        reason: message.knownTo.length === 0 ? 'perceived: public' : 'perceived: in its audience',
        text: renderLine(input, message, depth),
      },
    ],
  };
  const [block] = writer.blocks(turn);
  if (!block) throw new Error('a row has one block');
  return { message, turn, block };
}

/** The rows of a prompt, oldest first, and what did not fit. */
export interface Window {
  readonly rows: readonly Row[];
  readonly dropped: readonly Dropped[];
  readonly isTrimmed: boolean;
}

/** Where a window begins, and how many tokens it may have: at most, and after a trim. */
export interface WindowBounds {
  readonly from: MessageId | null;
  readonly mustTrim: boolean;
  readonly room: number;
  readonly afterTrim: number;
}

/**
 * Messages of the speaker's view, as whole turns. The window begins where it last began until it is full; then
 * it is trimmed well below that, so that the server's cache survives until the next trim. A sliding
 * window (layout classic) keeps as many as there is room for. The newest stays in any case.
 */
export function readWindow(input: PromptInput, writer: TurnWriter, bounds: WindowBounds): Window {
  const { room } = bounds;
  const newestFirst: Row[] = [];
  let total = 0;
  let complete = false;
  let before = input.continues?.id;
  while (!complete && total <= room) {
    const page = input.view.last(pageSize, before);
    for (const message of page.reverse()) {
      const row = renderRow(input, writer, message, newestFirst.length);
      newestFirst.push(row);
      total += row.block.tokens;
      complete = message.id === bounds.from;
      if (complete || total > room) break;
    }
    before = page.at(-1)?.id;
    if (page.length < pageSize) complete = true;
  }
  const isTrimmed = bounds.mustTrim || total > room;
  const isSliding = input.layout.order === 'classic';
  const kept = fitting(newestFirst, isTrimmed && !isSliding ? Math.min(room, bounds.afterTrim) : room);
  const left = newestFirst.slice(kept.length);
  const dropped = left.map(({ block: { name, tokens } }) => ({
    name,
    tokens,
    reason: 'older than the window',
  }));
  return { rows: kept.reverse(), dropped, isTrimmed };
}

function fitting(newestFirst: readonly Row[], limit: number): Row[] {
  let sum = 0;
  const kept: Row[] = [];
  for (const row of newestFirst) {
    sum += row.block.tokens;
    if (sum > limit && kept.length > 0) break;
    kept.push(row);
  }
  return kept;
}
