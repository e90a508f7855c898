import type { Backend } from '../../src/inference/backend.ts';
import type { Wire } from './wire.ts';
/** For whom what reaches the server was made: one at a time, so that each request has one owner. */
export declare class Attribution {
    #private;
    /** Whose request is on the wire, several with blanks between; null when nobody asked for any. */
    owner: string | null;
    /** A prompt for this speaker is being made: what is counted from here on is counted for it. */
    planFor(speaker: string): void;
    /** Asks a classifier about these. */
    asking<T>(whom: readonly string[], ask: () => Promise<T>): Promise<T>;
    /** The same backend, each of whose requests has its owner while it is on the wire. */
    of(backend: Backend, wire: Wire): Backend;
}
