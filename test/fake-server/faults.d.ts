import type { Api, HttpResponse } from './apis/api.ts';
/**
 * Ways in which a model server goes wrong. `limited` is 429 with Retry-After; `exceed` and `overflow` find the
 * prompt too large, before the stream and in it; `reset` breaks the connection before anything came.
 */
export declare const faultModes: readonly ['loading', 'busy', 'limited', 'hang', 'stall', 'die', 'error', 'overflow', 'exceed', 'reset', 'html', 'eof', '500', '401'];
/** One of them. */
export type FaultMode = (typeof faultModes)[number];
/** What goes wrong, when, and how often. */
export interface FaultOptions {
    readonly mode: FaultMode;
    /** `stall`, `die`, `error` and `eof` strike after this many tokens. Default 3. */
    readonly afterTokens?: number;
    /** Only the first so many requests are struck. Default: all. */
    readonly requests?: number;
}
/** Decides, request by request, what goes wrong. `loading`, `html` and `401` strike every path. */
export declare class Faults {
    #private;
    constructor(options?: FaultOptions);
    get afterTokens(): number;
    /** What strikes the next request, counting it. */
    next(isGeneration: boolean): FaultMode | null;
}
/** The whole response of a fault that has one, in the words of this API. */
export declare const faultResponse: (mode: FaultMode | null, { refuse, promptTooLarge }: Api) => HttpResponse | undefined;
