import type { NewEvent } from '../src/domain/events/events.ts';
import type { Message } from '../src/domain/message.ts';
import type { Backend } from '../src/inference/backend.ts';
import type { PlayParts, PlaySettings } from '../src/play/chat/parts.ts';
import type { Play } from '../src/play/play.ts';
import type { ChatState } from '../src/store/state.ts';
import { Store, type StoreOptions } from '../src/store/store.ts';
/** Folder of the migrations that every store is made with. */
export declare const migrations: string;
/** How often a property runs; `SOTTO_SOAK=N` makes it N times as often, with cases of its own (`test/seed.ts`). */
export declare const runs: (count: number) => {
    numRuns: number;
};
/** How long a property may take, in milliseconds. */
export declare const patience: number;
/** A fresh folder, in memory where the system has such a place, and how to be rid of it. */
export declare function freshFolder(): {
    folder: string;
    remove: () => void;
};
export declare const snapshots: StoreOptions['snapshots'];
/** A store in this folder whose ids are made from what they stand for and this seed. */
export declare const openStore: (folder: string, more?: Partial<StoreOptions>) => Store;
export declare const settings: PlaySettings;
/** What a scene may be made with, other than the usual. */
export interface SceneOptions {
    readonly store?: Store;
    readonly settings?: Partial<PlaySettings>;
    readonly backend?: () => Promise<Backend>;
    readonly title?: string;
    readonly pid?: number;
}
/** A chat on the quay: Maren, Ansel, Odile and Tomas, whom the human plays. */
export declare class Scene {
    readonly store: Store;
    readonly parts: PlayParts;
    readonly id: string;
    readonly play: Play;
    /** The time of what happens next; tests move it. */
    at: number;
    constructor(store: Store, options?: SceneOptions);
    /** The chat opened as somebody, or as whom it is played. */
    playing(as?: string): Play;
    get state(): ChatState;
    /** Id of one of the cast, by the name that they have or had when they first came; empty for a stranger. */
    who(name: string): string;
    /** Lets a minute pass and writes facts as one turn at the head; the id of the first. */
    given(fact: NewEvent, actor?: 'human' | 'model'): string;
    /** Somebody said this, to everyone or to some; the id of the message. */
    said(by: string, text: string, to?: readonly string[]): string;
    /** A model's reply that arrived whole, or was cut short, and what it thought before. */
    replied(by: string, text: string, how?: {
        to?: readonly string[];
        cut?: boolean;
        reasoning?: string;
    }): string;
    /** All that somebody (or everyone together) perceives under the head, oldest first. */
    seenBy(name: string | 'everyone'): Message[];
    /** The texts of `seenBy`. */
    texts(name: string): string[];
}
/** A scene in a store of its own, closed and removed by `close`. */
export declare function openScene(options?: SceneOptions & {
    snapshots?: StoreOptions['snapshots'];
}): Scene & {
    close: () => void;
};
