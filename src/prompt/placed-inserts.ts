import type { Insert, InsertPlace, PromptInput } from './input.ts';
import { arranges, isNamed, isSwitchedOff, type PromptPreset } from './preset/preset.ts';

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

const presetOf = ({ layout: { preset } }: PromptInput): PromptPreset | null =>
  arranges(preset) ? preset : null;

const isOff = (input: PromptInput, { place }: Insert): boolean => {
  const preset = presetOf(input);
  return preset !== null && place !== undefined && isSwitchedOff(preset, markers[place]);
};

/** Whether a text stands before the history for good: it never changes, or the literal order wants it at its place. */
const stands = ({ layout }: PromptInput, { zone, place }: Insert): boolean =>
  zone === 'frozen' || (zone === 'live' && place !== undefined && layout.order === 'classic');

/** The texts beside cards and history that stand at this place of the beginning, in order. */
export const insertsAt = (input: PromptInput, place: InsertPlace): Insert[] =>
  input.inserts.filter((insert) => insert.place === place && stands(input, insert) && !isOff(input, insert));

/** Those that name no place, or one that the person's preset does not have. */
export const insertsAnywhere = (input: PromptInput): Insert[] => {
  const preset = presetOf(input);
  const isLost = ({ place }: Insert) =>
    place === undefined || (preset !== null && !isNamed(preset, markers[place]));
  return input.inserts.filter((insert) => stands(input, insert) && isLost(insert));
};

/** Those of a zone that comes and goes. */
export const changingInserts = (input: PromptInput, wanted: 'epoch' | 'live'): Insert[] =>
  input.inserts.filter((insert) => insert.zone === wanted && !stands(input, insert) && !isOff(input, insert));

/** A section of a card with the texts that belong to it, line by line. */
export const sectionWith = (input: PromptInput, text: string, place: InsertPlace): string =>
  [text, ...insertsAt(input, place).map((insert) => insert.text.trim())].filter(Boolean).join('\n');
