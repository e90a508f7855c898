/** How many processes were killed, how many replies that cut short, and all that should not have happened. */
export interface Killed {
    readonly kills: number;
    readonly cut: number;
    readonly trouble: readonly string[];
}
/**
 * Lets three processes at a time play on one store, beside a program that holds its lock at random, and kills most of
 * them: a round after the other, each on a store of its own.
 */
export declare function killing(kills: number, seed: number): AsyncGenerator<Killed>;
