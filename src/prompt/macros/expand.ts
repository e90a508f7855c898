import type { Expanded, MacroContext, VariableChange } from './macro-context.ts';
import { fixedMacro } from './macro-fixed.ts';
import { cutAt, holdsText, type MacroCall, type MacroNode, macroCall, macroTree } from './macro-tree.ts';
import { applyVariable, isVariableMacro, type VariableStore } from './macro-variables.ts';

const legacy = /<(user|bot|char|group|charifnotgroup)>/gi;
const dice = /^\s*(\d{0,4})d?(\d{0,9})\s*([+-]\s*\d{1,9})?\s*$/;
const mostDice = { atOnce: 1_000, inText: 20_000 };
const trim = Symbol('trim');

type Filled = string | typeof trim | undefined;

const isBreak = (letter: string | undefined): boolean => letter === '\n' || letter === '\r';

/** Takes the line breaks off the end of what the texts are together; none of them is empty. */
const trimEnd = (texts: string[]): void => {
  while (isBreak(texts.at(-1)?.at(-1))) {
    const text = texts.pop() ?? '';
    let end = text.length;
    while (isBreak(text[end - 1])) end -= 1;
    if (end > 0) texts.push(text.slice(0, end));
  }
};

/** Puts parts together; where a part is `trim`, the line breaks around it go. */
const joined = (parts: readonly (string | typeof trim)[]): string => {
  const texts: string[] = [];
  let isTrimming = false;
  for (const part of parts) {
    if (part === trim) {
      trimEnd(texts);
      isTrimming = true;
      continue;
    }
    let start = 0;
    while (isTrimming && isBreak(part[start])) start += 1;
    if (start === part.length) continue;
    texts.push(part.slice(start));
    isTrimming = false;
  }
  return texts.join('');
};

/** One text being filled in. */
class Expansion {
  readonly changes = new Map<string, VariableChange>();
  readonly #context: MacroContext;
  readonly #values: ReadonlyMap<string, string>;
  readonly #counts = new Map<string, number>();
  #room: number;
  #dice = mostDice.inText;

  constructor(context: MacroContext) {
    this.#context = context;
    this.#room = context.room ?? 200_000;
    const values = Object.entries(context.values ?? {}).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    this.#values = new Map([...values, ['char', context.char], ['user', context.user]]);
  }

  fill(nodes: readonly MacroNode[]): string {
    return joined(nodes.map((node) => this.#fillNode(node)));
  }

  #fillNode(node: MacroNode): string | typeof trim {
    if (typeof node === 'string') {
      if (this.#context.isTyped) return node;
      return node.replace(legacy, (raw, name: string) =>
        this.#within(this.#legacyName(name.toLowerCase()), raw),
      );
    }
    const call = macroCall(node);
    const filled = call && this.#call(call);
    if (filled === trim) return trim;
    return this.#within(filled, node.raw);
  }

  /** The text as far as there is room, else what was written. */
  #within(filled: string | undefined, raw: string): string {
    if (filled === undefined || filled.length > this.#room) return raw;
    this.#room -= filled.length;
    return filled;
  }

  #legacyName(name: string): string | undefined {
    if (name === 'user') return this.#context.user;
    const group = name === 'group' || name === 'charifnotgroup' ? this.#values.get('group') : undefined;
    return group ?? this.#context.char;
  }

  #call(call: MacroCall): Filled {
    const { name, separator, given } = call;
    if (['//', 'comment', 'hidden_key', 'banned'].includes(name)) return '';
    if (name === 'trim' && given.length === 0) return trim;
    if (name === 'random' || name === 'pick') return separator ? this.#choose(name, given) : undefined;
    if (name === 'roll') return separator ? this.#roll(this.fill(given)) : undefined;
    if (name === 'reverse') return separator ? [...this.fill(given)].reverse().join('') : undefined;
    const args = () => cutAt(given, '::').map((part) => this.fill(part));
    if (isVariableMacro(name)) {
      const isKept = separator && !this.#context.isTyped;
      return isKept ? applyVariable(name, args(), this.#variables) : undefined;
    }
    if (given.length === 0 && this.#values.has(name)) return this.#values.get(name);
    return fixedMacro({ name, args, isBare: given.length === 0 }, this.#context, this.#values);
  }

  get #variables(): VariableStore {
    const { variables = {}, globals = {} } = this.#context;
    return {
      read: (scope, name) => {
        const own = scope === 'chat' ? variables : globals;
        const changed = this.changes.get(`${scope}\n${name}`)?.value;
        return changed ?? (Object.hasOwn(own, name) ? String(own[name]) : '');
      },
      write: (scope, name, value) => {
        if (value.length > this.#room) return;
        this.#room -= value.length;
        this.changes.set(`${scope}\n${name}`, { scope, name, value });
      },
    };
  }

  /** A number from 0 up to 1 for the so many-th use of a macro. */
  #chance(name: string): number {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    const about = name === 'pick' ? this.#context.place : this.#context.use;
    return this.#context.chance(`${name}\n${count}\n${about}`);
  }

  #choose(name: string, given: readonly MacroNode[]): string {
    const isCommas = !holdsText(given, '::');
    const items = isCommas ? cutAt(given, /(?<!\\),/) : cutAt(given, '::');
    const at = Math.min(items.length - 1, Math.floor(this.#chance(name) * items.length));
    const item = (items[at] ?? []).map((node) =>
      typeof node === 'string' ? node.replaceAll('\\,', ',') : node,
    );
    return isCommas ? this.fill(item).trim() : this.fill(item);
  }

  #roll(formula: string): string | undefined {
    const found = dice.exec(formula.toLowerCase());
    if (!found) return undefined;
    const isDice = formula.toLowerCase().includes('d');
    const [count, sides] = isDice
      ? [Number(found[1] || 1), Number(found[2])]
      : [1, Number(found[1] + (found[2] ?? ''))];
    if (count < 1 || count > Math.min(mostDice.atOnce, this.#dice) || !(sides >= 1)) return undefined;
    this.#dice -= count;
    let sum = Number((found[3] ?? '0').replace(/\s/g, ''));
    for (let at = 0; at < count; at++)
      sum += 1 + Math.min(sides - 1, Math.floor(this.#chance('roll') * sides));
    return String(sum);
  }
}

/**
 * Fills in the macros of a text, from the outside in, and returns what it did to variables as data. What a macro stands
 * for is not searched again; unknown macros stay as they stand.
 */
export const expandMacros = (text: string, context: MacroContext): Expanded => {
  const expansion = new Expansion(context);
  const filled = expansion.fill(macroTree(text));
  return { text: filled, changes: [...expansion.changes.values()] };
};
