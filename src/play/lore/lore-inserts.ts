import type { AuthorNote } from '../../domain/world/world.ts';
import type { ActivatedEntry, ActivationResult } from '../../lore/activation/context.ts';
import type { LoreInsertion, LorePosition, LoreRule } from '../../lore/books/rule.ts';
import type { Insert, InsertPlace } from '../../prompt/input.ts';
import { changesByItself } from '../../prompt/with-macros.ts';
import type { LoreLine } from '../chat/play-state.ts';

const places: ReadonlySet<string> = new Set<InsertPlace>([
  'before_char',
  'after_char',
  'before_desc',
  'after_desc',
  'personality',
  'scenario',
  'examples_top',
  'examples_bottom',
]);

const isPlace = (position: string): position is InsertPlace => places.has(position);

/** Whether an entry is in every prompt, so that it may stand where a change would cost the cache. */
const isSteady = ({ constant, when, groups, recursion, refused, yields, content }: LoreRule): boolean =>
  constant &&
  !changesByItself(content) &&
  !yields &&
  refused.length === 0 &&
  groups.names.length === 0 &&
  recursion.level === 0 &&
  when.after + when.delay + when.sticky + when.cooldown === 0 &&
  when.every === 1 &&
  when.probability >= 100 &&
  when.triggers.length === 0 &&
  when.greeting === null;

/** What is made of a text on its way into a prompt, `depth` messages above the newest where it stands there. */
type LoreScripts = (text: string, depth?: number) => string;

/** How what woke is told: after these scripts, and whether at its documented place in each prompt or once where it woke. */
export interface LoreTold {
  readonly scripted: LoreScripts;
  readonly isExact: boolean;
  /** The author's note, around which some of it stands; null = none. */
  readonly note: Pick<AuthorNote, 'depth' | 'role'> | null;
}

/** What the texts of lore are called before their own names; their part is the id of the book. */
export const loreName = 'lore ';

/** Whether an entry begins the speaker's own turn (V3-DEC-depth). */
const isPrefill = ({ insertion: { position, depth, fromOldest, role } }: ActivatedEntry): boolean =>
  position === 'depth' && !fromOldest && depth < 1 && role === 'assistant';

/** Where what woke stands: a steady entry for good, others once where they woke; at their documented places where that is wanted. */
function zoneOf(entry: ActivatedEntry, text: string, isExact: boolean): Insert['zone'] {
  if (isPrefill(entry)) return 'live';
  const { rule, position } = entry;
  const changes = changesByItself(text);
  if (isPlace(position)) {
    if (isExact || (isSteady(rule) && !changes)) return 'frozen';
    return changes ? 'live' : 'told';
  }
  if (isExact || changes) return 'live';
  return isSteady(rule) ? 'epoch' : 'told';
}

const usualNote = { depth: 4, role: 'system' } as const;
/** Beside the author's note, whose order is 100. */
const noteOrders: Partial<Record<LorePosition, number>> = { note_top: 99, note_bottom: 101 };

/** Where among the messages an entry stands that is told in each prompt anew. */
function amongMessages(
  { position, depth, role }: ActivatedEntry,
  { isExact, note }: LoreTold,
): Pick<Insert, 'depth' | 'role' | 'order'> {
  if (position === 'depth') return { depth, role };
  const order = noteOrders[position];
  if (order === undefined || !isExact) return {};
  const at = note ?? usualNote;
  return { depth: at.depth, role: at.role, order };
}

const insertOf = (entry: ActivatedEntry, told: LoreTold): Insert => {
  const { scripted, isExact } = told;
  const { rule, reason, content, position, depth, yields } = entry;
  const text = position === 'depth' ? scripted(content, depth) : scripted(content);
  const zone = zoneOf(entry, text, isExact);
  return {
    name: `${loreName}${rule.name || rule.keys[0]?.written || rule.id}`,
    source: rule.book.name === '' ? `book ${rule.book.id}` : `book ${rule.book.name}`,
    reason: reason(),
    ...{ zone, tier: yields ? 'nice' : 'should', text, parts: [{ part: rule.book.id, text }] },
    ...(zone === 'told' && { isByWords: true }),
    ...(zone === 'epoch' && { isFilled: false }),
    ...(isPlace(position) && { place: position }),
    ...(zone !== 'epoch' && amongMessages(entry, told)),
    ...(isPrefill(entry) && { isPrefill: true }),
  };
};

/** What woke, as texts of a prompt, after scripts; entries for `{{outlet::…}}` stand nowhere by themselves. */
export const loreInserts = ({ activated }: ActivationResult, told: LoreTold): Insert[] =>
  activated
    .filter(({ position }) => position !== 'outlet')
    .map((one) => insertOf(one, told))
    .filter(({ text }) => text.trim() !== '');

/** What `{{outlet::name}}` stands for, by name. */
export function loreOutlets(
  { activated }: ActivationResult,
  { scripted }: Pick<LoreTold, 'scripted'>,
): Record<string, string> {
  const texts = new Map<string, string[]>();
  for (const { position, outlet, content } of activated)
    if (position === 'outlet') texts.set(outlet, [...(texts.get(outlet) ?? []), scripted(content)]);
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.join('\n')]));
}

const placeOf = ({ position, depth, fromOldest, outlet }: LoreInsertion): string => {
  if (position === 'outlet') return `outlet ${outlet}`;
  return position === 'depth' ? `depth ${depth}${fromOldest ? ' from the oldest' : ''}` : position;
};

/** Where an entry stands instead of its place, so that the server's cache survives; undefined where it has its place. */
const elsewhere = (entry: ActivatedEntry, isExact: boolean): string | undefined => {
  if (entry.position === 'outlet') return undefined;
  const zone = zoneOf(entry, entry.content, isExact);
  if (zone === 'told') return 'once, where it was activated';
  if (zone === 'live' && entry.position !== 'depth' && !isExact) return 'among the newest messages';
  return zone === 'epoch' ? 'before the history' : undefined;
};

/** Each entry with what becomes of it, as `sotto lore test` tells. */
export const loreLines = ({ verdicts, activated }: ActivationResult, isExact: boolean): LoreLine[] => {
  const said = new Map(activated.map((entry) => [entry.rule.id, entry]));
  return verdicts().map(({ rule, awake, reason }) => {
    const entry = said.get(rule.id);
    const stands = entry && elsewhere(entry, isExact);
    return {
      book: rule.book.name,
      entry: rule.name || rule.keys[0]?.written || rule.id,
      awake,
      reason: reason(),
      position: placeOf(entry?.insertion ?? rule.insertion),
      ...(stands !== undefined && { stands }),
      content: entry?.content ?? rule.content,
    };
  });
};
