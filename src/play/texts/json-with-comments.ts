/** Where and why a text is no JSON; `line` counts from 1. */
export class NotJson extends Error {
  readonly line: number;

  constructor(why: string, line: number) {
    super(why);
    this.line = line;
  }
}

const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const token =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const deepest = 64;

/** Reads tokens one after the other. */
class Reader {
  readonly #text: string;
  #at = 0;
  #next = '';

  constructor(text: string) {
    this.#text = text;
    this.take();
  }

  get next(): string {
    return this.#next;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  get isString(): boolean {
    return this.#next.startsWith('"');
  }

  /** The token that is next; the one after it becomes the next. */
  take(): string {
    const taken = this.#next;
    this.#at += taken.length;
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
    token.lastIndex = this.#at;
    this.#next = token.exec(this.#text)?.[0] ?? '';
    return taken;
  }

  fail(wanted: string): never {
    const found = this.#next || this.#text.slice(this.#at).split(/\s/)[0]?.slice(0, 20);
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new NotJson(`expected ${wanted}, not ${found || 'the end'}`, line);
  }
}

/** What stands between brackets, item by item; a comma may stand behind the last. */
function readItems(reader: Reader, close: string, readItem: () => void): void {
  reader.take();
  while (reader.next !== close) {
    readItem();
    if (reader.next === ',') reader.take();
    else if (reader.next !== close) reader.fail(`a comma or ${close}`);
  }
  reader.take();
}

function readValue(reader: Reader, depth: number): unknown {
  if (depth > deepest) reader.fail('less nesting');
  if (reader.next === '{') {
    const entries: [string, unknown][] = [];
    readItems(reader, '}', () => {
      if (!reader.isString) reader.fail('a key in quotes');
      const key: string = JSON.parse(reader.take());
      if (reader.next !== ':') reader.fail('a colon');
      reader.take();
      entries.push([key, readValue(reader, depth + 1)]);
    });
    return Object.fromEntries(entries);
  }
  if (reader.next === '[') {
    const items: unknown[] = [];
    readItems(reader, ']', () => void items.push(readValue(reader, depth + 1)));
    return items;
  }
  if (reader.next === '' || /^[}\],:]$/.test(reader.next)) reader.fail('a value');
  return JSON.parse(reader.take());
}

/** The value of a JSON text with comments and trailing commas. Throws NotJson with the line. */
export function parseJsonWithComments(text: string): unknown {
  const reader = new Reader(text);
  const value = readValue(reader, 0);
  if (!reader.isAtEnd) reader.fail('the end');
  return value;
}
