import { isFields } from '../domain/json/fields.ts';
/** A call as a model wrote it: nobody has checked it. */
export interface WrittenCall {
  /** Empty where what stands in the tag is no call. */
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
  /** All of it, tags included. */
  readonly raw: string;
}

const openings = ['<tool_call>', '<|python_tag|>', '[TOOL_CALLS]'] as const;
const closings = ['</tool_call>', '<|eom_id|>'] as const;
const longestOpening = Math.max(...openings.map(({ length }) => length));
/** Characters of a call: a longer one is none. */
const most = 16_000;

/** Ends what a model writes where it called a tool, so that it does not make up what came of it. */
export const callStop = '</tool_call>';

/** Where an opening stands in a text, the first of them. */
function openingIn(text: string): { at: number; length: number } | null {
  const found = openings
    .map((opening) => ({ at: text.indexOf(opening), length: opening.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0] ?? null;
}

/** How many characters at the end of a text may be the beginning of an opening. */
function begunIn(text: string): number {
  for (let length = Math.min(longestOpening - 1, text.length); length > 0; length -= 1)
    if (openings.some((opening) => opening.startsWith(text.slice(-length)))) return length;
  return 0;
}

/** Where the value that begins a text ends: behind its last bracket; -1 where it has no end yet. */
function endOfJson(text: string, from: number): number {
  let [depth, isText] = [0, false];
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return -1;
}

/** What stands in a tag as calls: an object or a list of objects with `name` and `arguments` (or `parameters`). */
function callsOf(json: string, raw: string, name = ''): WrittenCall[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [{ name: '', arguments: json, raw }];
  }
  if (name !== '') return [{ name, arguments: json, raw }];
  return (Array.isArray(value) ? value : [value]).map((one) => {
    const call = isFields(one) && isFields(one.function) ? one.function : one;
    if (!isFields(call) || typeof call.name !== 'string') return { name: '', arguments: json, raw };
    const given = call.arguments ?? call.parameters ?? {};
    return { name: call.name, arguments: typeof given === 'string' ? given : JSON.stringify(given), raw };
  });
}

/**
 * Parts what a model streams into what it says and what it calls, in the tags of Hermes and Qwen, Llama 3 and Mistral. Nothing of a
 * call is ever among what is said, wherever the stream is cut; a call without an end is none.
 */
export class CallText {
  #held = '';
  #opening = 0;
  #isCall = false;

  /** The text that is said for sure, and the calls that are whole now, one tag at a time: what stands behind it is held. */
  take(more: string): { text: string; calls: readonly WrittenCall[] } {
    this.#held += more;
    let text = '';
    for (;;) {
      if (this.#isCall) {
        const found = this.#whole();
        return { text, calls: found ?? [] };
      } else {
        const opening = openingIn(this.#held);
        const end = opening ? opening.at : this.#held.length - begunIn(this.#held);
        text += this.#held.slice(0, end);
        this.#held = this.#held.slice(end);
        if (!opening) return { text, calls: [] };
        this.#isCall = true;
        this.#opening = opening.length;
      }
    }
  }

  /** What is left when the stream is over: said, unless a call had begun, of which nothing is. */
  end(): string {
    const left = this.#isCall ? '' : this.#held;
    this.#held = '';
    this.#isCall = false;
    return left;
  }

  /** The call that is held, once it is whole; what stands behind it is held on. */
  #whole(): WrittenCall[] | null {
    const held = this.#held;
    const named = /^\s*([\w.-]{1,64})\[ARGS\]/.exec(held.slice(this.#opening));
    const start = this.#opening + (named?.[0].length ?? 0);
    const first = held.slice(start).search(/[{[]/);
    const closing = closings.map((tag) => held.indexOf(tag)).filter((at) => at >= 0);
    const isEmpty = closing.length > 0 && (first < 0 || Math.min(...closing) < start + first);
    const end = first < 0 ? -1 : endOfJson(held, start + first);
    if (end < 0 && !isEmpty && held.length <= most) return null;
    const until = isEmpty ? Math.min(...closing) : end < 0 ? held.length : end;
    const rest = held.slice(until);
    const tail = /^\s*(?:<\/tool_call>|<\|eom_id\|>)?/.exec(rest)?.[0] ?? '';
    this.#held = rest.slice(tail.length);
    this.#isCall = false;
    const raw = held.slice(0, until);
    const json = isEmpty || end < 0 ? raw.slice(start) : held.slice(start + first, end);
    return callsOf(json, raw, named?.[1]);
  }
}
