import { SottoError } from '../../domain/errors.ts';
import type { LivePlace, PromptEpoch, PromptInput } from '../input.ts';
import { harmless } from '../lines.ts';
import type { Block, Dropped } from '../plan.ts';
import type { Draft, PromptTurn, TurnWriter } from '../turns.ts';
import { draftCue, draftEpoch, draftLive, draftReminder, type LiveDraft } from './changing.ts';
import { draftFrozen } from './frozen.ts';
import { crowding, lastOf, refuseAsked } from './shares.ts';

/** Live texts that stand at one place. */
export interface LiveTurn {
  readonly place: LivePlace;
  readonly turn: PromptTurn;
}

/** Everything of a prompt but its history. */
export interface Fixed {
  readonly opening: PromptTurn;
  readonly live: readonly LiveTurn[];
  readonly cue: PromptTurn;
  readonly tokens: number;
  /** Of them, those before the history. */
  readonly openingTokens: number;
  readonly dropped: readonly Dropped[];
}

/** Of a text that says nothing about its order at a depth. */
const usualOrder = 100;

const turnOf = (as: PromptTurn['as'], drafts: readonly Draft[]): PromptTurn => ({ as, name: null, drafts });

const ranks = ['assistant', 'user', 'system'] as const;

const sameTurn = (one: LiveDraft | undefined, other: LiveDraft): boolean =>
  one !== undefined && (one.role ?? 'system') === (other.role ?? 'system');

/** The texts of one place as turns: by their order, in one order the system's last, what belongs together in one. */
const turnsAt = (place: LivePlace, drafts: readonly LiveDraft[]): LiveTurn[] => {
  const rank = ({ role = 'system' }: LiveDraft) => ranks.indexOf(role);
  const orderOf = ({ order = usualOrder }: LiveDraft) => order;
  const sorted = [...drafts].sort((a, b) =>
    orderOf(a) === orderOf(b) ? rank(a) - rank(b) : orderOf(a) - orderOf(b),
  );
  const groups: LiveDraft[][] = [];
  for (const draft of sorted) {
    const group = groups.at(-1);
    if (group && sameTurn(group[0], draft)) group.push(draft);
    else groups.push([draft]);
  }
  return groups.map((group) => ({
    place,
    turn: turnOf(
      group[0]?.role ?? 'system',
      group.map(({ depth: _depth, order: _order, role: _role, ...draft }) => draft),
    ),
  }));
};

const liveTurns = ({ layout }: PromptInput, drafts: readonly LiveDraft[]): LiveTurn[] => {
  const usual = layout.order === 'classic' ? 'before_history' : layout.live;
  const places = new Map<LivePlace, LiveDraft[]>();
  for (const draft of drafts) {
    const place = draft.depth ?? usual;
    places.set(place, [...(places.get(place) ?? []), draft]);
  }
  return [...places].flatMap(([place, group]) => turnsAt(place, group));
};

/** The musts alone are larger than the budget (RP-014). */
export class PromptTooLarge extends SottoError {
  /** Tokens of the musts. */
  readonly needed: number;
  /** The largest part and its tokens, as a person reads it. */
  readonly largest: string;

  constructor(blocks: readonly Block[], needed: number, hard: number) {
    const { name, tokens } = blocks.reduce((a, b) => (b.tokens > a.tokens ? b : a));
    const largest = `"${name}" (${tokens})`;
    const message = `the prompt needs ${needed} tokens and may have ${hard}; the largest part is ${largest}; shorten it or raise prompt.hard`;
    super('failed', 'prompt_too_large', message);
    this.needed = needed;
    this.largest = largest;
  }
}

/** Which draft goes first: nice ones, the oldest of them; then should, the last, of a series the oldest. */
const expendable = (drafts: readonly Draft[]): number => {
  const nice = drafts.findIndex(({ tier }) => tier === 'nice');
  return nice >= 0 ? nice : lastOf(drafts, ({ tier }) => tier === 'should');
};

/** What decides about the parts beside the input. */
interface FixedAbout {
  readonly epoch: PromptEpoch | null;
  readonly newest: Block | null;
  /** Tokens of the newest lines, as many as the texts beside the dialogue leave room for. */
  readonly dialogue: number;
  /** Whether the line stands behind another of the same speaker. */
  readonly isPaused: boolean;
  /** True once messages were left behind: the examples leave with them, what was said shows how they speak. */
  readonly isFull: boolean;
}

/** The row of the system that a chat begins with. */
const startOf = (input: PromptInput): LiveTurn[] => {
  const text = harmless(input, input.layout.chatStart ?? '').trim();
  if (text === '') return [];
  const why = { source: 'prompt.chat_start', reason: 'begins the chat' };
  const draft: Draft = { name: 'chat start', zone: 'epoch', tier: 'must', ...why, text };
  return [{ place: 'before_history', turn: turnOf('system', [draft]) }];
};

interface Laid extends Omit<Fixed, 'dropped'> {
  readonly blocks: readonly Block[];
}

/** These drafts at their places, with the cue behind them. */
function laid(input: PromptInput, writer: TurnWriter, drafts: readonly LiveDraft[], cue: PromptTurn): Laid {
  const opening = turnOf(
    'opening',
    drafts.filter(({ zone }) => zone !== 'live'),
  );
  const changing = drafts.filter(({ zone }) => zone === 'live');
  const live = [...liveTurns(input, changing), ...startOf(input)];
  const sum = (blocks: readonly Block[]) => blocks.reduce((total, { tokens }) => total + tokens, 0);
  const blocks = [opening, ...live.map(({ turn }) => turn), cue].flatMap((turn) => writer.blocks(turn));
  return { opening, live, cue, blocks, tokens: sum(blocks), openingTokens: sum(writer.blocks(opening)) };
}

/**
 * Everything but the history, so that the newest message still fits, and eight lines wherever a text beside the dialogue is
 * what takes their room. Takes out what may be dropped, until it does. Throws when the musts alone do not fit (RP-014), or
 * a text that somebody asked for takes more than its share.
 */
export function fixedParts(
  input: PromptInput,
  writer: TurnWriter,
  { epoch, newest, dialogue, isPaused, isFull }: FixedAbout,
): Fixed {
  const { hard } = input.budget;
  input.ledger?.begin();
  const cue: PromptTurn = { ...turnOf('cue', [draftCue(input)]), isPaused };
  const wanted: LiveDraft[] = [
    ...draftFrozen(input),
    ...draftEpoch(input, epoch),
    ...draftLive(input, epoch),
    ...draftReminder(input, newest),
  ];
  const drafts = wanted.filter(({ name }) => !isFull || name !== 'examples');
  const dropped: Dropped[] = [];
  for (;;) {
    const { blocks, ...parts } = laid(input, writer, drafts, cue);
    const tokensOf = ({ name, source }: LiveDraft) =>
      blocks.find((block) => block.name === name && block.source === source)?.tokens ?? 0;
    const needed = parts.tokens + (newest?.tokens ?? 0);
    const fits = needed <= hard;
    const at = fits
      ? crowding({ drafts, tokensOf, tokens: parts.tokens, dialogue, hard })
      : expendable(drafts);
    if (fits && at < 0) return { ...parts, dropped };
    const [out] = drafts.splice(at, 1);
    if (!out || out.tier === 'must') {
      throw new PromptTooLarge(newest ? [...blocks, newest] : blocks, needed, hard);
    }
    refuseAsked(out, tokensOf(out), hard);
    const reason = fits ? 'leaves no room for dialogue' : 'over the budget';
    dropped.push({ name: out.name, tokens: tokensOf(out), reason });
  }
}
