/** Tokens and merges of a byte-level BPE tokenizer, in the spelling of GPT-2. */
export interface Vocabulary {
    readonly tokens: readonly string[];
    readonly merges: readonly string[];
}
/** The 256 byte tokens and this many merges, learned from a page of English. */
export declare const learnVocabulary: (merges: number) => Vocabulary;
/** The text's bytes as GPT-2 spells them: printable bytes as themselves, the others as letters from U+0100 on. */
export declare const spell: (text: string) => string;
