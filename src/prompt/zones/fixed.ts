import { SottoError } from '../../domain/errors.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { AnyPromptInput, LivePlace, PromptEpoch } from '../input.ts';
import { harmless } from '../lines.ts';
import { around, tagged } from '../lmml.ts';
import type { Block, Dropped } from '../plan.ts';
import { estimateTokens } from '../tokens.ts';
import { type Fresh, freshTexts } from '../told.ts';
import type { Draft, PromptTurn, TurnWriter } from '../turns.ts';
import { draftCue, draftEpoch, draftLive, draftReminder, draftTold, type LiveDraft } from './changing.ts';
import { draftFrozen } from './frozen.ts';
import { crowding, lastOf, leastOf, refuseAsked } from './shares.ts';

/** Live texts that stand at one place. */
export interface LiveTurn {
  readonly place: LivePlace;
  readonly turn: PromptTurn;
}

/** Everything of a prompt but its history. */
export interface Fixed {
  readonly opening: PromptTurn;
  readonly live: readonly LiveTurn[];
  /** What is told for the first time: before what the human said last, and behind the newest line. */
  readonly told: { readonly settled: readonly Draft[]; readonly behind: readonly Draft[] };
  readonly cue: PromptTurn;
  readonly tokens: number;
  /** Of them, those before the history. */
  readonly openingTokens: number;
  /** Of them, those of what may be another with each line that is typed: told now, or for the next line alone. */
  readonly passingTokens: number;
  readonly dropped: readonly Dropped[];
}

/** Of a text that says nothing about its order at a depth. */
const usualOrder = 100;

const turnOf = (as: PromptTurn['as'], drafts: readonly Draft[]): PromptTurn => ({ as, name: null, drafts });

/** What is told at one place as a turn, if anything is. */
export const toldTurn = (drafts: readonly Draft[]): PromptTurn[] =>
  drafts.length === 0 ? [] : [turnOf('system', drafts)];

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
    turn: turnOf(group[0]?.role ?? 'system', group),
  }));
};

const liveTurns = ({ layout }: AnyPromptInput, drafts: readonly LiveDraft[]): LiveTurn[] => {
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

/** Which draft goes first: nice ones, of them what says least, else the oldest; then should, the last, of a series the oldest. */
const expendable = (drafts: readonly Draft[]): number => {
  const nice = leastOf(drafts, ({ tier }) => tier === 'nice');
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
  /** True where nothing is told that can wait. */
  readonly isLean: boolean;
}

/** The row of the system that a chat begins with. */
const startOf = (input: AnyPromptInput): LiveTurn[] => {
  const text = harmless(input, input.layout.chatStart ?? '').trim();
  if (text === '') return [];
  const why = { source: 'prompt.chat_start', reason: 'begins the chat' };
  const draft: Draft = { name: 'chat start', zone: 'epoch', tier: 'must', ...why, text };
  return [{ place: 'before_history', turn: turnOf('system', [draft]) }];
};

interface Laid extends Omit<Fixed, 'dropped'> {
  readonly blocks: readonly Block[];
}

const isPassing = ({ insert, depth }: LiveDraft): boolean => insert !== undefined && depth === 0;

const waitingFor = ({ name, text }: Pick<Draft, 'name' | 'text'>, reason: string): Dropped => ({
  ...{ name, reason },
  tokens: estimateTokens(text),
});

const roleOf = ({ speaker }: AnyPromptInput, who: CharacterId): Block['role'] =>
  who === speaker.id ? 'assistant' : 'user';

/** These drafts at their places, with the cue behind them, which those that begin the speaker's turn stand before. */
function laid(
  input: AnyPromptInput,
  writer: TurnWriter,
  drafts: readonly LiveDraft[],
  bare: PromptTurn,
): Laid {
  const ofZone = (zone: Block['zone']) => drafts.filter((draft) => draft.zone === zone);
  const opening = turnOf(
    'opening',
    drafts.filter(({ zone }) => zone === 'frozen' || zone === 'epoch'),
  );
  const isPrefill = (draft: LiveDraft) => draft.isPrefill === true;
  const live = [
    ...liveTurns(
      input,
      ofZone('live').filter((draft) => !isPrefill(draft)),
    ),
    ...startOf(input),
  ];
  const begun = drafts.filter(isPrefill).map((draft) => ({ ...draft, text: `${draft.text}\n` }));
  const cue = { ...bare, drafts: [...begun, ...bare.drafts] };
  const fresh = ofZone('told');
  const told = {
    settled: fresh.filter(({ isByWords }) => !isByWords),
    behind: fresh.filter(({ isByWords }) => isByWords),
  };
  const toldNow = [told.settled, told.behind].flatMap(toldTurn);
  const sum = (turns: readonly PromptTurn[]) =>
    turns.flatMap((turn) => writer.blocks(turn)).reduce((total, { tokens }) => total + tokens, 0);
  const all = [opening, ...toldNow, ...live.map(({ turn }) => turn), cue];
  const passing = liveTurns(input, ofZone('live').filter(isPassing)).map(({ turn }) => turn);
  const blocks = all.flatMap((turn) => writer.blocks(turn));
  return {
    ...{ opening, live, told, cue, blocks, tokens: sum(all), openingTokens: sum([opening]) },
    passingTokens: sum([...toldNow, ...passing]),
  };
}

/** Every text that is wanted beside the history, in the shape in which it stands there. */
function draftsOf(
  input: AnyPromptInput,
  { epoch, fresh, newest }: Pick<FixedAbout, 'epoch' | 'newest'> & { readonly fresh: Fresh },
): LiveDraft[] {
  const { before, behind } = around(input);
  const drafts: LiveDraft[] = [
    ...before,
    ...draftFrozen(input),
    ...draftEpoch(input, epoch),
    ...behind,
    ...draftTold(input, fresh),
    ...draftLive(input),
    ...draftReminder(input, input.awaited === undefined ? newest?.role : roleOf(input, input.awaited)),
  ];
  return drafts.map((draft) => tagged(input, draft));
}

/**
 * Everything but the history, so that the newest message still fits, and eight lines wherever a text beside the dialogue is
 * what takes their room. Takes out what may be dropped, until it does. Throws when the musts alone do not fit (RP-014), or
 * a text that somebody asked for takes more than its share.
 */
export function fixedParts(
  input: AnyPromptInput,
  writer: TurnWriter,
  { epoch, newest, dialogue, isPaused, isFull, isLean }: FixedAbout,
): Fixed {
  const { hard } = input.budget;
  input.ledger?.begin();
  const cue: PromptTurn = { ...turnOf('cue', [draftCue(input)]), isPaused };
  const fresh = freshTexts(input, epoch);
  const wanted = draftsOf(input, { epoch, fresh, newest });
  const canWait = ({ zone, tier }: Draft) => zone === 'told' && tier === 'nice';
  const drafts = wanted.filter(
    (draft) => !(isFull && draft.name === 'examples') && !(isLean && canWait(draft)),
  );
  const dropped: Dropped[] = [
    ...fresh.waiting.map((insert) => waitingFor(insert, 'no more is told at once')),
    ...(isLean ? wanted.filter(canWait) : []).map((draft) =>
      waitingFor(draft, 'leaves no room for dialogue'),
    ),
  ];
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
