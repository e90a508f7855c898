import { type Node, parseTree } from 'jsonc-parser';
import { type Fields, isFields } from './fields.ts';

/** What an object itself says under a name. */
const said = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether two values are equal as JSON: the order of keys does not matter, and undefined is absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  if (!isFields(one) || !isFields(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSameJson(said(one, key), said(other, key)));
}

/** A value as it was and as it is to be; undefined = not there. */
type Change = readonly [before: unknown, after: unknown];

/** A piece of a list or object as it is written, and what stands between it and the one before; null = as usual. */
interface Member {
  readonly between: string | null;
  readonly text: string;
}

/** How many items two lists have in common at their ends. */
function commonEnds(before: readonly unknown[], after: readonly unknown[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameJson(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameJson(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return { start, end };
}

/** A JSON text that is written again with changes, in the style that it has. */
class Rewriting {
  readonly #text: string;
  /** What a level is indented by; nothing in a text of one line. */
  readonly #indent: string;
  readonly #eol: string;
  readonly #colon: string;

  constructor(text: string) {
    this.#text = text;
    this.#indent = /^\s*[[{]\s*?\r?\n([ \t]+)/.exec(text)?.[1] ?? '';
    this.#eol = text.includes('\r\n') ? '\r\n' : '\n';
    this.#colon = this.#indent === '' && !/"\s*: /.test(text) ? ':' : ': ';
  }

  /** The part of the text that a node is, with a change that is about it. */
  node(node: Node, [before, after]: Change, depth: number): string {
    if (isSameJson(before, after)) return this.#raw(node.offset, node.offset + node.length);
    if (node.type === 'object' && isFields(before) && isFields(after))
      return this.#object(node, [before, after], depth);
    if (node.type === 'array' && Array.isArray(before) && Array.isArray(after))
      return this.#list(node, [before, after], depth);
    return this.#fresh(after, depth);
  }

  #raw(from: number, to: number): string {
    return this.#text.slice(from, to);
  }

  #fresh(value: unknown, depth: number): string {
    const margin = this.#indent.repeat(depth);
    return JSON.stringify(value, null, this.#indent).replace(/\n/g, `${this.#eol}${margin}`);
  }

  #object(node: Node, [before, after]: readonly [Fields, Fields], depth: number): string {
    const there = node.children ?? [];
    const names = new Set(there.map(({ children }) => String(children?.[0]?.value)));
    const kept = there.flatMap((property, at): Member[] => {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      const change = [said(before, name), said(after, name)] as const;
      if (!value || (change[0] !== undefined && change[1] === undefined)) return [];
      const ahead = this.#raw(property.offset, value.offset);
      const text = `${ahead}${this.node(value, change, depth + 1)}`;
      return [{ between: this.#between(there, at), text }];
    });
    const added = Object.keys(after)
      .filter((name) => !names.has(name) && !isSameJson(said(before, name), said(after, name)))
      .map((name) =>
        this.#added(`${JSON.stringify(name)}${this.#colon}${this.#fresh(said(after, name), depth + 1)}`),
      );
    return this.#around(node, [...kept, ...added], depth);
  }

  #list(
    node: Node,
    [before, after]: readonly [readonly unknown[], readonly unknown[]],
    depth: number,
  ): string {
    const there = node.children ?? [];
    const itemAt = (at: number, change: Change): Member[] => {
      const item = there[at];
      if (!item) return [];
      return [{ between: this.#between(there, at), text: this.node(item, change, depth + 1) }];
    };
    const fresh = (value: unknown) => this.#added(this.#fresh(value, depth + 1));
    if (there.length !== before.length) {
      const news = after.filter((value) => !before.some((one) => isSameJson(one, value)));
      return this.#around(node, [...there.flatMap((_, at) => itemAt(at, [0, 0])), ...news.map(fresh)], depth);
    }
    const { start, end } = commonEnds(before, after);
    const members = after.flatMap((value, at) => {
      if (at >= after.length - end) return itemAt(at + before.length - after.length, [0, 0]);
      return at < before.length - end && (at < start || at < there.length)
        ? itemAt(at, [before[at], value])
        : [fresh(value)];
    });
    return this.#around(node, members, depth);
  }

  /** What stands between a child and the one before it. */
  #between(children: readonly Node[], at: number): string | null {
    const [ahead, child] = [children[at - 1], children[at]];
    return ahead && child ? this.#raw(ahead.offset + ahead.length, child.offset) : null;
  }

  readonly #added = (text: string): Member => ({ between: null, text });

  /** The members within the brackets of a node. */
  #around(node: Node, members: readonly Member[], depth: number): string {
    const there = node.children ?? [];
    const [first, last] = [there[0], there.at(-1)];
    const ends = node.offset + node.length;
    const [open, close] = [this.#text[node.offset] ?? '', this.#text[ends - 1] ?? ''];
    if (members.length === 0) return `${open}${close}`;
    const margin = (levels: number) =>
      this.#indent === '' ? '' : `${this.#eol}${this.#indent.repeat(levels)}`;
    const head = first ? this.#raw(node.offset, first.offset) : `${open}${margin(depth + 1)}`;
    const tail = last ? this.#raw(last.offset + last.length, ends) : `${margin(depth)}${close}`;
    const usual = this.#between(there, 1) ?? `,${head.slice(1)}`;
    const rest = members.map(({ between, text }, at) => `${at === 0 ? '' : (between ?? usual)}${text}`);
    return `${head}${rest.join('')}${tail}`;
  }
}

/**
 * The JSON text with what differs between `before` and `after` changed in it too, wherever it has that; every other byte stays,
 * and so does what it has besides. A text that is no JSON is written anew.
 */
export function editedJson(text: string, before: unknown, after: unknown): string {
  if (isSameJson(before, after)) return text;
  const root = parseTree(text);
  if (!root) return JSON.stringify(after);
  const written = new Rewriting(text).node(root, [before, after], 0);
  return `${text.slice(0, root.offset)}${written}${text.slice(root.offset + root.length)}`;
}
