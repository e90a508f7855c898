import type { Card } from '../../src/cards/character.ts';
import type { Inflate } from '../../src/cards/formats/png-text.ts';
/** What a caller of `readCard` hands in. */
export declare const inflate: Inflate;
export declare const bytesOf: (text: string) => Uint8Array;
export declare const joined: (...parts: readonly Uint8Array[]) => Uint8Array;
export declare const signature: Uint8Array<ArrayBuffer>;
export declare const header: Uint8Array<ArrayBufferLike>;
export declare const pixels: Uint8Array<ArrayBufferLike>;
export declare const end: Uint8Array<ArrayBufferLike>;
/** A PNG of one grey pixel with these chunks between header and pixels. */
export declare const pngWith: (...chunks: readonly Uint8Array[]) => Uint8Array;
export declare const base64Of: (value: unknown) => string;
export declare const textChunk: (keyword: string, text: string) => Uint8Array;
export declare const zippedChunk: (keyword: string, text: Uint8Array) => Uint8Array;
export declare const internationalChunk: (keyword: string, text: string, zipped: boolean) => Uint8Array;
export declare const v1: {
    name: string;
    description: string;
    personality: string;
    scenario: string;
    first_mes: string;
    mes_example: string;
};
export declare const v2: {
    spec: string;
    spec_version: string;
    data: {
        name: string;
        description: string;
        personality: string;
        scenario: string;
        first_mes: string;
        mes_example: string;
        creator_notes: string;
        system_prompt: string;
        post_history_instructions: string;
        alternate_greetings: string[];
        tags: string[];
        creator: string;
        character_version: string;
        extensions: {
            'app/x': {
                kept: (number | null)[];
            };
        };
    };
};
export declare const v3: {
    spec: string;
    spec_version: string;
    data: {
        description: string;
        personality: string;
        scenario: string;
        first_mes: string;
        mes_example: string;
        creator_notes: string;
        system_prompt: string;
        post_history_instructions: string;
        alternate_greetings: string[];
        tags: string[];
        creator: string;
        character_version: string;
        extensions: {
            'app/x': {
                kept: (number | null)[];
            };
        };
        name: string;
        nickname: string;
        group_only_greetings: string[];
    };
};
export declare const entry: {
    keys: string[];
    content: string;
    extensions: {};
    enabled: boolean;
    insertion_order: number;
};
export declare const readJson: (value: unknown) => Card;
export declare const readPng: (png: Uint8Array) => Card;
/** A V2 card with these fields of `data` replaced; undefined removes one. */
export declare const v2With: (data: object) => object;
/** The code of the SottoError that reading these bytes ends in; fails on success and on any other error. */
export declare const refusal: (bytes: Uint8Array) => {
    code: string;
    message: string;
    family: string;
};
