/** The text of tokens as the understudy encodes it. Numbers that are no token say nothing. */
export declare const decode: (tokens: readonly number[]) => string;
