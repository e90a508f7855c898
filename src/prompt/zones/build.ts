import type { Message } from '../../domain/message.ts';
import type { ToldTurn } from '../../domain/world/told-turn.ts';
import { blockOf, isRow, newestRows, pausesBehind, type Row, Rows } from '../history.ts';
import type { AnyPromptInput, PromptEpoch, PromptInput } from '../input.ts';
import { VariableLedger } from '../macros/variables.ts';
import { arranged } from '../placed-inserts.ts';
import type { Dropped, PromptPlan } from '../plan.ts';
import { pinsName, recordOf, settledPlace, toldIn, toldLimit, toldTurns, withOnceFilled } from '../told.ts';
import { type PromptTurn, TurnWriter } from '../turns.ts';
import { pinsInsert } from './changing.ts';
import { type Fixed, fixedParts, toldTurn } from './fixed.ts';
import { leastRows } from './shares.ts';
import { readWindow, type Trim, type Window } from './window.ts';

/** Of the soft limit, for the opening and the history. */
const shareAfterTrim = 0.5;
/** Of the room that there is for history, however large the rest is. */
const leastHistory = 0.25;
/** Of the room that there is for history, however much is left of the soft limit. */
const mostHistory = 0.5;
const shareForWords = 1 / 16;

const shareForTold = 1 / 32;

/** Tokens that a window leaves free for what the human says next. */
export const roomForWords = (hard: number): number => Math.floor(hard * shareForWords);
const roomForTold = (hard: number): number => Math.floor(hard * shareForTold);

/** By what stays the same while somebody types, lest the reply decide otherwise than what was read ahead. */
function trimFor({ budget: { hard, soft } }: AnyPromptInput, fixed: Fixed): Trim {
  const { tokens, openingTokens, passingTokens } = fixed;
  const room = hard - (tokens - passingTokens);
  const afterTrim = Math.max(soft * shareAfterTrim - openingTokens, (hard - openingTokens) * leastHistory);
  return {
    above: room - Math.min(roomForWords(hard) + roomForTold(hard), room * leastHistory),
    to: Math.min(afterTrim, room * mostHistory),
  };
}

/** What was told before, by the place behind which it stands; null = before the first row. */
type ToldBefore = ReadonlyMap<ToldTurn['after'], readonly PromptTurn[]>;

const nothingTold: ToldBefore = new Map();

function toldBefore({ told = [] }: PromptEpoch, turns: readonly PromptTurn[]): ToldBefore {
  const by = new Map<ToldTurn['after'], PromptTurn[]>();
  told.forEach(({ after }, at) => {
    by.set(after, [...(by.get(after) ?? []), ...turns.slice(at, at + 1)]);
  });
  return by;
}

/** A turn beside the rows: behind which of them it stands, and of those at one place how near to the reply, 0 = nearest. */
interface Beside {
  readonly index: number;
  readonly rank: number;
  readonly turn: PromptTurn;
}

/** Where live texts stand among rows of which the newest, awaited or not, has the index `end`. */
function placesOf(input: AnyPromptInput, live: Fixed['live'], { rows, end, settled }: Places): Beside[] {
  const said = rows.findLastIndex(({ message }) => message.speaker === input.played);
  return live.map(({ place, turn }) => {
    if (place === 'before_history') return { index: -1, rank: Number.POSITIVE_INFINITY, turn };
    if (place === 'before_user') return { index: settled, rank: 0.8, turn };
    if (place === 'after_user') return { index: said < 0 ? rows.length - 1 : said, rank: 0.5, turn };
    return { index: end - place, rank: place, turn };
  });
}

interface Places {
  readonly rows: readonly Row[];
  readonly end: number;
  readonly settled: number;
}

