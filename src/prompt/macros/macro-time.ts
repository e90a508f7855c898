const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const token = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a/g;
const minute = 60_000;
const isoTime = /T[\d:.]+(?:Z|([+-])(\d\d):?(\d\d))?$/;

const two = (number: number): string => String(number).padStart(2, '0');

/** What the time says where the text was written; the offset of an ISO time is where that is. */
const localTime = (now: string, offsetHours?: number): Date | undefined => {
  const at = Date.parse(now);
  if (Number.isNaN(at)) return undefined;
  const [, sign, hours, minutes] = isoTime.exec(now) ?? [];
  const own = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  return new Date(at + (offsetHours === undefined ? own : offsetHours * 60) * minute);
};

/** An ISO time in a format of tokens such as `YYYY-MM-DD HH:mm`; undefined when it is no time. */
export const formatTime = (now: string, format: string, offsetHours?: number): string | undefined => {
  const time = localTime(now, offsetHours);
  if (!time || Number.isNaN(time.getTime())) return undefined;
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  const [hour, min, second] = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()];
  const half = hour % 12 || 12;
  const values: Record<string, string> = {
    YYYY: String(year),
    YY: two(year % 100),
    MMMM: months[month] ?? '',
    MMM: (months[month] ?? '').slice(0, 3),
    MM: two(month + 1),
    M: String(month + 1),
    DD: two(day),
    D: String(day),
    dddd: days[time.getUTCDay()] ?? '',
    ddd: (days[time.getUTCDay()] ?? '').slice(0, 3),
    HH: two(hour),
    H: String(hour),
    hh: two(half),
    h: String(half),
    mm: two(min),
    m: String(min),
    ss: two(second),
    s: String(second),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
  };
  return format.replace(token, (found, quoted?: string) => quoted ?? values[found] ?? found);
};

/** Up to so many of its unit, the words for one and the size of the unit in seconds. */
const spans: readonly [number, string, number][] = [
  [45, 'a few seconds', 0],
  [90, 'a minute', 0],
  [2_700, 'minutes', 60],
  [5_400, 'an hour', 0],
  [79_200, 'hours', 3_600],
  [129_600, 'a day', 0],
  [2_246_400, 'days', 86_400],
  [3_888_000, 'a month', 0],
  [27_648_000, 'months', 2_629_800],
  [47_347_200, 'a year', 0],
  [Number.POSITIVE_INFINITY, 'years', 31_557_600],
];

/** How long it is between two ISO times, in words; undefined when one of them is no time. */
export const spanBetween = (from: string, to: string): { words: string; isPast: boolean } | undefined => {
  const difference = (Date.parse(to) - Date.parse(from)) / 1000;
  const seconds = Math.abs(difference);
  const [, name, unit] = spans.find(([most]) => seconds < most) ?? [];
  if (Number.isNaN(seconds) || name === undefined || unit === undefined) return undefined;
  return { words: unit === 0 ? name : `${Math.round(seconds / unit)} ${name}`, isPast: difference < 0 };
};
