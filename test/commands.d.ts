import fc from 'fast-check';
import type { Scene } from './histories.ts';
/** The cast of the scene, as commands name it. */
export declare const names: readonly ['Maren', 'Ansel', 'Odile', 'Tomas'];
export type Name = (typeof names)[number];
/** Those who may come later. */
export declare const newcomers: readonly ['Quill', 'Rook'];
export type Newcomer = (typeof newcomers)[number];
/** Something that a person or a model does; `pick` chooses among the messages that the actor perceives. */
export type Command = {
    type: 'say';
    by: Name;
    to: readonly Name[];
    text: string;
} | {
    type: 'reply';
    by: Name;
    to: readonly Name[];
    text: string;
    cut: boolean;
    thinks: boolean;
} | {
    type: 'continue';
    by: Name;
    pick: number;
} | {
    type: 'edit';
    by: Name;
    pick: number;
    to: readonly Name[];
    text: string;
} | {
    type: 'delete' | 'pin' | 'unpin';
    by: Name;
    pick: number;
} | {
    type: 'as';
    by: Name;
} | {
    type: 'rename';
    title: string;
} | {
    type: 'rewind';
    turns: number;
} | {
    type: 'rewind_to';
    by: Name;
    pick: number;
} | {
    type: 'undo' | 'redo' | 'regenerate';
} | {
    type: 'branch';
    by: Name;
    name: string;
    pick: number | null;
} | {
    type: 'switch';
    name: string;
} | {
    type: 'swipe';
    by: Name;
    which: 'next' | 'prev' | number;
} | {
    type: 'comes';
    who: Name | Newcomer;
    knowsPast: boolean;
} | {
    type: 'goes';
    who: Name | Newcomer;
} | {
    type: 'is_called';
    who: Name | Newcomer;
    name: string;
} | {
    type: 'opens';
    by: Name;
    pick: number;
    through: number;
    to: readonly (Name | Newcomer)[];
};
/** Utterances and what is done to them. */
export declare const talk: fc.Arbitrary<Command>;
/** Moves in the tree, by places rather than by counts. */
export declare const moves: fc.Arbitrary<Command>;
/** Who is there, what they are called, and who has heard what. */
export declare const presence: fc.Arbitrary<Command>;
/** Everything that can be done in a chat. */
export declare const anything: fc.Arbitrary<Command>;
/** Does it a minute later; false when a person would have been told why not. Other errors are thrown. */
export declare function carryOut(scene: Scene, command: Command): Promise<boolean>;
