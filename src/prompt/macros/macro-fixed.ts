import type { MacroContext, MacroMessage } from './macro-context.ts';
import { formatTime, spanBetween } from './macro-time.ts';

/** A macro whose value no chance decides. */
export interface FixedCall {
  readonly name: string;
  readonly isBare: boolean;
  /** What it is given, cut at `::`; fills it in when asked. */
  readonly args: () => string[];
}

const aliases: Readonly<Record<string, string>> = {
  description: 'chardescription',
  personality: 'charpersonality',
  scenario: 'charscenario',
  charifnotgroup: 'group',
  idle_duration: 'idleduration',
};

const formats: Readonly<Record<string, string>> = {
  time: 'h:mm A',
  date: 'MMMM D, YYYY',
  weekday: 'dddd',
  isotime: 'HH:mm',
  isodate: 'YYYY-MM-DD',
};

const longestRepeat = 1_000;

const last = (messages: readonly MacroMessage[], isOne: (message: MacroMessage) => boolean) =>
  messages.findLast(isOne);

/** What a macro that reads the chat stands for: the speaker's view alone. */
const chatMacro = (name: string, { messages, now }: MacroContext): string | undefined => {
  const view = messages ?? [];
  const human = last(view, ({ by }) => by === 'human');
  if (name === 'lastmessage') return view.at(-1)?.text ?? '';
  if (name === 'lastmessageid') return view.length > 0 ? String(view.length - 1) : '';
  if (name === 'lastusermessage') return human?.text ?? '';
  if (name === 'lastcharmessage') return last(view, ({ by }) => by !== 'human')?.text ?? '';
  if (name !== 'idleduration' || !now) return undefined;
  return human?.at ? spanBetween(human.at, now)?.words : 'just now';
};

const repeated = (text: string, [times = '1']: readonly string[]): string | undefined =>
  /^\s*\d{1,4}\s*$/.test(times) ? text.repeat(Math.min(longestRepeat, Number(times))) : undefined;

const timeMacro = (name: string, args: () => string[], now: string): string | undefined => {
  const zone = /^time_utc([+-]\d{1,2})$/.exec(name)?.[1];
  if (zone) return formatTime(now, formats.time ?? '', Number(zone));
  return name === 'datetimeformat' ? formatTime(now, args().join('::').trim()) : undefined;
};

const difference = ([one = '', two = '']: readonly string[]): string | undefined => {
  const span = spanBetween(two.trim(), one.trim());
  if (!span) return undefined;
  return span.isPast ? `${span.words} ago` : `in ${span.words}`;
};

const bareMacro = (
  name: string,
  context: MacroContext,
  values: ReadonlyMap<string, string>,
): string | undefined => {
  const alias = Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : '';
  const [other] = Object.entries(aliases).find(([, to]) => to === name) ?? [];
  const value = values.get(alias) ?? (other === undefined ? undefined : values.get(other));
  if (value !== undefined) return value;
  if (name === 'group' || name === 'charifnotgroup') return context.char;
  if (name === 'noop') return '';
  if (name === 'ismobile') return 'false';
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return context.now ? formatTime(context.now, format) : undefined;
  return chatMacro(alias || name, context);
};

/** What a macro stands for; undefined when it is unknown. */
export const fixedMacro = (
  { name, isBare, args }: FixedCall,
  context: MacroContext,
  values: ReadonlyMap<string, string>,
): string | undefined => {
  if (name === 'newline') return repeated('\n', isBare ? [] : args());
  if (name === 'space') return repeated(' ', isBare ? [] : args());
  if (name === 'timediff') return difference(args());
  if (name === 'outlet' && !isBare) {
    const outlet = args().join('::').trim();
    const { outlets = {} } = context;
    return Object.hasOwn(outlets, outlet) ? outlets[outlet] : '';
  }
  const timed = context.now ? timeMacro(name, args, context.now) : undefined;
  return timed ?? (isBare ? bareMacro(name, context, values) : undefined);
};
