/** A part of a text: plain, or what stands between double braces. */
export type MacroNode = string | Braces;

/** What stands between double braces. */
export interface Braces {
  /** As it was written, braces included. */
  readonly raw: string;
  readonly inner: readonly MacroNode[];
}

/** A macro's name in lower case, and what it is given. */
export interface MacroCall {
  readonly name: string;
  /** What stands between name and given: `::`, `:`, a space or nothing. */
  readonly separator: string;
  readonly given: readonly MacroNode[];
}

const deepest = 20;
const most = 20_000;
const mark = /\\\{\\\{|\\\}\\\}|\{\{|\}\}/g;

interface Open {
  readonly at: number;
  readonly nodes: MacroNode[];
}

/**
 * The text as a tree. `\{\{` and `\}\}` are braces that open nothing. Braces that nothing closes, those more than 20
 * deep and all behind the first 20,000 are plain text.
 */
export const macroTree = (text: string): MacroNode[] => {
  const top: Open = { at: 0, nodes: [] };
  const open: Open[] = [top];
  let from = 0;
  let tooDeep = 0;
  let count = 0;
  for (const { 0: found, index } of text.matchAll(mark)) {
    if (++count > most) break;
    const now = open.at(-1) ?? top;
    if (index > from) now.nodes.push(text.slice(from, index));
    from = index + found.length;
    if (found === '{{' && open.length <= deepest) open.push({ at: index, nodes: [] });
    else if (found === '}}' && tooDeep === 0 && open.length > 1) {
      open.pop();
      open.at(-1)?.nodes.push({ raw: text.slice(now.at, from), inner: now.nodes });
    } else {
      if (found === '{{') tooDeep += 1;
      if (found === '}}') tooDeep = Math.max(0, tooDeep - 1);
      now.nodes.push(found.replaceAll('\\', ''));
    }
  }
  if (from < text.length) open.at(-1)?.nodes.push(text.slice(from));
  const [, ...unclosed] = open;
  return [...top.nodes, ...unclosed.flatMap(({ nodes }) => ['{{', ...nodes])];
};

const callStart = /^\s*(\/\/|[a-z_]\w*(?:[+-]\d{1,2})?)\s*(::?|(?=\s)|$)/i;

/** The macro that braces hold; undefined when they hold something else. */
export const macroCall = ({ inner }: Braces): MacroCall | undefined => {
  const [first = '', ...others] = inner;
  const found = typeof first === 'string' ? callStart.exec(first) : null;
  if (!found || typeof first !== 'string') return undefined;
  const name = found[1]?.toLowerCase() ?? '';
  const rest = first.slice(found[0].length);
  const isBare = !rest && !found[2];
  if (isBare && others.length > 0 && !/\s$/.test(first) && name !== '//') return undefined;
  const separator = found[2] || (isBare && others.length === 0 ? '' : ' ');
  return { name, separator, given: rest ? [rest, ...others] : others };
};

/** The nodes cut wherever their plain text holds the separator. */
export const cutAt = (nodes: readonly MacroNode[], separator: string | RegExp): MacroNode[][] => {
  const parts: MacroNode[][] = [[]];
  for (const node of nodes) {
    const [first = '', ...others] = typeof node === 'string' ? node.split(separator) : [node];
    parts.at(-1)?.push(first);
    for (const other of others) parts.push([other]);
  }
  return parts;
};

/** True when the plain text of the nodes holds the words. */
export const holdsText = (nodes: readonly MacroNode[], words: string): boolean =>
  nodes.some((node) => typeof node === 'string' && node.includes(words));
