import type { DomainEvent, NewEvent } from '../../src/domain/events/events.ts';
import { type World } from '../../src/domain/world/world.ts';
/** A fact as an event, later than all before it. */
export declare const event: (fact: NewEvent) => DomainEvent;
/** Somebody joins the cast. */
export declare const joined: (character: string, name: string) => NewEvent;
/** The world after these facts. */
export declare const fold: (...facts: NewEvent[]) => World;
/** What a message says, to everyone. */
export declare const words: {
    speaker: string;
    raw: string;
    text: string;
    knownTo: never[];
};
/** Where a reply comes from. */
export declare const origin: {
    answers: null;
    backend: string;
    model: string;
    seed: number;
    windowFrom: string;
};
/** One fact of every kind. */
export declare const one: NewEvent[];
