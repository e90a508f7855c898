import type { ToldText, ToldTurn } from '../domain/world/told-turn.ts';
import type { Row } from './history.ts';
import type { AnyPromptInput, Budget, Insert, InsertPart, PromptEpoch } from './input.ts';
import { harmless } from './lines.ts';
import { tagged } from './lmml.ts';
import { breakControls } from './template/control.ts';
import { estimateTokens } from './tokens.ts';
import type { Draft, PromptTurn } from './turns.ts';
import { withMacros } from './with-macros.ts';

/** What the text is called that holds what the speaker has pinned; a part is the id of a message. */
export const pinsName = 'pins';
/** What the text is called that tells which tools there are: sotto's own, so that it may hold their tags. */
export const toolsName = 'tools';

/** Of the hard limit, for memories when an epoch begins. */
const memoriesAtFirst = 0.05;
/** Of the hard limit, for memories in any prompt where that is small. */
const memoriesMost = 0.1;
/** Tokens of memories in each later prompt, unless the budget says. */
const memoriesEach = 100;
/** So many memories in an epoch, and a further one is told only if it matches better than all of them. */
const mostMemories = 10;
/** Of the hard limit, for what is told within an epoch, unless the budget says. */
const usualShare = 0.15;
/** So many lines behind what the human said last, and what is so still stands before it. */
const mostBehind = 2;

/** Texts that one prompt tells for the first time, and those that wait for the next. */
export interface Fresh {
  readonly inserts: readonly Insert[];
  readonly waiting: readonly Insert[];
}

const keyOf = (name: string, source: string, part = ''): string => `${source}\n${name}\n${part}`;

/** A text beside the dialogue in the parts that are told each for itself. */
export const partsOf = ({ parts, text }: Insert): readonly InsertPart[] => parts ?? [{ part: '', text }];

/** How the parts of a text read together. */
const joined = ({ heading = '' }: Insert, parts: readonly InsertPart[]): string =>
  [heading, ...parts.map(({ text }) => text.trim())].filter((text) => text !== '').join('\n');

/** A text of the epoch as it stands before the history: without what ends something that was never told. */
const atBeginning = (insert: Insert): Insert => {
  const parts = partsOf(insert).filter(({ isEnd }) => !isEnd);
  return { ...insert, parts, text: parts.length === 0 ? '' : joined(insert, parts) };
};

/** The texts with their macros filled in, as far as they are to be and are told only once. */
export const withOnceFilled = (input: AnyPromptInput, inserts: readonly Insert[]): Insert[] =>
  inserts.map((insert) => {
    const { zone, isFilled, text } = insert;
    const isOpen = zone === 'told' ? !isFilled : zone === 'epoch' && isFilled === false;
    if (!isOpen) return insert;
    const filled = withMacros(input, text);
    const parts = insert.parts && { parts: insert.parts.map((part) => ({ ...part, text: filled })) };
    return { ...insert, ...parts, text: filled, isFilled: true };
  });

/** All that stands in the prompts of an epoch, in the order in which it was told. */
export const toldIn = ({
  sealed = [],
  told = [],
}: Pick<PromptEpoch, 'sealed' | 'told'>): readonly ToldText[] => [
  ...sealed,
  ...told.flatMap(({ texts }) => texts),
];

/** What the speaker was told last of each part, within this epoch. */
const toldSoFar = (epoch: Pick<PromptEpoch, 'sealed' | 'told'>): Map<string, string> =>
  new Map(toldIn(epoch).map(({ name, source, part, text }) => [keyOf(name, source.join(' '), part), text]));

const alone = ({ text, alone: own = text }: InsertPart): string => own.trim();

/** What of a text the speaker has not been told yet, or was told otherwise. */
function news(insert: Insert, told: ReadonlyMap<string, string>): Insert[] {
  const parts = partsOf(insert).filter((part) => {
    const { text, isEnd, outdates = () => true } = part;
    const before = told.get(keyOf(insert.name, insert.source, part.part));
    if (before === undefined) return !isEnd;
    return before !== text.trim() && before !== alone(part) && outdates(before);
  });
  return parts.length === 0 ? [] : [{ ...insert, parts, text: parts.map(alone).join('\n') }];
}

const tokensOf = (texts: readonly Pick<ToldText, 'text'>[]): number =>
  texts.reduce((sum, { text }) => sum + estimateTokens(text), 0);

