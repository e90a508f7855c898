import type { AnyPromptInput, Insert, InsertPlace } from './input.ts';
import { arranges, isNamed, isSwitchedOff, type PromptPreset } from './preset/preset.ts';
import type { Draft } from './turns.ts';

/** The prompt of a preset at which a text of each place stands. */
const markers: Record<InsertPlace, string> = {
  before_char: 'worldInfoBefore',
  after_char: 'worldInfoAfter',
  before_desc: 'charDescription',
  after_desc: 'charDescription',
  personality: 'charPersonality',
  scenario: 'scenario',
  examples_top: 'dialogueExamples',
  examples_bottom: 'dialogueExamples',
};

const presetOf = ({ layout: { preset } }: AnyPromptInput): PromptPreset | null =>
  arranges(preset) ? preset : null;

const isOff = (input: AnyPromptInput, { place }: Insert): boolean => {
  const preset = presetOf(input);
  return preset !== null && place !== undefined && isSwitchedOff(preset, markers[place]);
};

/** A text beside cards and history as a piece of a prompt, which knows that it is one. */
export const pieceOf = ({ series, worth, isAsked, ...insert }: Insert): Omit<Draft, 'zone'> => {
  const { name, tier, source, reason, text } = insert;
  const of = { ...(series !== undefined && { series }), ...(worth !== undefined && { worth }) };
  return { name, tier, source, reason, text, insert: isAsked ? 'asked' : 'given', ...of };
};

/** Whether a text stands before the history for good: it never changes, or the literal order wants it at its place. */
const stands = ({ layout }: AnyPromptInput, { zone, place }: Insert): boolean =>
  zone === 'frozen' || (zone === 'live' && place !== undefined && layout.order === 'classic');

/** The texts beside cards and history that stand at this place of the beginning, in order. */
export const insertsAt = (input: AnyPromptInput, place: InsertPlace): Insert[] =>
  input.inserts.filter((insert) => insert.place === place && stands(input, insert) && !isOff(input, insert));

/** Those that name no place, or one that the person's preset does not have. */
export const insertsAnywhere = (input: AnyPromptInput): Insert[] => {
  const preset = presetOf(input);
  const isLost = ({ place }: Insert) =>
    place === undefined || (preset !== null && !isNamed(preset, markers[place]));
  return input.inserts.filter((insert) => stands(input, insert) && isLost(insert));
};

/** Those that stand in each prompt anew. */
export const liveInserts = (input: AnyPromptInput): Insert[] =>
  input.inserts.filter((insert) => insert.zone === 'live' && !stands(input, insert) && !isOff(input, insert));

const usualOrder = 100;

/**
 * The texts as the order `classic` wants them, which has no epochs: all that is known stands in one row before the dialogue, in
 * the order in which it was handed in, and what comes back to mind behind it (RP-084).
 */
const literally = (insert: Insert): Insert => ({
  ...insert,
  ...(insert.zone === 'epoch' && { zone: 'live', isFilled: insert.isFilled !== false }),
  ...(insert.zone === 'told' && { zone: 'live' }),
  ...(insert.isBehind && { depth: insert.depth ?? 0 }),
});

/** The texts beside cards and history as the layout wants them, in their order. */
export const arranged = ({ inserts, layout }: AnyPromptInput): Insert[] =>
  inOrder(layout.order === 'classic' ? inserts.map(literally) : inserts);

/** Texts beside cards and history in their order; what has none stands as it was handed in. */
const inOrder = (inserts: readonly Insert[]): Insert[] =>
  [...inserts].sort((a, b) => (a.order ?? usualOrder) - (b.order ?? usualOrder));

/** A section of a card with the texts that belong to it, line by line. */
export const sectionWith = (input: AnyPromptInput, text: string, place: InsertPlace): string =>
  [text, ...insertsAt(input, place).map((insert) => insert.text.trim())].filter(Boolean).join('\n');
