import type { Character } from '../../../src/cards/character.ts';
import type { Insert, PromptInput } from '../../../src/prompt/input.ts';
import type { PresetPrompt, PromptPreset } from '../../../src/prompt/preset/preset.ts';
/** An order of these prompts; a name with a minus in front is switched off. */
export declare const order: (names: string) => {
    identifier: string;
    enabled: boolean;
}[];
/** A preset of these prompts in this order. */
export declare const preset: (prompts: readonly PresetPrompt[], names: string, over?: Partial<PromptPreset>) => PromptPreset;
/** The parts of a prompt with this preset in its layout. */
export declare const using: (mine: PromptPreset | null, over?: Partial<PromptInput['layout']>) => Pick<PromptInput, 'layout'>;
/** Maren with something in every field. */
export declare const maren: (over?: Partial<Character>) => Character;
/** A lore entry at a place. */
export declare const lore: (text: string, over?: Partial<Insert>) => Insert;
/** One of every kind: markers, sotto's names and a person's own, before, in and behind the history. */
export declare const everyKind: PromptPreset;
