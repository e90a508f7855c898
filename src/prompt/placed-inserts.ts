import type { Insert, InsertPlace, PromptEpoch, PromptInput } from './input.ts';
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

const presetOf = ({ layout: { preset } }: PromptInput): PromptPreset | null =>
  arranges(preset) ? preset : null;

const isOff = (input: PromptInput, { place }: Insert): boolean => {
  const preset = presetOf(input);
  return preset !== null && place !== undefined && isSwitchedOff(preset, markers[place]);
};

/** A text beside cards and history as a piece of a prompt, which knows that it is one. */
export const pieceOf = ({ series, isAsked, ...insert }: Insert): Omit<Draft, 'zone'> => {
  const { name, tier, source, reason, text } = insert;
  const of = series !== undefined && { series };
  return { name, tier, source, reason, text, insert: isAsked ? 'asked' : 'given', ...of };
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

const keyOf = ({ name, source }: Insert): string => `${source} ${name}`;

/** Those that come and go with each prompt. */
export const liveInserts = (input: PromptInput): Insert[] =>
  input.inserts.filter((insert) => insert.zone === 'live' && !stands(input, insert) && !isOff(input, insert));

/** Those of the zone epoch: as they read when it began, while they are there at all. */
export const sealedInserts = (input: PromptInput, epoch: PromptEpoch | null): Insert[] => {
  const present = input.inserts.filter(({ zone }) => zone === 'epoch');
  if (!epoch) return present;
  const keys = new Set(present.map(keyOf));
  return inOrder(epoch.inserts ?? []).filter((insert) => insert.zone === 'epoch' && keys.has(keyOf(insert)));
};

const newLines = (text: string, sealed: string): string => {
  const known = new Set(sealed.split('\n'));
  return text
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n');
};

/** Those of the zone epoch that have come or read otherwise since it began: as they read now, or what of them is new. */
export const insertsSince = (input: PromptInput, epoch: PromptEpoch | null): Insert[] => {
  if (!epoch) return [];
  const sealed = new Map(sealedInserts(input, epoch).map((insert) => [keyOf(insert), insert.text]));
  return input.inserts.flatMap((insert) => {
    const then = sealed.get(keyOf(insert));
    if (insert.zone !== 'epoch' || then === insert.text) return [];
    const text = then !== undefined && insert.isLines ? newLines(insert.text, then) : insert.text;
    return text === '' ? [] : [{ ...insert, text, zone: 'live' as const, isFilled: true }];
  });
};

const usualOrder = 100;

/** The texts beside cards and history in their order; what has none stands as it was handed in. */
export const inOrder = (inserts: readonly Insert[]): Insert[] =>
  [...inserts].sort((a, b) => (a.order ?? usualOrder) - (b.order ?? usualOrder));

/** A section of a card with the texts that belong to it, line by line. */
export const sectionWith = (input: PromptInput, text: string, place: InsertPlace): string =>
  [text, ...insertsAt(input, place).map((insert) => insert.text.trim())].filter(Boolean).join('\n');
