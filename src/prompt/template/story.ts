import { SottoError } from '../../domain/errors.ts';
import type { StoryFields } from './context-template.ts';

const limits = { length: 20_000, tags: 200, depth: 16 };

const fieldNames: Readonly<Record<string, keyof StoryFields>> = {
  system: 'system',
  description: 'description',
  personality: 'personality',
  scenario: 'scenario',
  persona: 'persona',
  char: 'char',
  user: 'user',
  wibefore: 'loreBefore',
  lorebefore: 'loreBefore',
  wiafter: 'loreAfter',
  loreafter: 'loreAfter',
  anchorbefore: 'anchorBefore',
  anchorafter: 'anchorAfter',
  mesexamples: 'mesExamples',
  mesexamplesraw: 'mesExamplesRaw',
};

const tag = /(\{\{!--[\s\S]*?--\}\}|\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\})/;
const braces = /^\{+|\}+$/g;
const condition = /^(#if|#unless|else if)\s+([A-Za-z_]\w*)$/;
const aloneOnItsLine =
  /^[ \t]*(\{\{(?:#(?:if|unless)\b[^{}]*|else\b[^{}]*|\/(?:if|unless)\s*|![^{}]*)\}\})[ \t]*(?:\n|(?![\s\S]))/gm;

const malformed = (why: string): SottoError =>
  new SottoError('usage', 'bad_story_string', `the story string ${why}; correct it in the context template`);

/** An open `{{#if}}` or `{{#unless}}`. */
interface Branch {
  readonly block: string;
  /** Whether the text around it is shown. */
  readonly outer: boolean;
  /** Whether a branch of it was shown already. */
  taken: boolean;
  ended: boolean;
}

/** Text that grows; `trim` eats the line breaks on both sides of where it stands. */
class Written {
  text = '';
  #eats = false;

  add(more: string): void {
    let from = 0;
    while (this.#eats && more[from] === '\n') from += 1;
    if (from < more.length) this.#eats = false;
    this.text += more.slice(from);
  }

  trim(): void {
    let end = this.text.length;
    while (this.text[end - 1] === '\n') end -= 1;
    this.text = this.text.slice(0, end);
    this.#eats = true;
  }
}

/** One walk over a story string. */
class Telling {
  readonly written = new Written();
  readonly #fields: StoryFields;
  readonly #branches: Branch[] = [];
  #shown = true;

  constructor(fields: StoryFields) {
    this.#fields = fields;
  }

  text(text: string): void {
    if (this.#shown) this.written.add(text);
  }

  tag(raw: string): void {
    const expression = raw.replace(braces, '').trim();
    if (/^(?:!|\/\/)/.test(expression)) return;
    if (/^(?:[#/^]|else\b)/.test(expression)) this.#block(expression);
    else if (!this.#shown) return;
    else if (expression.toLowerCase() === 'trim') this.written.trim();
    else this.written.add(this.#field(expression) ?? raw);
  }

  #field(name: string): string | undefined {
    const key = name.toLowerCase();
    return Object.hasOwn(fieldNames, key) ? (this.#fields[fieldNames[key] ?? 'system'] ?? '') : undefined;
  }

  #block(expression: string): void {
    const [, kind, name = ''] = condition.exec(expression) ?? [];
    const holds = (this.#field(name) ?? '') !== '';
    if (kind === '#if') this.#open('if', holds);
    else if (kind === '#unless') this.#open('unless', !holds);
    else if (kind === 'else if') this.#otherwise(holds, false);
    else if (expression === 'else') this.#otherwise(true, true);
    else if (expression.startsWith('/')) this.#close(expression.slice(1).trim());
    else throw malformed(`uses {{${expression.slice(0, 40)}}}, which sotto does not know`);
  }

  #open(block: string, holds: boolean): void {
    if (this.#branches.length >= limits.depth) throw malformed(`nests deeper than ${limits.depth} levels`);
    this.#branches.push({ block, outer: this.#shown, taken: holds, ended: false });
    this.#shown &&= holds;
  }

  #otherwise(holds: boolean, isLast: boolean): void {
    const branch = this.#branches.at(-1);
    if (!branch || branch.ended) throw malformed('has an {{else}} that belongs to nothing');
    this.#shown = branch.outer && !branch.taken && holds;
    branch.taken ||= holds;
    branch.ended = isLast;
  }

  #close(block: string): void {
    const branch = this.#branches.pop();
    if (branch?.block !== block) throw malformed(`closes {{/${block.slice(0, 40)}}} where it is not open`);
    this.#shown = branch.outer;
  }

  end(): string {
    const open = this.#branches.at(-1);
    if (open) throw malformed(`opens {{#${open.block}}} and never closes it`);
    return this.written.text;
  }
}

/** `{{~` and `~}}` eat the white space on their side. */
const withoutTildes = (story: string): string => {
  const left = story.split('{{~').map((part, at, all) => (at < all.length - 1 ? part.trimEnd() : part));
  const right = left.join('{{').split('~}}');
  return right.map((part, at) => (at > 0 ? part.trimStart() : part)).join('}}');
};

/**
 * A story string with its fields filled in: `{{field}}`, `{{#if field}}…{{else}}…{{/if}}`, `{{#unless}}`, `{{trim}}`
 * and comments; other macros stay as they are. Fields are not searched for tags. Throws SottoError `bad_story_string`.
 */
export function renderStory(story: string, fields: StoryFields): string {
  if (story.length > limits.length) throw malformed(`is longer than ${limits.length} characters`);
  const lines = withoutTildes(story.replaceAll('\r', '')).replace(aloneOnItsLine, '$1');
  const pieces = lines.split(tag);
  if (pieces.length > 2 * limits.tags + 1) throw malformed(`has more than ${limits.tags} tags`);
  const telling = new Telling(fields);
  pieces.forEach((piece, at) => {
    if (at % 2 === 0) telling.text(piece);
    else telling.tag(piece);
  });
  return telling.end();
}
