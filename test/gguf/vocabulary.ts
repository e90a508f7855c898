/** Tokens and merges of a byte-level BPE tokenizer, in the spelling of GPT-2. */
export interface Vocabulary {
  readonly tokens: readonly string[];
  readonly merges: readonly string[];
}

const textbook = `The rain came down on the old inn by the river, and the keeper of the toll house stood at the door with a
lantern in her hand. "Who is there?" she asked, and nobody answered. Then the other one said that he had not seen the
road since morning, that there was nothing to be done about it, and that they should wait until the storm was over.
She would not wait. What do you know of me? You were there when it happened, and you said no word. I have never told
anyone what I saw, and I will not tell you now. He looked at his hands, thinking of the letter and of what was in it.
"Listen," he said, "this is between us." They went on talking for a long time, one after another, while the fire
burned low; all of them knew something that the others did not. Some things are better said in a whisper.`;

/** The 256 byte tokens and this many merges, learned from a page of English. */
export const learnVocabulary = (merges: number): Vocabulary => {
  const words = (textbook.match(/ ?[a-z]+/giu) ?? []).map((word) => [...spell(word)]);
  const learned: string[] = [];
  const tokens = Array.from({ length: 256 }, (_, byte) => letterOf(byte));
  while (learned.length < merges) {
    const pair = commonest(words);
    if (pair === null) break;
    learned.push(pair.join(' '));
    tokens.push(pair.join(''));
    for (const word of words) join(word, pair);
  }
  return { tokens, merges: learned };
};

/** The text's bytes as GPT-2 spells them: printable bytes as themselves, the others as letters from U+0100 on. */
export const spell = (text: string): string => [...Buffer.from(text)].map(letterOf).join('');

const isPlain = (byte: number): boolean => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
const odd = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !isPlain(byte));
const letterOf = (byte: number): string =>
  String.fromCharCode(isPlain(byte) ? byte : 256 + odd.indexOf(byte));

/** The pair of pieces that occurs most often, the first of equals; null when every word is one piece. */
const commonest = (words: readonly string[][]): [string, string] | null => {
  const counts = new Map<string, number>();
  let best: string | null = null;
  for (const word of words) {
    for (const [at, piece] of word.slice(1).entries()) {
      const pair = `${word[at]} ${piece}`;
      const count = (counts.get(pair) ?? 0) + 1;
      counts.set(pair, count);
      if (best === null || count > (counts.get(best) ?? 0)) best = pair;
    }
  }
  const [left, right] = best?.split(' ') ?? [];
  return left === undefined || right === undefined ? null : [left, right];
};

const join = (word: string[], [left, right]: [string, string]): void => {
  for (let at = 0; at < word.length - 1; at++) {
    if (word[at] === left && word[at + 1] === right) word.splice(at, 2, left + right);
  }
};