/** The rows with what was and is told, and the live texts, at their places; with a line awaited, what stands before that. */
function interleave(input: AnyPromptInput, { fixed, window: { rows }, before: told }: Attempt): PromptTurn[] {
  const start = [...(told.get(null) ?? [])];
  const turns = rows.map(({ message, turn }): PromptTurn[] => [turn, ...(told.get(message.id) ?? [])]);
  const all: PromptTurn[][] = input.awaited === undefined ? turns : [...turns, []];
  const end = all.length - 1;
  const settled = settledPlace(input, rows);
  const beside: Beside[] = [
    ...toldTurn(fixed.told.settled).map((turn) => ({ index: settled, rank: Number.MAX_VALUE, turn })),
    ...toldTurn(fixed.told.behind).map((turn) => ({ index: end, rank: 0.7, turn })),
    ...placesOf(input, fixed.live, { rows, end, settled }),
  ];
  for (const { index, turn } of beside.sort((a, b) => b.rank - a.rank)) (all[index] ?? start).push(turn);
  return [...start, ...turns.flat()];
}

interface Attempt {
  readonly fixed: Fixed;
  readonly window: Window;
  readonly examplesLeft: boolean;
  readonly epoch: PromptEpoch | null;
  readonly before: ToldBefore;
}

/** One try at a prompt. */
interface Trial {
  readonly rows: Rows;
  readonly epoch: PromptEpoch | null;
  readonly mustTrim: boolean;
  /** Whether the examples have left with no message gone. */
  readonly examplesLeft: boolean;
  /** True where nothing is told that can wait. */
  readonly isLean?: boolean;
  /** What was told before, where the epoch goes on. */
  readonly before: ToldBefore;
}

function attempt(input: AnyPromptInput, writer: TurnWriter, trial: Trial): Attempt {
  const { rows, epoch, mustTrim, examplesLeft, isLean = false, before } = trial;
  const newest = rows.at(0);
  const isSliding = input.layout.order === 'classic';
  const from = isSliding ? null : (input.epoch?.from ?? null);
  const some = newestRows(rows, { count: leastRows, from: mustTrim ? null : from });
  const fixed = fixedParts(input, writer, {
    epoch,
    newest: newest ? blockOf(writer, newest) : null,
    dialogue: some.reduce((sum, row) => sum + blockOf(writer, row).tokens, 0),
    isPaused: !input.layout.isChat && pausesBehind(input, newest?.message),
    isFull: mustTrim || examplesLeft || hasLeftBehind(input),
    isLean,
  });
  const toldAt = (after: ToldTurn['after']) => sizeOf(writer, before.get(after) ?? []);
  const window = readWindow(rows, writer, {
    from,
    mustTrim,
    room: input.budget.hard - fixed.tokens,
    isHuman: ({ speaker }) => speaker === input.played,
    isHumanNext: input.awaited !== undefined && input.awaited === input.played,
    toldBehind: ({ message: { id } }) => toldAt(id) + (id === from ? toldAt(null) : 0),
    ...(!isSliding && { trim: trimFor(input, fixed) }),
  });
  return { fixed, window, examplesLeft, epoch, before };
}

/** Of the hard limit, what the examples must free where they leave alone. */
const leastFreed = 1 / 16;

/** Tokens of a part of a turn. */
const tokensOf = (writer: TurnWriter, turn: PromptTurn, part: string): number =>
  writer.blocks(turn).reduce((sum, { name, tokens }) => sum + (name === part ? tokens : 0), 0);

const sizeOf = (writer: TurnWriter, turns: readonly PromptTurn[]): number =>
  turns.flatMap((turn) => writer.blocks(turn)).reduce((sum, { tokens }) => sum + tokens, 0);

/** Whether the epoch cannot go on: something that was told holds no longer, too much was told since, or it is not known what stood before. */
function isSpent(
  input: AnyPromptInput,
  writer: TurnWriter,
  epoch: PromptEpoch,
  told: readonly PromptTurn[],
): boolean {
  const { atFirst = 0, isOver = false, sealed } = epoch;
  const pinned = toldIn(epoch).flatMap(({ name, part }) =>
    name === pinsName && part !== undefined ? [part] : [],
  );
  if (isOver || !sealed || pinned.some((id) => !input.pins.includes(id))) return true;
  return !input.isBeside && sizeOf(writer, told.slice(atFirst)) > toldLimit(input);
}

