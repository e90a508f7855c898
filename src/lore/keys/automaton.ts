/** All places where words end in a text, found in one pass over it (Aho and Corasick). */
export interface Automaton {
  /** Calls `found` with the number of a word and the place behind it, for each occurrence of each word. */
  readonly scan: (text: Uint16Array, found: (word: number, end: number) => void) => void;
  readonly size: number;
}

/** A trie by levels: the children of a state are `first[state]` up to `first[state + 1]`, sorted by letter. */
interface Trie {
  readonly first: Int32Array;
  readonly letter: Uint16Array;
  /** The number of the word that ends here, or -1. */
  readonly word: Int32Array;
  readonly root: Int32Array;
  readonly size: number;
}

/** The words, sorted and distinct, as a trie. A state is a range of words with the same beginning. */
const trieOf = (words: readonly string[]): Trie => {
  const most = words.reduce((sum, word) => sum + word.length, 2);
  const [first, letter, word] = [new Int32Array(most), new Uint16Array(most), new Int32Array(most).fill(-1)];
  const [from, to, depth] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const root = new Int32Array(0x10000);
  to[0] = words.length;
  let size = 1;
  for (let state = 0; state < size; state++) {
    const end = to[state] ?? 0;
    const level = depth[state] ?? 0;
    let at = from[state] ?? 0;
    first[state] = size;
    if (words[at]?.length === level) word[state] = at++;
    while (at < end) {
      const unit = words[at]?.charCodeAt(level) ?? 0;
      from[size] = at;
      while (at < end && words[at]?.charCodeAt(level) === unit) at += 1;
      to[size] = at;
      depth[size] = level + 1;
      letter[size] = unit;
      if (state === 0) root[unit] = size;
      size += 1;
    }
  }
  first[size] = size;
  return {
    first: first.slice(0, size + 1),
    letter: letter.slice(0, size),
    word: word.slice(0, size),
    root,
    size,
  };
};

/** The child of a state for a letter, or 0. */
const childOf = ({ first, letter, root }: Trie, state: number, unit: number): number => {
  if (state === 0) return root[unit] as number;
  let low = first[state] as number;
  let high = (first[state + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = letter[middle] as number;
    if (found === unit) return middle;
    if (found < unit) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
};

const stepFrom = (trie: Trie, fail: Int32Array, from: number, unit: number): number => {
  let state = from;
  for (;;) {
    const next = childOf(trie, state, unit);
    if (next !== 0 || state === 0) return next;
    state = fail[state] as number;
  }
};

/** For each state the longest other state that it ends with, and the nearest of those at which a word ends. */
const linksOf = (trie: Trie): { fail: Int32Array; shorter: Int32Array } => {
  const fail = new Int32Array(trie.size);
  const shorter = new Int32Array(trie.size);
  for (let state = 0; state < trie.size; state++) {
    for (let child = trie.first[state] ?? 0; child < (trie.first[state + 1] ?? 0); child++) {
      const behind = state === 0 ? 0 : stepFrom(trie, fail, fail[state] ?? 0, trie.letter[child] ?? 0);
      fail[child] = behind;
      shorter[child] = (trie.word[behind] ?? -1) >= 0 ? behind : (shorter[behind] ?? 0);
    }
  }
  return { fail, shorter };
};

/** The automaton of these words, which must be sorted by unit, distinct and not empty; word n is the n-th. */
export const automatonOf = (words: readonly string[]): Automaton => {
  const trie = trieOf(words);
  const { fail, shorter } = linksOf(trie);
  const { word } = trie;
  return {
    size: trie.size,
    scan: (text, found) => {
      let state = 0;
      for (let at = 0; at < text.length; at++) {
        state = stepFrom(trie, fail, state, text[at] as number);
        let end = (word[state] as number) >= 0 ? state : (shorter[state] as number);
        while (end !== 0) {
          found(word[end] as number, at + 1);
          end = shorter[end] as number;
        }
      }
    },
  };
};
