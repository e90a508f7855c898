/** A story that was played before with the same persona, as far as whoever asks may know of it. */
export interface StoryBefore {
  readonly title: string;
  /** Its acts and what is kept of its scenes; empty where only the title is known. */
  readonly acts: readonly string[];
  readonly scenes: readonly string[];
}

const shortest = 4;
const alike = 0.4;

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    fold(texts.join(' '))
      .split(' ')
      .filter(({ length }) => length >= shortest),
  );

/** The earlier story that a planned one repeats: of the same title, or of much the same words; undefined where there is none (HC-24). */
export function repeated(
  planned: { readonly title: string; readonly acts: readonly string[] },
  before: readonly StoryBefore[],
): StoryBefore | undefined {
  const words = wordsOf([planned.title, ...planned.acts]);
  return before.find(({ title, acts, scenes }) => {
    if (fold(title) !== '' && fold(title) === fold(planned.title)) return true;
    const others = wordsOf([title, ...acts, ...scenes]);
    const shared = [...words].filter((word) => others.has(word)).length;
    return acts.length > 0 && shared >= alike * Math.min(words.size, others.size);
  });
}

/** Earlier stories as a text, a few lines each. */
export const storiesText = (before: readonly StoryBefore[]): string =>
  before
    .map(({ title, acts, scenes }) =>
      [title, ...[...acts, ...scenes].map((text) => `  - ${text}`)].join('\n'),
    )
    .join('\n');
