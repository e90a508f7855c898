import { type Lease, type Slot, SlotPool } from '../../src/inference/understudy/slots.ts';
/** How the cache of a llama.cpp server works, where it is not as with `-np`. */
interface CacheOptions {
    /** All slots share one cache: the start of a generation clears those that are idle, as without `-np`. */
    readonly clearsIdleSlots?: boolean;
    /** Tokens that can be taken back from the end of a slot, as with a model of sliding-window attention. */
    readonly rollbackLimit?: number;
}
type Tokens = readonly number[];
/** The slots of a llama.cpp server, by its own rules for a cache that is shared and for sliding-window attention. */
export declare class LlamaCppSlots extends SlotPool {
    #private;
    constructor(count: number, options?: CacheOptions);
    release(slot: Slot, tokens: Tokens): void;
    protected start(slot: Slot, tokens: Tokens): Lease;
    protected reusable(cached: Tokens, prompt: Tokens): number;
}
export {};
