import { type ChildProcess } from 'node:child_process';
/** How long a contender holds a store at most, and leaves it to others, in milliseconds; each time anew at random where `isRandom`. */
export interface Holding {
    readonly hold: number;
    readonly pause: number;
    readonly isRandom?: boolean;
}
/** Another process that holds the lock of a store again and again, until it is killed. */
export declare function contender(of: string, { hold, pause, isRandom }: Holding): Promise<ChildProcess>;
/** Kills a contender and waits until it is gone. */
export declare const stopped: (child: ChildProcess) => Promise<void>;
