/**
 * Every weight by which what somebody perceived is ranked for a question.
 *
 * How they were found: one after the other, each over a few round values, by the evidence among the first five and ten hits
 * for the questions of five of ten long dialogues (LoCoMo's), two rounds; then read off the other five, which had no say:
 * 83 % of the evidence among the first ten in those that were tuned on, 80 % in the others. What gained less than
 * 0.3 points was left out (feedback from the first hits, words of time for `when`), so was the best line of a sitting, which
 * gained 1 and needs to know where one ends; the rest was rounded. `among` came later, over all ten, where a fixed 5,000 texts
 * had 79.8 %: 80.4 with 5, 80.2 with 3, 80.3 with 8. Over all ten dialogues, without each in turn: `before` and `after` 73.4
 * instead of 80.4, the second line away 77.7, `speaker` 78.9, `asked` 79.4, `asking` 79.6, `sameTime` 79.2, other forms of a
 * word 79.8.
 *
 * `fusion` was found with the smallest model that could be had (Universal Sentence Encoder Lite, 512 dimensions), and read off
 * two halves of the dialogues that agree: alone it finds 57 % among the first ten, fused 82.6, by words alone 80.6, and as much
 * with a `meaning` of 0.5 to 0.7 and a `rank` of 5 or 10. At the usual rank of 60 and equal weights it is 76, for then whatever
 * is in both lists comes before the first of either. A model that knows more may bear a larger `meaning`. Likeness counts above
 * that of the hundredth most alike: above that of the two-hundredth it is 81.8, of the fiftieth 81.9.
 */
export const weights = {
  /** BM25: how soon another mention says nothing new, and how much a long text counts less. */
  saturation: 0.6,
  length: 0.3,
  /** A rare word's weight is its rarity raised to this. */
  rarity: 1.5,
  /**
   * Rarity is reckoned as if among so many times the owner's texts that say any of what is asked: what is in every text of a
   * short chat is not rare in it, and all texts need not be counted.
   */
  among: 5,
  /** What lines lend to their neighbours: one and two before, one and two after it. */
  before: [0.5, 0.3],
  after: [0.5, 0.1],
  /** What a line that asks lends to its answer besides. */
  asked: 0.3,
  /** Lines further apart than this, in hours, are of no one sitting and lend each other nothing. */
  sitting: 6,
  /** Said by the one whom the question names. */
  speaker: 1.6,
  /** In the month that the question names, and once more on its day. */
  sameTime: 2,
  /** A line that asks says less than one that tells. */
  asking: 0.7,
  /** For each step of significance, from routine to pivotal. */
  significance: 0.05,
  /** The newest of what is compared counts so much more than the oldest. */
  recency: 0.05,
  /** Where texts have vectors: what the first by words and the first by meaning count, and how soon those after them count less. */
  fusion: { words: 1, meaning: 0.6, rank: 5 },
} as const;
