import type { Message } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import type { Insert } from '../../prompt/input.ts';
import { formatTime, spanBetween } from '../../prompt/macros/macro-time.ts';
import type { StatusRow, StatusShape } from '../chat/parts.ts';

/** What the rows are made from: the speaker's own view, and what the speaker may know beside it. */
export interface StatusAbout {
  readonly view: AnyView;
  /** A reply that is gone on with; what came before it counts. */
  readonly continues: Message | undefined;
  /** Null where the speaker does not know the human's character. */
  readonly persona: string | null;
  /** Empty where the server does not tell. */
  readonly model: string;
  readonly shape?: StatusShape | undefined;
  /** By how many hours the human's clock is ahead of UTC; absent = by none. */
  readonly offsetAt?: ((at: string) => number) | undefined;
}

const units = [
  { name: 'day', minutes: 24 * 60 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
] as const;

const milliseconds = 60_000;

/** An ISO time as the human's clock shows it, to the minute, with its distance from UTC. */
const localTime = (at: string, offsetHours = 0): string => {
  const minutes = Math.round(Math.abs(offsetHours) * 60);
  const two = (number: number) => String(number).padStart(2, '0');
  const sign = offsetHours < 0 ? '-' : '+';
  const zone = minutes === 0 ? 'Z' : `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${formatTime(at, 'YYYY-MM-DD[T]HH:mm', offsetHours) ?? ''}${zone}`;
};

/** A stretch of time in words, in its largest unit. */
const inWords = (minutes: number): string => {
  const unit = units.find((one) => minutes >= one.minutes);
  if (!unit) return 'less than a minute';
  const count = Math.floor(minutes / unit.minutes);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};

const idle = (before: Message | undefined, newest: Message | undefined): string => {
  if (!before || !newest) return '';
  const minutes = (Date.parse(newest.at) - Date.parse(before.at)) / milliseconds;
  return `${inWords(minutes)} lie between the last message and the one before it`;
};

/** The wanted rows as one text, none where nothing can be told. Times are those of the log, so that a prompt can be made again. */
export function statusInsert(rows: readonly StatusRow[], about: StatusAbout): Insert[] {
  if (rows.length === 0) return [];
  const [before, newest] = lastTwo(about);
  if (about.shape === 'element') return insertOf(elementOf(rows, about, [before, newest]));
  const told: Record<StatusRow, string> = {
    persona: about.persona === null ? '' : `the user is ${about.persona}`,
    time: newest ? `it is ${localTime(newest.at, about.offsetAt?.(newest.at))}` : '',
    idle: idle(before, newest),
    model: about.model === '' ? '' : `the model is ${about.model}`,
  };
  const text = [...new Set(rows)].map((row) => told[row]).filter((row) => row !== '');
  if (text.length === 0) return [];
  return insertOf(`(Not part of the fiction, never to be quoted: ${text.join('; ')}.)`);
}

const insertOf = (text: string): Insert[] => {
  const facts = { name: 'status', source: 'sotto', reason: 'prompt.status', isFilled: true } as const;
  return text === '' ? [] : [{ ...facts, zone: 'live', tier: 'nice', depth: 0, text }];
};

/** What stands in an attribute cannot end it. */
const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${value.replace(/[<>"&\p{Cc}]/gu, ' ')}"`;

/** The rows as the attributes of one element, as the original has them; empty where nothing can be told. */
function elementOf(
  rows: readonly StatusRow[],
  { persona, model, offsetAt }: StatusAbout,
  [before, newest]: ReturnType<typeof lastTwo>,
): string {
  const time = newest ? formatTime(newest.at, 'dddd, MMMM D, YYYY h:mm A', offsetAt?.(newest.at)) : '';
  const idle = before && newest ? spanBetween(before.at, newest.at)?.words : '';
  const told: Record<StatusRow, string> = {
    persona: attribute('active-user-persona', persona ?? ''),
    time: attribute('user-date-time', time ?? ''),
    idle: attribute('user-idle-duration', idle ?? ''),
    model: attribute('underlying-ai-model', model),
  };
  const attributes = [...new Set(rows)].map((row) => told[row]).join('');
  return attributes === '' ? '' : `<chatSystemStatus${attributes} />`;
}

const pageSize = 8;

/** The last two messages before this line that are not for people alone. */
function lastTwo({ view, continues }: StatusAbout): [Message | undefined, Message | undefined] {
  const found: Message[] = [];
  for (let before = continues?.id; found.length < 2; ) {
    const page = view.last(pageSize, before);
    found.unshift(...page.filter(({ hidden }) => !hidden));
    if (page.length < pageSize) break;
    before = page[0]?.id;
  }
  return [found.at(-2), found.at(-1)];
}
