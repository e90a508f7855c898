import type { Message } from '../../domain/message.ts';
import { blockOf, isRow, newestRows, pausesBehind, type Row, Rows } from '../history.ts';
import type { PromptEpoch, PromptInput } from '../input.ts';
import { VariableLedger } from '../macros/variables.ts';
import { arranged } from '../placed-inserts.ts';
import type { Dropped, PromptPlan } from '../plan.ts';
import { type PromptTurn, TurnWriter } from '../turns.ts';
import { type Fixed, fixedParts } from './fixed.ts';
import { leastRows } from './shares.ts';
import { readWindow, type Trim, type Window } from './window.ts';

/** Of the soft limit, for the opening and the history. */
const shareAfterTrim = 0.5;
/** Of the room that there is for history, however large the rest is. */
const leastHistory = 0.25;
/** Of the room that there is for history, however much is left of the soft limit. */
const mostHistory = 0.5;
const shareForWords = 1 / 16;

/** Tokens that a window leaves free for what the human says next. */
export const roomForWords = (hard: number): number => Math.floor(hard * shareForWords);

/** By what stays the same while somebody types, lest the reply decide otherwise than what was read ahead. */
function trimFor({ budget: { hard, soft } }: PromptInput, { tokens, openingTokens }: Fixed): Trim {
  const room = hard - tokens;
  const afterTrim = Math.max(soft * shareAfterTrim - openingTokens, (hard - openingTokens) * leastHistory);
  return {
    above: room - Math.min(roomForWords(hard), room * leastHistory),
    to: Math.min(afterTrim, room * mostHistory),
  };
}

/** The rows with the live texts at their places. */
function interleave(input: PromptInput, { live }: Fixed, rows: readonly Row[]): PromptTurn[] {
  const turns = rows.map(({ turn }): PromptTurn[] => [turn]);
  const before: PromptTurn[] = [];
  const at = (index: number) => turns[index] ?? before;
  const byPlace = [...live].sort((a, b) => rank(b.place) - rank(a.place));
  for (const { place, turn } of byPlace) {
    if (place === 'before_history') before.push(turn);
    else if (place !== 'after_user') at(rows.length - 1 - place).push(turn);
    else {
      const said = rows.findLastIndex(({ message }) => message.speaker === input.played);
      at(said < 0 ? rows.length - 1 : said).push(turn);
    }
  }
  return [...before, ...turns.flat()];
}

/** What stands nearest to the reply comes last. */
const rank = (place: Fixed['live'][number]['place']): number =>
  place === 'before_history' ? Number.POSITIVE_INFINITY : place === 'after_user' ? 0.5 : place;

interface Attempt {
  readonly fixed: Fixed;
  readonly window: Window;
  readonly examplesLeft: boolean;
}

/** One try at a prompt. */
interface Trial {
  readonly rows: Rows;
  readonly epoch: PromptEpoch | null;
  readonly mustTrim: boolean;
  /** Whether the examples have left with no message gone. */
  readonly examplesLeft: boolean;
}

function attempt(input: PromptInput, writer: TurnWriter, trial: Trial): Attempt {
  const { rows, epoch, mustTrim, examplesLeft } = trial;
  const newest = rows.at(0);
  const isSliding = input.layout.order === 'classic';
  const from = isSliding ? null : (input.epoch?.from ?? null);
  const some = newestRows(rows, { count: leastRows, from: mustTrim ? null : from });
  const fixed = fixedParts(input, writer, {
    epoch: epoch?.isOver ? null : epoch,
    newest: newest ? blockOf(writer, newest) : null,
    dialogue: some.reduce((sum, row) => sum + blockOf(writer, row).tokens, 0),
    isPaused: !input.layout.isChat && pausesBehind(input, newest?.message),
    isFull: mustTrim || examplesLeft || hasLeftBehind(input),
  });
  const window = readWindow(rows, writer, {
    from,
    mustTrim,
    room: input.budget.hard - fixed.tokens,
    isHuman: ({ speaker }) => speaker === input.played,
    ...(!isSliding && { trim: trimFor(input, fixed) }),
  });
  return { fixed, window, examplesLeft };
}