const hasLeftBehind = (input: AnyPromptInput): boolean => {
  const { epoch, layout } = input;
  return layout.order === 'cache' && epoch !== null && oldestRow(input)?.id !== epoch.from;
};

const fewMessages = 16;

/** The oldest message of the view that is a row of prompts. */
function oldestRow(input: AnyPromptInput): Message | undefined {
  const first = input.view.first(1).find((message) => isRow(input, message));
  for (let many = fewMessages; first === undefined; many *= fewMessages) {
    const messages = input.view.first(many);
    const found = messages.find((message) => isRow(input, message));
    if (found || messages.length < many) return found;
  }
  return first;
}

/**
 * Where there is no more room what can wait is not told yet; then the examples leave as a whole (V1-EX-PRUNE), and where that is not
 * enough, or would soon be no more, the window is trimmed with them, since all is read anew in any case. Either of these begins a new epoch: what was told moves to its place before the history.
 */
function settle(input: AnyPromptInput, writer: TurnWriter, rows: Rows): Attempt {
  const isClassic = input.layout.order === 'classic';
  const held = isClassic ? null : input.epoch;
  const told = held ? toldTurns(input, held) : [];
  const epoch = held && isSpent(input, writer, held, told) ? null : held;
  const examplesLeft = held?.examplesLeft === true;
  const goingOn = {
    rows,
    epoch,
    mustTrim: false,
    examplesLeft,
    before: epoch ? toldBefore(epoch, told) : nothingTold,
  };
  const first = attempt(input, writer, goingOn);
  if (isClassic || !first.window.isTrimmed) return first;
  const lean = attempt(input, writer, { ...goingOn, isLean: true });
  if (!lean.window.isTrimmed) return lean;
  const anew = { ...goingOn, epoch: null, before: nothingTold };
  if (tokensOf(writer, first.fixed.opening, 'examples') >= input.budget.hard * leastFreed) {
    const without = attempt(input, writer, { ...anew, examplesLeft: true });
    if (!without.window.isTrimmed) return without;
  }
  return attempt(input, writer, { ...anew, mustTrim: true, examplesLeft: false });
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

/** The input as its layout wants it: pins among the texts beside the dialogue, these in order, and what is told once filled in. */
function prepared(input: AnyPromptInput): AnyPromptInput {
  const inserts = withOnceFilled(input, [...pinsInsert(input, input.pins), ...input.inserts]);
  return { ...input, inserts: arranged({ ...input, inserts }) };
}

/** What stands before the history where an epoch begins. */
function sealedIn({ layout }: AnyPromptInput, { epoch, fixed: { opening } }: Attempt): PromptPlan['sealed'] {
  if (epoch || layout.order === 'classic') return null;
  return opening.drafts.flatMap(({ zone, told = [] }) => (zone === 'epoch' ? told : []));
}

/** What the prompt tells for the first time, as its next one will find it. */
function toldNow(input: AnyPromptInput, { fixed: { told }, window: { rows } }: Attempt): ToldTurn[] {
  if (input.layout.order === 'classic') return [];
  const after = (index: number) => rows[index]?.message.id ?? null;
  return [
    ...recordOf(after(settledPlace(input, rows)), told.settled),
    ...recordOf(after(rows.length - 1), told.behind),
  ];
}

/** Where somebody else's line would begin, and in head style the speaker's own next one. */
const stopsOf = ({ cast, speaker, tag }: AnyPromptInput): string[] => {
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
  const input = prepared({ ...uncharged, ledger });
  const { template, context, isChat } = input.layout;
  const writer = new TurnWriter(template, isChat, input.countTokens);
  const settled = settle(input, writer, rows);
  const { fixed, window, examplesLeft } = settled;
  const newest = window.rows.at(-1)?.message.id;
  const cue = input.awaited === undefined && !input.isBeside ? [fixed.cue] : [];
  const turns = [fixed.opening, ...interleave(input, settled), ...cue];
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
    sealed: sealedIn(input, settled),
    told: toldNow(input, settled),
    variables: ledger.changes,
    since: null,
  };
}
