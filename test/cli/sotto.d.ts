import { type ChildProcess } from 'node:child_process';
/** An object of `--json`: the fields of all its types together, as far as tests read them. */
export interface Line {
    readonly [field: string]: unknown;
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly cast: readonly string[];
    readonly speaker: string;
    readonly text: string;
    readonly knownTo: readonly string[];
    readonly perceived: readonly string[];
    readonly prompt: string;
    readonly url: string;
    readonly file: string;
    readonly code: string;
    readonly message: string;
}
/** What a run of the program left behind; `lines` are the objects on stdout, empty without `--json`. */
export interface Run {
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly lines: readonly Line[];
}
/** Where and how to run; `folder` is the current folder and the home, `data` what `--data` says, if anything. */
export interface RunOptions {
    readonly folder: string;
    readonly data?: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly stdin?: string;
}
/** Starts the program without waiting for its end. */
export declare const start: (args: readonly string[], options: RunOptions) => ChildProcess;
/** Collects what a started program says until it ends. */
export declare function ended(child: ChildProcess): Promise<Run>;
/** Runs the built program as a script would, without a terminal. */
export declare function sotto(args: readonly string[], options: RunOptions): Promise<Run>;
/** A data folder of its own and the program run on it, for one test. */
export declare class Stage {
    readonly folder: string;
    readonly data: string;
    readonly env: NonNullable<RunOptions['env']>;
    constructor(env?: NonNullable<RunOptions['env']>);
    /** Writes a file beside the data folder. Returns its path. */
    file(name: string, content: string | Uint8Array): string;
    run(...args: string[]): Promise<Run>;
    /** Like `run`, with this on standard input. */
    feed(stdin: string, ...args: string[]): Promise<Run>;
    /** The lines of a run with `--json` that must go well and has nothing to add. */
    json(...args: string[]): Promise<readonly Line[]>;
    /** What a run without `--json` prints, which must go well and has nothing to add. */
    text(...args: string[]): Promise<string>;
    /** Expects a run to be refused with this exit code: one line on stderr, with `--json` its object on stdout. */
    refusal(code: number, ...args: string[]): Promise<Line>;
    /** Expects the store to be as its log says, everywhere. */
    isSound(): Promise<void>;
}
/** The lines of one type. */
export declare const ofType: (lines: readonly Line[], type: string) => Line[];
/** The texts of the messages among lines, in order. */
export declare const texts: (lines: readonly Line[]) => string[];
