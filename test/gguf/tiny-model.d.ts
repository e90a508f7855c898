/** The special tokens, in the order of their ids after the vocabulary's. */
export declare const specialTokens: readonly ['<s>', '</s>', '<|im_start|>', '<|im_end|>'];
/** What a tiny model may be other than usual. */
export interface TinyOptions {
    readonly seed?: number;
    readonly layers?: number;
    /** Tokens that it says it was trained on. */
    readonly contextSize?: number;
}
/**
 * The bytes of a model file that llama.cpp loads: llama architecture, 2 layers by default, random weights that follow from the
 * seed, a tokenizer that takes any text, ChatML. It writes bits of English words and ends a reply hardly ever.
 */
export declare const tinyModel: ({ seed, layers, contextSize }?: TinyOptions) => Buffer;
/** Writes the tiny model to this path. */
export declare const writeTinyModel: (path: string, options?: TinyOptions) => void;
