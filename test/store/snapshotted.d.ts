import Database from 'better-sqlite3';
import { openScene } from '../histories.ts';
interface Row {
    seq: number;
    branch: number;
    reason: string;
    at: string;
    world: string;
}
/** When the store of the scene takes snapshots, and which it keeps. */
export declare const policy: {
    everyEvents: number;
    everyMinutes: number;
    keep: number;
    preRewindDays: number;
};
/** The scene of the test that runs. */
export declare let scene: ReturnType<typeof openScene>;
/** The snapshots that there are, all or those of one reason. */
export declare let rows: (reason?: string) => Row[];
/** Another connection to the store of the scene. */
export declare let sqlite: Database.Database;
/** Says this many things, in no time. */
export declare const say: (count: number) => void;
export {};
