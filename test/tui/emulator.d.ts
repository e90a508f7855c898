import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import type { Play } from '../../src/play/play.ts';
import { type ScreenOptions } from '../../src/tui/run.ts';
/** A real terminal emulator without a window, with the streams of a program in it. */
export declare class Emulator {
    #private;
    readonly terminal: xterm.Terminal;
    readonly stdin: EventEmitter & Record<string, unknown>;
    readonly stdout: EventEmitter & Record<string, unknown>;
    /** Every write of the program, in order. */
    readonly writes: string[];
    raw: boolean;
    constructor(columns?: number, rows?: number);
    type(text: string): void;
    resize(columns: number, rows: number): void;
    /** Waits until the emulator has taken everything written so far. */
    settled(): Promise<void>;
    rows(): string[];
    text(): string;
    /** Waits until the screen shows this; fails with the screen when it never does. */
    shows(wanted: string | RegExp): Promise<void>;
    hides(unwanted: string): Promise<void>;
}
/** A screen on an emulator, painted and ready; `ended` is its exit code when it leaves. */
export declare const openScreen: (play: Play, size?: {
    columns?: number;
    rows?: number;
}, options?: Partial<ScreenOptions>) => Promise<{
    emulator: Emulator;
    ended: Promise<number>;
}>;
