import type { Fields } from './apis/api.ts';
/** A request for a generation, whatever the API; what is missing or odd has its default. */
export interface GenerationRequest {
    readonly prompt: string;
    readonly maxTokens: number;
    readonly stop: readonly string[];
    readonly seed: number;
    readonly slot: number;
    readonly stream: boolean;
    readonly progress: boolean;
    /** Empty for all. */
    readonly responseFields: readonly string[];
    /** True for a chat endpoint. */
    readonly chat?: boolean;
    /** True when the tokens are to be counted at the end of the stream. */
    readonly usage?: boolean;
    /** KoboldCpp's name of the generation. */
    readonly key?: string;
}
/** The text of a string, of an array of tokens, or of a mixed array; null when it is none of these. */
export declare const promptText: (value: unknown) => string | null;
/** Reads the body of llama.cpp's /completion; null when it has no prompt. */
export declare const llamaCppRequest: (fields: Fields) => GenerationRequest | null;
/** A request to another server than llama.cpp. A missing limit is none. */
export declare const plainRequest: (prompt: string, { limit, stop, seed }: Fields) => GenerationRequest;
