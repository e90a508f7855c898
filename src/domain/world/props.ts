import { foldName } from './world.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const article = /^(?:an?|the)\s+/;

/** Whether a text names one of these things: whole words, case-insensitively; an article before a thing counts for nothing. */
export function namesAny(text: string, things: readonly string[]): boolean {
  if (text === '') return false;
  const said = foldName(text);
  return things.some((thing) => {
    const wanted = foldName(thing).replace(article, '');
    if (wanted === '' || !said.includes(wanted)) return false;
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(said);
  });
}
