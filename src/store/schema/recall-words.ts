import { piecesOf } from '../../domain/search.ts';
import { soughtWords } from '../../memory/question.ts';

/**
 * What the index has of a text for these marks: each of its words once behind each mark (`12xkey` for a key), and where it
 * stands (`b7` for branch 7).
 */
export function recallWords(marks: readonly number[], branch: number, texts: readonly string[]): string {
  const words = new Set<string>();
  for (const piece of texts.flatMap(piecesOf)) for (const word of soughtWords(piece)) words.add(word);
  const marked = marks.map((mark) => (words.size === 0 ? '' : `${mark}x${[...words].join(` ${mark}x`)}`));
  return `b${branch} ${marked.join(' ')}`;
}
