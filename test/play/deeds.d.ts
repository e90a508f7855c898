import fc from 'fast-check';
import { type Command } from '../commands.ts';
/** Whoever may ever be there, by their first names. */
export declare const everyone: readonly ["Maren", "Ansel", "Odile", "Tomas", "Quill", "Rook"];
export type Anyone = (typeof everyone)[number];
/** What happens beside talk and moves: somebody comes or goes, is told something, or is called otherwise. */
export type Deed = {
    type: 'join';
    who: Anyone;
    knowsPast: boolean;
} | {
    type: 'leave';
    who: Anyone;
} | {
    type: 'call';
    who: Anyone;
    name: string;
} | {
    type: 'open_up';
    by: Anyone;
    pick: number;
    to: readonly Anyone[];
} | {
    type: 'note';
    to: readonly Anyone[];
    text: string;
    depth: number;
    every: number;
} | {
    type: 'scenario';
    who: Anyone;
    text: string;
} | {
    type: 'letter';
    from: Anyone | null;
    to: readonly Anyone[];
    text: string;
} | {
    type: 'direct';
    strategy: 'natural' | 'list' | 'pooled';
    muted: readonly Anyone[];
} | {
    type: 'import';
    by: Anyone | null;
    to: readonly Anyone[];
    text: string;
} | {
    type: 'become';
    who: Anyone;
    persona: string | null;
} | {
    type: 'give_to';
    who: Anyone;
    player: string | null;
};
/** Anything that the property does with a chat. */
export type Act = Command | Deed;
/** A history of everything that can happen. */
export declare const history: fc.Arbitrary<Act[]>;
