import { SottoError } from '../../domain/errors.ts';
import { foldName } from '../../domain/world/world.ts';

/** The choice that an answer makes: it alone, or the first that it names. Throws SottoError `no_answer`. */
export function chosenIn(answer: string, choices: readonly string[]): string {
  const said = foldName(answer);
  const exact = choices.find((one) => foldName(one) === said);
  if (exact !== undefined) return exact;
  const named = choices
    .map((one) => ({ one, at: said.indexOf(foldName(one)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.one.length - a.one.length);
  const [first] = named;
  if (first) return first.one;
  const message = `the model named none of ${choices.join(', ')}; ask again`;
  throw new SottoError('server', 'no_answer', message);
}

/** The first word of an answer, in small letters. Throws SottoError `no_answer`. */
export function firstWord(answer: string): string {
  const [word] = /\p{L}[\p{L}\p{M}'’-]*/u.exec(answer) ?? [];
  if (word !== undefined) return word.toLowerCase();
  throw new SottoError('server', 'no_answer', 'the model answered with no word; ask again');
}

/** A text of at most so many words: what is too much is cut behind the last sentence or line that is whole. */
export function bounded(text: string, words: number): string {
  let count = 0;
  for (const { index = 0 } of text.matchAll(/\S+/g)) {
    count += 1;
    if (count <= words) continue;
    const fits = text.slice(0, index).trimEnd();
    const whole = /^[\s\S]*(?:[.!?…]["”’)]?(?=\s|$)|(?=\n))/u.exec(fits)?.[0].trimEnd() ?? '';
    return whole.length > fits.length / 2 ? whole : fits;
  }
  return text;
}
