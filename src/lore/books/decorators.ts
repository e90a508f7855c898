import type { LoreRole, UiPrompt } from './rule.ts';

/** What the decorators of an entry ask for; absent = nothing was said. */
export interface Decorations {
  after?: number;
  every?: number;
  keep?: true;
  stop?: true;
  awake?: true;
  asleep?: true;
  depth?: number;
  reverseDepth?: number;
  role?: LoreRole;
  scanDepth?: number;
  greeting?: number;
  position?: 'after_desc' | 'before_desc' | 'personality' | 'scenario';
  yields?: true;
  userIcon?: string;
  priority?: number;
  probability?: number;
  wholeWords?: boolean;
  additional: string[][];
  excluded: string[];
  hides: UiPrompt[];
  /** True where it names more keys than are looked for. */
  isCut?: true;
}

/** An entry's content, taken apart. */
export interface DecoratedContent {
  readonly said: Decorations;
  readonly content: string;
}

/** Takes a value into account; false when the decorator is ignored, so that its fallback counts. */
type Read = (said: Decorations, value: string) => boolean;

const wholeNumber = /^[+-]?\d{1,9}$/;

const set = <K extends keyof Decorations>(said: Decorations, key: K, value: Decorations[K]): boolean => {
  said[key] ??= value;
  return true;
};

type Counted = 'after' | 'every' | 'depth' | 'reverseDepth' | 'scanDepth' | 'greeting' | 'priority';

const number =
  (key: Counted | 'probability', least: number): Read =>
  (said, value) =>
    wholeNumber.test(value) && Number(value) >= least && set(said, key, Number(value));

const mark =
  (key: 'keep' | 'stop' | 'awake' | 'asleep' | 'yields'): Read =>
  (said) =>
    set(said, key, true);

const oneOf =
  <T extends string>(values: readonly T[], take: (said: Decorations, value: T) => boolean): Read =>
  (said, value) => {
    const known = values.find((one) => one === value);
    return known !== undefined && take(said, known);
  };

/** So many keys are looked for that decorators of one entry name, and so many lists of them. */
const most = { keys: 200_000, lists: 1_000 };

const listed = (value: string): string[] =>
  value.split(',', most.keys + 1).flatMap((one) => one.trim() || []);

const add = (keys: string[], said: Decorations, value: string): boolean => {
  const all = listed(value);
  const room =
    most.keys - said.excluded.length - said.additional.reduce((sum, { length }) => sum + length, 0);
  if (all.length > room) said.isCut = true;
  for (let at = 0; at < Math.min(all.length, room); at++) keys.push(all[at] as string);
  return all.length > 0;
};

/** The decorators that count in a chat; all others (`instruct_*` among them) are ignored. */
const readers = new Map<string, Read>([
  ['activate_only_after', number('after', 0)],
  ['activate_only_every', number('every', 1)],
  ['keep_activate_after_match', mark('keep')],
  ['dont_activate_after_match', mark('stop')],
  ['activate', mark('awake')],
  ['dont_activate', mark('asleep')],
  ['depth', number('depth', -999_999_999)],
  ['reverse_depth', number('reverseDepth', -999_999_999)],
  ['role', oneOf(['assistant', 'system', 'user'], (said, role) => set(said, 'role', role))],
  ['scan_depth', number('scanDepth', 0)],
  ['is_greeting', number('greeting', 0)],
  [
    'position',
    oneOf(['after_desc', 'before_desc', 'personality', 'scenario'], (said, position) =>
      set(said, 'position', position),
    ),
  ],
  ['ignore_on_max_context', mark('yields')],
  [
    'additional_keys',
    (said, value) => {
      const keys: string[] = [];
      const isNamed = add(keys, said, value);
      if (said.additional.length >= most.lists) said.isCut = true;
      else if (keys.length > 0) said.additional.push(keys);
      return isNamed;
    },
  ],
  ['exclude_keys', (said, value) => add(said.excluded, said, value)],
  ['is_user_icon', (said, value) => value !== '' && set(said, 'userIcon', value)],
  [
    'disable_ui_prompt',
    oneOf(['post_history_instructions', 'system_prompt'], (said, prompt) => said.hides.push(prompt) > 0),
  ],
  ['end', (said) => set(said, 'depth', 0)],
  ['priority', number('priority', -999_999_999)],
  ['probability', number('probability', 0)],
  ['match_full_word', (said) => set(said, 'wholeWords', true)],
  ['match_partial_word', (said) => set(said, 'wholeWords', false)],
]);

interface Line {
  readonly isFallback: boolean;
  readonly name: string;
  readonly value: string;
}

const decoratorLine = /^[ \t]*@@(@?)(\S*)(?:[ \t]+(.*))?$/;

/** The decorators at the beginning of a content, and what follows them. */
const split = (content: string): { lines: Line[]; body: string } => {
  const lines: Line[] = [];
  let start = 0;
  let bodyAt = 0;
  while (start < content.length) {
    const end = content.indexOf('\n', start);
    const next = end < 0 ? content.length : end + 1;
    const line = content.slice(start, end < 0 ? next : end).replace(/\r$/, '');
    const found = decoratorLine.exec(line);
    if (found)
      lines.push({ isFallback: found[1] === '@', name: found[2] ?? '', value: (found[3] ?? '').trim() });
    else if (line.trim()) break;
    start = next;
    bodyAt = next;
  }
  return { lines, body: lines.length > 0 ? content.slice(bodyAt) : content };
};

const nothing = (): Decorations => ({ additional: [], excluded: [], hides: [] });

/** A place that another decorator beats counts as ignored: position before depth before reverse_depth. */
const beaten = (name: string, present: ReadonlySet<string>): boolean => {
  if (name === 'depth' || name === 'end') return present.has('position');
  return name === 'reverse_depth' && (present.has('position') || present.has('depth'));
};

/**
 * Reads the decorators of an entry. Never throws; what is unknown or invalid is ignored, and stripped, and so are positions in what
 * is `missing`.
 */
export const readDecorators = (content: string, missing: readonly string[] = []): DecoratedContent => {
  if (!content.includes('@@')) return { said: nothing(), content };
  const { lines, body } = split(content);
  const take = (said: Decorations, { name, value }: Line): boolean =>
    !(name === 'position' && missing.includes(value)) && (readers.get(name)?.(said, value) ?? false);
  const present = new Set(
    lines.flatMap((line) => (!line.isFallback && take(nothing(), line) ? [line.name] : [])),
  );
  const said = nothing();
  let settled = true;
  for (const line of lines) {
    if (line.isFallback && settled) continue;
    settled = !beaten(line.name, present) && take(said, line);
  }
  return { said, content: body };
};
