import type { ToldTurn } from '../domain/told-turn.ts';
import type { Row } from './history.ts';
import type { Insert, InsertPart, PromptEpoch, PromptInput } from './input.ts';
import { harmless } from './lines.ts';
import { inOrder } from './placed-inserts.ts';
import { breakControls } from './template/control.ts';
import { estimateTokens } from './tokens.ts';
import type { Draft, PromptTurn } from './turns.ts';
import { withMacros } from './with-macros.ts';

/** What the text is called that holds what the speaker has pinned; a part is the id of a message. */
export const pinsName = 'pins';

/** Of the hard limit, for memories when an epoch begins. */
const memoriesAtFirst = 0.1;
/** Tokens of memories in each later prompt, unless the budget says. */
const memoriesEach = 200;
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
export const joined = ({ heading = '' }: Insert, parts: readonly InsertPart[]): string =>
  [heading, ...parts.map(({ text }) => text.trim())].filter((text) => text !== '').join('\n');

/** A text of the epoch as it stands before the history: without what ends something that was never told. */
export const atBeginning = (insert: Insert): Insert => {
  const parts = partsOf(insert).filter(({ isEnd }) => !isEnd);
  return { ...insert, parts, text: parts.length === 0 ? '' : joined(insert, parts) };
};

/** The texts with their macros filled in, as far as they are to be and are told only once. */
export const withOnceFilled = (input: PromptInput, inserts: readonly Insert[]): Insert[] =>
  inserts.map((insert) => {
    const { zone, isFilled, text } = insert;
    const isOpen = zone === 'told' ? !isFilled : zone === 'epoch' && isFilled === false;
    if (!isOpen) return insert;
    const filled = withMacros(input, text);
    const parts = insert.parts && { parts: insert.parts.map((part) => ({ ...part, text: filled })) };
    return { ...insert, ...parts, text: filled, isFilled: true };
  });

/** What the speaker was told last of each part, within this epoch. */
export function toldSoFar({ inserts = [], told = [] }: PromptEpoch): Map<string, string> {
  const last = new Map<string, string>();
  for (const insert of inserts) {
    if (insert.zone !== 'epoch') continue;
    for (const { part, text, isEnd } of partsOf(insert))
      if (!isEnd) last.set(keyOf(insert.name, insert.source, part), text.trim());
  }
  for (const { name, source, part, text } of told.flatMap(({ texts }) => texts))
    last.set(keyOf(name, source.join(' '), part), text);
  return last;
}

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

/**
 * What is told in this prompt for the first time: what is new since the epoch began, and of the memories the best, as many as a prompt
 * may tell. With an epoch that begins only memories and lore: all else stands before the history.
 */
export function freshTexts(input: PromptInput, epoch: PromptEpoch | null): Fresh {
  if (input.continues || input.isBeside) return { inserts: [], waiting: [] };
  const told = epoch ? toldSoFar(epoch) : new Map<string, string>();
  const all = input.inserts.filter(({ zone }) => zone === 'told' || (zone === 'epoch' && epoch !== null));
  const fresh = all.flatMap((insert) => news(insert, told));
  const { hard, memories = memoriesEach } = input.budget;
  let room = epoch ? Math.min(memories, hard * memoriesAtFirst) : hard * memoriesAtFirst;
  const byWorth = fresh.filter(({ worth }) => worth !== undefined).sort((a, b) => worthOf(b) - worthOf(a));
  const waiting = new Set(
    byWorth.filter(({ text }) => {
      room -= estimateTokens(text);
      return room < 0;
    }),
  );
  return { inserts: fresh.filter((insert) => !waiting.has(insert)), waiting: [...waiting] };
}

const worthOf = ({ worth = 0 }: Insert): number => worth;

const turnOf = (drafts: readonly Draft[]): PromptTurn => ({ as: 'system', name: null, drafts });

/** What was told before, turn by turn, as it stands in every prompt of the epoch. */
export const toldTurns = (input: PromptInput, { told = [] }: PromptEpoch): PromptTurn[] =>
  told.map(({ texts }) =>
    turnOf(
      texts.map(({ name, source, text }) => ({
        ...{ name, source: source.join(' '), zone: 'told', tier: 'should', reason: 'told before' },
        text: name === pinsName ? breakControls(text, input.layout.template) : harmless(input, text),
      })),
    ),
  );

/** A text as it is told, and as later prompts will find it. */
export const freshDraft = (input: PromptInput, insert: Insert): Draft => {
  const { name, tier, source, reason, series, worth, isAsked, isByWords } = insert;
  const texts = partsOf(insert).map((part) => ({
    ...{ name, source: source.split(' '), ...(part.part !== '' && { part: part.part }), text: alone(part) },
  }));
  const text = texts.map((one) => one.text).join('\n');
  return {
    ...{ name, tier, source, reason, zone: 'told', insert: isAsked ? 'asked' : 'given' },
    ...(series !== undefined && { series }),
    ...(worth !== undefined && { worth }),
    ...(isByWords && { isByWords }),
    ...(insert.isRendered && {
      source: partsOf(insert)
        .map(({ part }) => part)
        .join(' '),
    }),
    ...(insert.leftOut !== undefined && { leftOut: insert.leftOut }),
    told: texts,
    text: insert.isRendered ? text : harmless(input, text),
  };
};

/** These texts as later prompts will find them behind this message. */
export const recordOf = (after: ToldTurn['after'], drafts: readonly Draft[]): ToldTurn[] =>
  drafts.length === 0 ? [] : [{ after, texts: drafts.flatMap(({ told = [] }) => told) }];

/** The tokens of these turns that an epoch may have before it ends, beside what it began with. */
export const toldLimit = ({ budget: { hard, told = usualShare } }: PromptInput): number => hard * told;

/**
 * Behind which row that stands which does not depend on what was said last: before the human's last words, so that a server can
 * read it while they are written. With more than two lines behind these, or the speaker's own, behind the newest row. -1 = before all.
 */
export function settledPlace({ speaker, played, awaited }: PromptInput, rows: readonly Row[]): number {
  const said = [...rows.map(({ message }) => message.speaker), ...(awaited === undefined ? [] : [awaited])];
  const end = said.length - 1;
  const isTheirs = (at: number) => said[at] === played && played !== speaker.id;
  let at = end;
  while (at >= 0 && end - at < mostBehind && !isTheirs(at) && said[at] !== speaker.id) at -= 1;
  if (!isTheirs(at)) return end;
  while (at >= 0 && isTheirs(at)) at -= 1;
  return at;
}

/** The texts of an epoch that stand before the history, as they read when it began, in order. */
export const sealedInserts = (input: PromptInput, epoch: PromptEpoch | null): Insert[] =>
  (epoch ? inOrder(epoch.inserts ?? []) : input.inserts)
    .filter(({ zone }) => zone === 'epoch')
    .map(atBeginning)
    .filter(({ text }) => text.trim() !== '');
