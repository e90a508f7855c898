/** A text as a literal of a grammar in GBNF; control characters, which no literal can hold, as spaces. */
export const gbnfLiteral = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}"`;

/** A grammar in GBNF that allows these texts and no others, with a space before them or without. */
export const grammarOf = (choices: readonly string[]): string =>
  `root ::= " "? (${choices.map(gbnfLiteral).join(' | ')})`;
