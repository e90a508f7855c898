const perText = 4;
const quarters = 4;
const firstIndic = 0x900;
const surrogates = { first: 0xd800, last: 0xdfff };

/** In quarters of a token, a little above what byte-pair tokenizers of several families make of such text. */
const cost = { letter: 1, capital: 2, symbol: 3, digit: 4, alphabet: 4, wide: 5, halfOfEmoji: 8 };

const costOfAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[a-z ]/.test(letter)) return cost.letter;
  if (/[A-Z]/.test(letter)) return cost.capital;
  return /[0-9]/.test(letter) ? cost.digit : cost.symbol;
});

const costBeyondAscii = (code: number): number => {
  if (code >= surrogates.first && code <= surrogates.last) return cost.halfOfEmoji;
  return code < firstIndic ? cost.alphabet : cost.wide;
};

/**
 * Rough number of tokens of a text, where no tokenizer is at hand: letters / 4 + 4 (SP-18), and more for what
 * tokenizers cut finer: capitals, symbols, digits, other scripts, emoji. Rather too high than too low.
 */
export const estimateTokens = (text: string): number => {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    sum += costOfAscii[code] ?? costBeyondAscii(code);
  }
  return Math.ceil(sum / quarters) + perText;
};
