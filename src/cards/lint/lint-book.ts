import { isObject, type JsonObject } from '../json.ts';
import { decorator } from '../write/convert.ts';
import { areTexts, type ReportFinding } from './finding.ts';

interface Lint {
  readonly isV3: boolean;
  readonly report: ReportFinding;
}

type Test = (value: unknown) => boolean;
const isFlag: Test = (value) => typeof value === 'boolean';
const isNumber: Test = (value) => typeof value === 'number';
const isText: Test = (value) => typeof value === 'string';

/** Key, row for V2, row for V3, what it must be, and whether it must be there. */
type Rule = readonly [key: string, v2: string, v3: string, wanted: string, test: Test, isNeeded: boolean];

const bookRules: readonly Rule[] = [
  ['extensions', 'V2-BOOK-EXT', 'V2-BOOK-EXT', 'an object', isObject, true],
  ['entries', 'V2-BOOK-SAVE', 'V3-LB-ENTRIES', 'a list', Array.isArray, true],
  ['name', 'V2-ENT-META', 'V3-LB-META', 'a text', isText, false],
  ['description', 'V2-ENT-META', 'V3-LB-META', 'a text', isText, false],
  ['scan_depth', 'V2-BOOK-SCAN', 'V3-LB-DEPTH', 'a number', isNumber, false],
  ['token_budget', 'V2-BOOK-BUDGET', 'V3-LB-BUDGET', 'a number', isNumber, false],
  ['recursive_scanning', 'V2-BOOK-RECUR', 'V3-LB-REC-T', 'true or false', isFlag, false],
];

const entryRules: readonly Rule[] = [
  ['keys', 'V2-BOOK-SAVE', 'V3-EN-KEYS', 'a list of texts', areTexts, true],
  ['content', 'V2-BOOK-SAVE', 'V3-EN-TRIM', 'a text', isText, true],
  ['extensions', 'V2-BOOK-EXT', 'V2-BOOK-EXT', 'an object', isObject, true],
  ['enabled', 'V2-ENT-ENABLED', 'V3-EN-ENABLED', 'true or false', isFlag, true],
  ['insertion_order', 'V2-ENT-ORDER', 'V3-EN-ORDER', 'a number', isNumber, true],
  ['case_sensitive', 'V2-ENT-CASE', 'V3-EN-CASE', 'true or false', isFlag, false],
  ['constant', 'V2-ENT-CONST', 'V3-EN-CONST', 'true or false', isFlag, false],
  ['selective', 'V2-ENT-SELECTIVE', 'V3-EN-SEC', 'true or false', isFlag, false],
  ['secondary_keys', 'V2-ENT-SELECTIVE', 'V3-EN-SEC', 'a list of texts', areTexts, false],
  ['priority', 'V2-ENT-PRIO', 'V3-LB-BUDGET', 'a number', isNumber, false],
  ['name', 'V2-ENT-META', 'V3-LB-META', 'a text', isText, false],
  ['comment', 'V2-ENT-META', 'V3-LB-META', 'a text', isText, false],
];

/** The decorators of the V3 specification. */
const decorators = new Set(
  [
    'activate_only_after activate_only_every keep_activate_after_match dont_activate_after_match depth',
    'instruct_depth reverse_depth reverse_instruct_depth role scan_depth instruct_scan_depth is_greeting position',
    'ignore_on_max_context additional_keys exclude_keys is_user_icon dont_activate activate disable_ui_prompt',
  ].flatMap((names) => names.split(' ')),
);

const check = (object: JsonObject, rules: readonly Rule[], at: string, { isV3, report }: Lint): void => {
  for (const [key, v2, v3, wanted, test, isNeeded] of rules) {
    const value = object[key];
    if (value === undefined ? !isNeeded : test(value)) continue;
    report(isV3 ? v3 : v2, 'error', `${at}: ${key} is ${value === undefined ? 'missing' : `not ${wanted}`}`);
  }
};

const isBrokenPattern = (key: unknown): boolean => {
  const [, source, flags] = (typeof key === 'string' && /^\/(.+)\/([a-z]*)$/s.exec(key)) || [];
  if (source === undefined) return false;
  try {
    return !new RegExp(source, flags);
  } catch {
    return true;
  }
};

/** Names of the decorators that a content begins with. */
const decoratorsOf = (content: string): string[] => {
  const names: string[] = [];
  for (const line of content.split('\n', 100)) {
    if (line.trim() !== '' && !decorator.test(line)) break;
    const [, name] = /^\s*@@(\w+)/.exec(line) ?? [];
    if (name !== undefined) names.push(name);
  }
  return names;
};

const lintV3Entry = (entry: JsonObject, at: string, report: ReportFinding): void => {
  if (!isFlag(entry.use_regex)) {
    report(
      'V3-EN-REGEX',
      'error',
      `${at}: use_regex is ${entry.use_regex === undefined ? 'missing' : 'not true or false'}`,
    );
  }
  if (Array.isArray(entry.keys) && entry.keys.some(isBrokenPattern)) {
    report('V3-EN-REGEX', 'warning', `${at}: a key is not a valid regular expression, so it never matches`);
  }
  for (const name of decoratorsOf(typeof entry.content === 'string' ? entry.content : '')) {
    if (decorators.has(name)) continue;
    if (/^[a-z_]+$/i.test(name))
      report('V3-DEC-unknown', 'warning', `${at}: a decorator is not in the specification`);
    else report('V3-DEC-custom', 'warning', `${at}: the name of a decorator is not snake_case`);
  }
};

const lintEntry = (entry: unknown, at: string, lint: Lint): void => {
  if (!isObject(entry)) {
    lint.report('V2-BOOK-SAVE', 'error', `${at} is not an object`);
    return;
  }
  check(entry, entryRules, at, lint);
  if (lint.isV3) {
    lintV3Entry(entry, at, lint.report);
    return;
  }
  const { position } = entry;
  if (position !== undefined && position !== 'before_char' && position !== 'after_char') {
    lint.report('V2-ENT-POS', 'error', `${at}: position is neither before_char nor after_char`);
  }
};

/** Notes where a character's lorebook departs from its specification. */
export const lintBook = (book: unknown, lint: Lint): void => {
  if (!isObject(book)) {
    lint.report(lint.isV3 ? 'V3-BOOK' : 'V2-DEFAULTS', 'error', 'character_book is not an object');
    return;
  }
  check(book, bookRules, 'the lorebook', lint);
  const entries = Array.isArray(book.entries) ? book.entries : [];
  for (const [index, entry] of entries.entries()) lintEntry(entry, `entry ${index + 1}`, lint);
};
