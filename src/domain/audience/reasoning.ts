/** What a model thought before it answered, and its answer; `isOpen` while it is still thinking. */
export interface Thought {
  readonly reasoning: string;
  readonly text: string;
  readonly isOpen: boolean;
}

const names = ['think', 'thinking', 'reasoning'];
const tags = names.flatMap((name) => [`<${name}>`, `</${name}>`]);
const opening = new RegExp(`<(${names.join('|')})>`, 'i');
const opensHere = new RegExp(`^${opening.source}`, 'i');
const closing = new RegExp(`</(?:${names.join('|')})>`, 'i');
const anyTag = new RegExp(`</?(?:${names.join('|')})>`, 'i');
const longestTag = Math.max(...tags.map((tag) => tag.length));
const opensAtEnd = new RegExp(`${opening.source}(?![\\s\\S]*${closing.source})`, 'i');

const mayBecomeTag = (start: string): boolean =>
  tags.some((tag) => tag.length > start.length && tag.startsWith(start.toLowerCase()));

const joined = (thoughts: readonly string[]): string =>
  thoughts
    .map((thought) => thought.trim())
    .filter((thought) => thought !== '')
    .join('\n\n');

/** Takes off every whole block at the beginning, behind what was taken before. */
function takeBlocks(raw: string, before: readonly string[]): Thought {
  const thoughts = [...before];
  let rest = raw;
  for (;;) {
    const start = rest.trimStart();
    const [tag, name] = opensHere.exec(start) ?? [];
    if (tag === undefined) {
      const text = mayBecomeTag(start) ? '' : thoughts.length > 0 ? start : rest;
      return { reasoning: joined(thoughts), text, isOpen: false };
    }
    const inside = start.slice(tag.length);
    const end = new RegExp(`</${name}>`, 'i').exec(inside);
    if (!end) return { reasoning: joined([...thoughts, inside]), text: '', isOpen: true };
    thoughts.push(inside.slice(0, end.index));
    rest = inside.slice(end.index + end[0].length);
  }
}

/** Takes thoughts off that stand whole, or still open, at the beginning of an answer that has begun already. */
export const takeThoughts = (answer: string): Thought => takeBlocks(answer, []);

/**
 * Parts what a model wrote into its thoughts, which stand in tags at the beginning, and its answer. Call it on a
 * text that still grows, too: the answer only ever grows, for a beginning that may become a tag is held back. The
 * one exception is a closing tag alone (the prompt had opened the block): all before it was reasoning after all.
 * Who knows that the prompt ended in an open block says so with `isOpened`; then nothing is ever taken back.
 */
export function splitReasoning(raw: string, { isOpened = false }: { isOpened?: boolean } = {}): Thought {
  if (opensHere.test(raw.trimStart())) return takeBlocks(raw, []);
  const end = closing.exec(raw);
  const before = end && raw.slice(0, end.index);
  if (end && before !== null && (isOpened || !opening.test(before)))
    return takeBlocks(raw.slice(end.index + end[0].length), [before]);
  return isOpened ? { reasoning: raw.trim(), text: '', isOpen: true } : takeBlocks(raw, []);
}

/** Whether a growing text begins in a thought, or may yet turn out to. */
export const mayOpenThought = (raw: string): 'opens' | 'perhaps' | 'no' => {
  const start = raw.trimStart();
  if (opensHere.test(start)) return 'opens';
  return mayBecomeTag(start) ? 'perhaps' : 'no';
};

/** Whether what a template opens the reply with leaves a block of reasoning open, so that the reply begins in it. */
export const opensReasoning = (cue: string): boolean => opensAtEnd.test(cue);

/** Passes a growing text on without the thoughts that stand whole, or still open, at its beginning, and reads nothing twice. */
export class ThoughtFilter {
  #held = '';
  #name: string | null = null;
  #isOver = false;

  /** Whether it is clear that no more thoughts come: what is pushed is passed on as it is. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(text: string): string {
    if (this.#isOver) return text;
    let rest = this.#held + text;
    for (;;) {
      const inside = this.#name === null ? rest : behindTag(rest, this.#name);
      if (inside === null) return this.#hold(rest.slice(-longestTag));
      const start = inside.trimStart();
      const [tag, name = ''] = opensHere.exec(start) ?? [];
      this.#name = tag === undefined ? null : name;
      if (tag === undefined) return mayBecomeTag(start) ? this.#hold(start) : this.#pass(start);
      rest = start.slice(tag.length);
    }
  }

  #hold(text: string): string {
    this.#held = text;
    return '';
  }

  #pass(text: string): string {
    this.#isOver = true;
    this.#held = '';
    return text;
  }
}

/** What follows the first closing tag of this name; null where there is none. */
function behindTag(text: string, name: string): string | null {
  const end = new RegExp(`</${name}>`, 'i').exec(text);
  return end && text.slice(end.index + end[0].length);
}

/** Finds in a growing text where the thought ends with which it began, unmarked or marked in the prompt; reads nothing twice. */
export class ThoughtEnd {
  readonly #decides: RegExp;
  #end = '';

  /** `isOpened`: the prompt has opened the thought; else it is none when a tag that opens one comes first. */
  constructor(isOpened: boolean) {
    this.#decides = isOpened ? closing : anyTag;
  }

  /** What follows the end of the thought; `open` while there may come one, `none` when there is no such thought. */
  push(
    text: string,
  ): { readonly state: 'open' | 'none' } | { readonly state: 'found'; readonly rest: string } {
    const seen = this.#end + text;
    this.#end = seen.slice(1 - longestTag);
    const found = this.#decides.exec(seen);
    if (!found) return { state: 'open' };
    const [tag] = found;
    return closing.test(tag)
      ? { state: 'found', rest: seen.slice(found.index + tag.length) }
      : { state: 'none' };
  }
}