const roomEach = ({ hard, memories = memoriesEach }: Budget): number =>
  Math.min(memories, hard * memoriesMost);
const roomAtFirst = (budget: Budget): number => Math.max(roomEach(budget), budget.hard * memoriesAtFirst);

/**
 * What came back to mind in the epoch that ends here and stands before the history of the next, but of no third: what matched best,
 * in the order in which it was told. It is known before anything more is said, so that a server can read it by then.
 */
function keptMemories({ epoch, budget, layout }: AnyPromptInput): ToldText[] {
  if (!epoch || epoch.isOver || layout.order === 'classic') return [];
  let room = roomAtFirst(budget) - roomEach(budget);
  const memories = toldIn({ told: epoch.told ?? [] }).filter(({ match }) => match !== undefined);
  const best = [...memories]
    .sort((a, b) => (b.match ?? 0) - (a.match ?? 0))
    .filter((one) => {
      room -= tokensOf([one]);
      return room >= 0;
    });
  return memories.filter((one) => best.includes(one));
}

/**
 * What is told in this prompt for the first time: what is new since the epoch began, and of the memories the best, as many as a prompt
 * may tell. With an epoch that begins only memories and lore: all else stands before the history.
 */
export function freshTexts(input: AnyPromptInput, epoch: PromptEpoch | null): Fresh {
  if (input.continues || input.isBeside) return { inserts: [], waiting: [] };
  const kept = epoch ? [] : keptMemories(input);
  const before = epoch ?? { sealed: kept };
  const told = toldSoFar(before);
  const all = input.inserts.filter(({ zone }) => zone === 'told' || (zone === 'epoch' && epoch !== null));
  const isTold = betterThan(before);
  const fresh = all.flatMap((insert) => news(insert, told)).filter(isTold);
  let room = epoch ? roomEach(input.budget) : roomAtFirst(input.budget) - tokensOf(kept);
  const byWorth = fresh.filter(({ worth }) => worth !== undefined).sort((a, b) => worthOf(b) - worthOf(a));
  const waiting = new Set(
    byWorth.filter(({ text }) => {
      room -= estimateTokens(text);
      return room < 0;
    }),
  );
  return { inserts: fresh.filter((insert) => !waiting.has(insert)), waiting: [...waiting] };
}

/** Whether a memory may still be told in an epoch; everything else may. */
function betterThan(epoch: Pick<PromptEpoch, 'sealed' | 'told'>): (insert: Insert) => boolean {
  const matches = toldIn(epoch).flatMap(({ match }) => (match === undefined ? [] : [match]));
  const least = matches.length < mostMemories ? Number.NEGATIVE_INFINITY : Math.max(...matches);
  return ({ match = Number.POSITIVE_INFINITY }) => match > least;
}

const worthOf = ({ worth = 0 }: Insert): number => worth;

const turnOf = (drafts: readonly Draft[]): PromptTurn => ({ as: 'system', name: null, drafts });

/** A text that was told before, as it stands in every prompt of the epoch. */
const again = (input: AnyPromptInput, { name, source, text }: ToldText): Omit<Draft, 'zone'> => ({
  ...{ name, source: source.join(' '), tier: 'should', reason: 'told before' },
  text:
    name === toolsName
      ? text
      : name === pinsName
        ? breakControls(text, input.layout.template)
        : harmless(input, text),
});

/** What was told before, turn by turn. */
export const toldTurns = (input: AnyPromptInput, { told = [] }: PromptEpoch): PromptTurn[] =>
  told.map(({ texts }) =>
    turnOf(texts.map((one) => tagged(input, { ...again(input, one), zone: 'told' as const }))),
  );

/** The ids of messages that a text holds, or what it was made of. */
const sourceShown = ({ isRendered, source }: Insert, parts: readonly InsertPart[]): string =>
  isRendered ? parts.map(({ part }) => part).join(' ') : source;

/** What is the same of a text wherever it is told. */
const draftOf = (
  insert: Insert,
  texts: readonly ToldText[],
): Omit<Draft, 'zone' | 'text'> & { told: readonly ToldText[] } => {
  const { name, tier, reason, series, worth, isAsked, leftOut } = insert;
  return {
    ...{ name, tier, reason, source: sourceShown(insert, partsOf(insert)) },
    ...{ insert: isAsked ? 'asked' : 'given', told: texts },
    ...(series !== undefined && { series }),
    ...(worth !== undefined && { worth }),
    ...(leftOut !== undefined && { leftOut }),
  };
};

