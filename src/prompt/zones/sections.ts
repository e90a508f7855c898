import type { UiPrompt } from '../../lore/books/rule.ts';
import type { AnyPromptInput, InsertPlace } from '../input.ts';
import { breakTags } from '../lmml.ts';
import { insertsAt, pieceOf, sectionWith } from '../placed-inserts.ts';
import { breakControls } from '../template/control.ts';
import type { Draft } from '../turns.ts';
import { withMacros } from '../with-macros.ts';

/** A block whose zone is not decided yet. */
export type Piece = Omit<Draft, 'zone'>;

/** A text of a card or a person with its macros filled in, that can open no turn. */
export const filled = (input: AnyPromptInput, text = ''): string =>
  breakTags(input, breakControls(withMacros(input, text).trim(), input.layout.template));

/** What a card brings in the place of a text, which it may hold as `{{original}}`. */
export const replaced = (original: string, own = ''): string =>
  own.trim() === '' ? original : own.replace(/\{\{original\}\}/gi, () => original);

/** Whether lore switches off a prompt of the person's own. */
export const isHidden = ({ hides = [] }: AnyPromptInput, prompt: UiPrompt): boolean => hides.includes(prompt);

/** Who the human is: the name of the persona, even when there is nothing else to tell (SP-20); empty without one. */
export const anchorOf = ({ persona, userName }: AnyPromptInput): string =>
  persona === null ? '' : `The user's name is ${persona.name || userName}. ${persona.description}`.trim();

/** The speaker's description with the lore that belongs to it. */
export const descriptionOf = (input: AnyPromptInput): string => {
  const before = sectionWith(input, '', 'before_desc');
  const after = sectionWith(input, input.character?.description ?? '', 'after_desc');
  return [before, after].filter(Boolean).join('\n');
};

/** The speaker's personality with the lore that belongs to it. */
export const personalityOf = (input: AnyPromptInput): string =>
  sectionWith(input, input.character?.personality ?? '', 'personality');

/** The scenario with the lore that belongs to it. */
export const scenarioOf = (input: AnyPromptInput): string =>
  sectionWith(input, input.character?.scenario ?? '', 'scenario');

/** The texts that stand at a place, each as a piece. */
export const piecesAt = (input: AnyPromptInput, place: InsertPlace): Piece[] =>
  insertsAt(input, place).map(pieceOf);

/** The example dialogue, each `<START>` of it replaced, between the lore that belongs to it. */
export const examplesOf = (input: AnyPromptInput, start: string): Piece[] => [
  ...piecesAt(input, 'examples_top'),
  {
    name: 'examples',
    tier: 'should',
    text: input.character?.exampleDialogue.replace(/<START>/gi, () => start) ?? '',
    source: `card of ${input.speaker.name}`,
    reason: 'how they speak',
  },
  ...piecesAt(input, 'examples_bottom'),
];