const hasLeftBehind = (input: PromptInput): boolean => {
  const { epoch, layout } = input;
  return layout.order === 'cache' && epoch !== null && oldestRow(input)?.id !== epoch.from;
};

const fewMessages = 16;

/** The oldest message of the view that is a row of prompts. */
function oldestRow(input: PromptInput): Message | undefined {
  const first = input.view.first(1).find((message) => isRow(input, message));
  for (let many = fewMessages; first === undefined; many *= fewMessages) {
    const messages = input.view.first(many);
    const found = messages.find((message) => isRow(input, message));
    if (found || messages.length < many) return found;
  }
  return first;
}

/**
 * Where there is no more room the examples leave as a whole (V1-EX-PRUNE), and where that is not enough the window is trimmed. Either
 * begins a new epoch: what waited for it moves to its place before the history.
 */
function settle(input: PromptInput, writer: TurnWriter, rows: Rows): Attempt {
  const isClassic = input.layout.order === 'classic';
  const epoch = isClassic ? null : input.epoch;
  const examplesLeft = epoch?.examplesLeft === true;
  const first = attempt(input, writer, { rows, epoch, mustTrim: false, examplesLeft });
  if (isClassic || !first.window.isTrimmed) return first;
  if (first.fixed.opening.drafts.some(({ name }) => name === 'examples')) {
    const without = attempt(input, writer, { rows, epoch: null, mustTrim: false, examplesLeft: true });
    if (!without.window.isTrimmed) return without;
  }
  return attempt(input, writer, { rows, epoch: null, mustTrim: true, examplesLeft: false });
}

/** What is missing of lines that are too long. */
const missingIn = (turns: readonly PromptTurn[]): Dropped[] =>
  turns
    .flatMap(({ drafts }) => drafts)
    .filter(({ leftOut = 0 }) => leftOut > 0)
    .map(({ name, leftOut: tokens = 0 }) => ({
      name,
      tokens,
      reason: 'its middle: a line may have a quarter of prompt.hard',
    }));

/** Where somebody else's line would begin, and in head style the speaker's own next one. */
const stopsOf = ({ cast, speaker, tag }: PromptInput): string[] => {
  const others = cast.filter(({ id }) => id !== speaker.id).map(({ name }) => name);
  const lines = others.map((name) => `\n${name}:`);
  if (!tag.enabled || !tag.heads) return lines;
  return [...lines, ...others.map((name) => `\n${name} (`), `\n${speaker.name} (to `];
};

/**
 * The prompt for one speaker, from what that speaker has perceived and nothing else. Pure but for reading the view.
 * `rows` of the same input spare reading it again.
 */
export function buildPrompt<Who>(uncharged: PromptInput<Who>, rows = new Rows(uncharged)): PromptPlan {
  const ledger = new VariableLedger(uncharged.variables);
  const input = { ...uncharged, inserts: arranged(uncharged), ledger };
  const { template, context, isChat } = input.layout;
  const writer = new TurnWriter(template, isChat, input.countTokens);
  const { fixed, window, examplesLeft } = settle(input, writer, rows);
  const newest = window.rows.at(-1)?.message.id;
  const turns = [fixed.opening, ...interleave(input, fixed, window.rows), fixed.cue];
  const blocks = turns
    .flatMap((turn) => writer.blocks(turn))
    .map((block) =>
      block.zone === 'history' && block.source === newest ? { ...block, tier: 'must' as const } : block,
    );
  return {
    chat: input.chat,
    speaker: input.speaker.name,
    prompt: blocks.map(({ text }) => text).join(''),
    stop: [...new Set([...stopsOf(input), ...template.stop, ...(context?.stop ?? []), ...input.stop])],
    tokens: blocks.reduce((total, { tokens }) => total + tokens, 0),
    budget: input.budget.hard,
    messages: writer.messages(turns),
    counting: 'estimate',
    blocks,
    dropped: [...fixed.dropped, ...window.dropped, ...missingIn(turns)],
    windowFrom: window.rows[0]?.message.id ?? null,
    examplesLeft,
    variables: ledger.changes,
    since: null,
  };
}
