import { foldName } from './world.ts';

const article = /^(?:an?|the)\s+/;

/** Whether a text holds these words with no letter or digit right before or behind them. */
function holdsWhole(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const [before, behind] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind)) return true;
  }
  return false;
}

/** Whether a text names one of these things: whole words, case-insensitively; an article before a thing counts for nothing. */
export function namesAny(text: string, things: readonly string[]): boolean {
  if (text === '') return false;
  const said = foldName(text);
  return things.some((thing) => {
    const wanted = foldName(thing).replace(article, '');
    return wanted !== '' && holdsWhole(said, wanted);
  });
}
