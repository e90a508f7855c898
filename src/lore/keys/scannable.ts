const hidden = /\{\{\s*(\/\/|comment\s*:|hidden_key\s*:)/gi;

/** The place behind the braces that close what opens at `start`; -1 when nothing closes. */
const closing = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    if (pair === '{{') depth += 1;
    else if (pair === '}}') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
};

/**
 * The text in which keys are looked for: without `{{// …}}` and `{{comment: …}}`. What `{{hidden_key: …}}` holds
 * counts in an entry's content (`lore`) alone.
 */
export const scannable = (text: string, kind: 'message' | 'lore'): string => {
  if (!text.includes('{{')) return text;
  let result = '';
  let from = 0;
  for (const found of text.matchAll(hidden)) {
    if (found.index < from) continue;
    const end = closing(text, found.index);
    if (end < 0) break;
    const isKey = found[1]?.toLowerCase().startsWith('hidden_key');
    result += text.slice(from, found.index);
    if (isKey && kind === 'lore') result += text.slice(found.index + found[0].length, end - 2);
    from = end;
  }
  return result + text.slice(from);
};
