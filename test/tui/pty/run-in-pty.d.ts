import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
/** A program of this repository in a real pseudo-terminal, with an emulator that answers its queries. */
export declare class PtyRun {
    readonly program: pty.IPty;
    readonly terminal: xterm.Terminal;
    readonly ended: Promise<number>;
    output: string;
    /** `lingers`: the terminal stays open when the program ends, for what is not read soon after its end is lost. */
    constructor(args: string[], env?: Record<string, string>, lingers?: boolean, cwd?: string);
    text(): string;
    shows(wanted: string | RegExp): Promise<void>;
    hides(unwanted: string): Promise<void>;
    /** Presses Enter until the screen shows this: what is refused while a reply is written stays to be sent again. */
    entersUntil(wanted: string): Promise<void>;
    /** Waits until the terminal shows this buffer. */
    isIn(buffer: 'normal' | 'alternate'): Promise<void>;
    kill(): void;
}
