import { cutTagLength, type KnownToTag, type TagStyle, tagsIn } from '../../domain/audience.ts';
import { mayNameAnother } from '../../domain/tag-names.ts';
import { foldName } from '../../domain/world.ts';

const openAside = /\(\s*(?:o(?:o(?:c\s*:?\s*)?)?|a(?:l(?:o(?:u(?:d\s*\)?\s*)?)?)?)?)?$/i;

interface TagsSoFar {
  /** The last tag, when what comes next may still change whom it names. */
  readonly open: KnownToTag | undefined;
  readonly certain: readonly KnownToTag[];
}

/** What closes a list may as well begin the next tag, or belong to a name that holds an end mark. */
function tagsSoFar(raw: string, style: TagStyle, names: readonly string[]): TagsSoFar {
  const tags = [...tagsIn(raw, style, names)];
  const last = tags.at(-1);
  if (!last) return { open: undefined, certain: [] };
  const isChangedBy = (next: string): boolean => {
    const grown = raw + next.slice(cutTagLength(raw, next, 1));
    return [...tagsIn(grown, style, names)][tags.length - 1]?.end !== last.end;
  };
  const line = raw.slice(last.at + style.tag.length);
  const known = new Set(names.map(foldName));
  const list = { ...last, length: last.end - last.at - style.tag.length };
  const mayGrow = last.unclosed || mayNameAnother(line, list, { end: style.end, known });
  const isOpen = mayGrow ? !line.includes('\n') : isChangedBy(style.tag);
  return isOpen ? { open: last, certain: tags.slice(0, -1) } : { open: undefined, certain: tags };
}

/**
 * The beginning of a streamed text that certainly is no part of a tag or an aside; tags whose names are certain stay in
 * it, whole. `names`: those whom the speaker may name.
 */
export function settled(raw: string, style: TagStyle, names: readonly string[]): string {
  if (!style.enabled) return raw.trimEnd();
  const { open, certain } = tagsSoFar(raw, style, names);
  const from = certain.at(-1)?.end ?? 0;
  const tail = raw.slice(from, open?.at ?? raw.length - cutTagLength(raw.slice(from), style.tag, 1));
  return `${raw.slice(0, from)}${tail.replace(openAside, '').trimEnd()}`;
}