/** As the log keeps it, field by field. */
const recorded = ({ name, source, match }: Insert, part: string, text: string): ToldText => ({
  ...{ name, source: source.split(' ') },
  ...(part !== '' && { part }),
  text: text.trim(),
  ...(match !== undefined && { match }),
});

const textOf = (input: AnyPromptInput, { isRendered }: Insert, texts: readonly ToldText[]): string => {
  const text = texts.map((one) => one.text).join('\n');
  return isRendered ? text : harmless(input, text);
};

/** A text as it is told between the messages, and as later prompts will find it. */
export const freshDraft = (input: AnyPromptInput, insert: Insert): Draft => {
  const texts = partsOf(insert).map((part) => recorded(insert, part.part, alone(part)));
  const byWords = insert.isByWords && { isByWords: true };
  return { ...draftOf(insert, texts), ...byWords, zone: 'told', text: textOf(input, insert, texts) };
};

/** A text as it stands before the history when an epoch begins. */
const sealedDraft = (input: AnyPromptInput, insert: Insert): Draft => {
  const texts = [
    ...(insert.heading === undefined ? [] : [recorded(insert, '', insert.heading)]),
    ...partsOf(insert).map(({ part, text }) => recorded(insert, part, text)),
  ];
  return { ...draftOf(insert, texts), zone: 'epoch', text: textOf(input, insert, texts) };
};

/** Texts of one name and source that stand together as one. */
function together(texts: readonly ToldText[]): ToldText[] {
  const one: ToldText[] = [];
  for (const text of texts) {
    const last = one.at(-1);
    if (last && keyOf(last.name, last.source.join(' ')) === keyOf(text.name, text.source.join(' ')))
      one.splice(-1, 1, { ...last, text: `${last.text}\n${text.text}` });
    else one.push(text);
  }
  return one;
}

/** A text that stood in prompts before, as it stands before the history. */
const sealedAgain = (input: AnyPromptInput, one: ToldText): Draft => ({
  ...again(input, one),
  ...{ zone: 'epoch', insert: 'given', series: one.name },
});

/** The texts that stand before the history: as they read when the epoch began, or where it begins as they read now. */
export const sealedDrafts = (input: AnyPromptInput, epoch: PromptEpoch | null): Draft[] =>
  epoch
    ? together(epoch.sealed ?? []).map((one) => sealedAgain(input, one))
    : [
        ...input.inserts
          .filter(({ zone }) => zone === 'epoch')
          .map(atBeginning)
          .filter(({ text }) => text.trim() !== '')
          .map((insert) => sealedDraft(input, insert)),
        ...keptMemories(input).map(
          (one): Draft => ({ ...sealedAgain(input, one), tier: 'nice', told: [one] }),
        ),
      ];

/** These texts as later prompts will find them behind this message. */
export const recordOf = (after: ToldTurn['after'], drafts: readonly Draft[]): ToldTurn[] =>
  drafts.length === 0 ? [] : [{ after, texts: drafts.flatMap(({ told = [] }) => told) }];

/** The tokens of these turns that an epoch may have before it ends, beside what it began with. */
export const toldLimit = ({ budget: { hard, told = usualShare } }: AnyPromptInput): number => hard * told;

/**
 * Behind which row that stands which does not depend on what was said last: before the human's last words, so that a server can
 * read it while they are written. With more than two lines behind these, or the speaker's own, behind the newest row. -1 = before all.
 */
export function settledPlace({ speaker, played, awaited }: AnyPromptInput, rows: readonly Row[]): number {
  const said = [...rows.map(({ message }) => message.speaker), ...(awaited === undefined ? [] : [awaited])];
  const end = said.length - 1;
  const isTheirs = (at: number) => said[at] === played && played !== speaker.id;
  let at = end;
  while (at >= 0 && end - at < mostBehind && !isTheirs(at) && said[at] !== speaker.id) at -= 1;
  if (!isTheirs(at)) return end;
  while (at >= 0 && isTheirs(at)) at -= 1;
  return at;
}
