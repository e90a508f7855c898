/** A part of a soak: every `of`-th piece of work from `shard` on. */
export interface Share {
    readonly what: 'canary' | 'kills' | 'non-interference';
    readonly shard: number;
    readonly of: number;
    /** Chats, kills or histories of all shares together. */
    readonly count: number;
    readonly turns: number;
    readonly seed: number;
}
/** How far a share has come, and what was found; `trouble` is empty when nothing was. */
export interface Progress {
    readonly done: number;
    /** Words on wires and screens that were read, replies that were cut short, or events that a character did not perceive. */
    readonly checked: number;
    readonly trouble: readonly string[];
}
/** Does its share, a piece at a time. */
export declare const soak: (share: Share) => AsyncGenerator<Progress>;
