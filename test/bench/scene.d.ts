import { App } from '../../src/app/app.ts';
import type { CharacterId } from '../../src/domain/message.ts';
/** Where the benches work: a temporary folder with chats of given lengths, each built when first asked for. */
export declare class Scene {
    #private;
    readonly folder: string;
    readonly config: string;
    /** `talk` is told what takes long. */
    constructor(talk: (text: string) => void);
    /** What tells a `sotto` of its own process to use this data folder and nothing of the machine's owner. */
    flags(data: string): string[];
    /** The program's own wiring on this data folder; the caller closes it. */
    context(data: string): App;
    /** A new data folder. */
    emptyFolder(): string;
    /** A data folder with one chat of `count` messages, to be read only. */
    chatOf(count: number): string;
    /** A data folder with a copy of that chat, to be written to. */
    copyOf(count: number): string;
    /** Removes everything. */
    close(): void;
}
/** A new chat on the bundled card of three, the played one first in the cast. */
export declare function newChat(context: App): {
    id: string;
    cast: CharacterId[];
};
