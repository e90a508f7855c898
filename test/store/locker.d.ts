import { type ChildProcess } from 'node:child_process';
/** Another process that holds the store until it is killed. */
export declare function locker(): Promise<ChildProcess>;
/** Kills the locker and waits until it is gone. */
export declare const ended: (child: ChildProcess) => Promise<unknown>;
