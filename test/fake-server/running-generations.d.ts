import type { Generation } from './apis/api.ts';
/** The generations under way by the key that their clients gave them, and the last one that began. */
export declare class RunningGenerations {
    #private;
    last: Pick<Generation, 'output' | 'promptTokens'> | null;
    /** A signal that aborts when this key is told to, or when the server closes. */
    start(key: string): AbortSignal;
    /** True when there was such a generation. */
    abort(key: string): boolean;
    abortAll(): void;
}
