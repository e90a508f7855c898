/** A text as a literal of a grammar in GBNF; control characters, which no literal can hold, as spaces. */
export const gbnfLiteral = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}"`;
