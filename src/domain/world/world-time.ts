const isoTime = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A time of the world: minutes since 1970, in no zone, and whether the time of day is known. */
interface WorldMoment {
  readonly minutes: number;
  readonly hasClock: boolean;
}

const msPerMinute = 60_000;
const perHour = 60;
const perDay = 24 * perHour;

function minutesOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.getTime() / msPerMinute : null;
}

function momentIn(time: string): WorldMoment | null {
  const read = isoTime.exec(time.trim());
  if (!read) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = read.slice(1).map((part) => Number(part ?? 0));
  const midnight = minutesOf(year, month, day);
  if (midnight === null || hour > 23 || minute > 59) return null;
  return { minutes: midnight + hour * perHour + minute, hasClock: read[4] !== undefined };
}

const dateOf = (minutes: number): Date => new Date(minutes * msPerMinute);

const written = (minutes: number): string => {
  const iso = dateOf(minutes).toISOString();
  return iso.startsWith('+') || iso.startsWith('-') ? '' : iso.slice(0, 16);
};

/** Minutes of a time in ISO 8601 without a zone, to compare and to put in order; null for any other text. */
export const minutesIn = (time: string): number | null => momentIn(time)?.minutes ?? null;

const leastNight = 6 * perHour;

/** Whether one time of the world is another day than the other before it, with a night between: both in ISO 8601. */
export function isDaysLater(before: string, after: string): boolean {
  const [then, now] = [minutesIn(before), minutesIn(after)];
  if (then === null || now === null || now - then < leastNight) return false;
  return Math.floor(now / perDay) > Math.floor(then / perDay);
}

/** The part of the day that an hour belongs to. */
function timeOfDay(hour: number): string {
  if (hour < 5 || hour >= 22) return 'night';
  if (hour < 7) return 'dawn';
  if (hour < 12) return 'morning';
  if (hour < 14) return 'midday';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** A time of the world for people: weekday, date, clock and time of day; words as they are. */
export function timeInWords(time: string): string {
  const moment = momentIn(time);
  if (!moment) return time;
  const date = dateOf(moment.minutes);
  const day = `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (!moment.hasClock) return day;
  return `${day}, ${date.toISOString().slice(-13, -8)} (${timeOfDay(date.getUTCHours())})`;
}

/** The same in few words: `Wed 4 Oct 1911, 23:20`. */
export function timeInShort(time: string): string {
  const moment = momentIn(time);
  if (!moment) return time;
  const date = dateOf(moment.minutes);
  const names = [weekdays[date.getUTCDay()], months[date.getUTCMonth()]].map((name) => name?.slice(0, 3));
  const day = `${names[0]} ${date.getUTCDate()} ${names[1]} ${date.getUTCFullYear()}`;
  return moment.hasClock ? `${day}, ${date.toISOString().slice(-13, -8)}` : day;
}

const counts: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, 'a couple of': 2, 'a few': 3, several: 4, half: 0.5, 'half an': 0.5 },
};
const units: Readonly<Record<string, number>> = {
  ...{ minute: 1, hour: perHour, day: perDay, night: perDay, week: 7 * perDay, fortnight: 14 * perDay },
};
const hours: Readonly<Record<string, number>> = {
  ...{ dawn: 6, daybreak: 6, sunrise: 6, breakfast: 8, morning: 8, noon: 12, midday: 12, lunch: 13 },
  ...{ afternoon: 15, dusk: 19, sunset: 19, evening: 19, dinner: 19, nightfall: 20, night: 22, tonight: 22 },
};

const span =
  /\b(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of|a few|several|half an?)\s+(minute|hour|day|night|week|fortnight|month|year)s?\b/;
const nextOne = /\b(?:the\s+)?(?:next|following)\s+(day|morning|afternoon|evening|night|week|month|year)\b/;
const onWeekday =
  /\b(?:on|next|until|till|that|by)?\s*(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b/;
const partOfDay =
  /\b(dawn|daybreak|sunrise|breakfast|morning|noon|midday|lunch|afternoon|dusk|sunset|evening|dinner|nightfall|tonight|night|midnight)\b/;
const clockTime = /\b(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b|\b(?:at\s+)?(\d{1,2}):(\d{2})\b/;

/** So many months later, on the last day of a month that is shorter. */
function monthsLater(minutes: number, months: number): number {
  const date = dateOf(minutes);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() / msPerMinute;
}

const later = (minutes: number, count: number, unit: string): number => {
  if (unit === 'month' || unit === 'year') return monthsLater(minutes, count * (unit === 'year' ? 12 : 1));
  return minutes + Math.round(count * (units[unit] ?? 0));
};

const startOfDay = (minutes: number): number => Math.floor(minutes / perDay) * perDay;

/** The time of day that a phrase names, in minutes; null for none. */
function clockIn(said: string): number | null {
  const clock = clockTime.exec(said);
  if (clock) {
    const [, hour12, minute12 = '0', half, hour24, minute24] = clock;
    const hour = half === undefined ? Number(hour24) : (Number(hour12) % 12) + (half === 'pm' ? 12 : 0);
    const minute = Number(half === undefined ? minute24 : minute12);
    if (hour < 24 && minute < 60) return hour * perHour + minute;
  }
  const part = partOfDay.exec(said.replace(span, ' '))?.[1];
  if (part === undefined) return null;
  return part === 'midnight' ? perDay : (hours[part] ?? 0) * perHour;
}

/** By how much a phrase moves the day, as minutes from the present ones; null where it names no day. */
function moved(said: string, now: number): number | null {
  const spanned = span.exec(said);
  if (spanned) return later(now, counts[spanned[1] ?? ''] ?? Number(spanned[1]), spanned[2] ?? '');
  if (/\btomorrow\b/.test(said)) return now + perDay;
  const next = nextOne.exec(said)?.[1];
  if (next === 'week' || next === 'month' || next === 'year') return later(now, 1, next);
  // In the small hours the next morning is that of the same date.
  if (next !== undefined) return now - startOfDay(now) < 5 * perHour && next !== 'day' ? now : now + perDay;
  const weekday = onWeekday.exec(said)?.[1];
  if (weekday === undefined) return null;
  const wanted = weekdays.findIndex((one) => one.toLowerCase() === weekday);
  return now + ((wanted - dateOf(now).getUTCDay() + 6) % 7) * perDay + perDay;
}

/**
 * When a phrase such as "the next morning" or "three days later" lands, from the present time of the world: ISO 8601 without a
 * zone, to the minute. Null where the phrase names no time, or the present time is none in ISO 8601.
 */
export function landingOf(phrase: string, present: string): string | null {
  const now = minutesIn(present);
  if (now === null) return null;
  const said = phrase.toLowerCase();
  const day = moved(said, now);
  const clock = clockIn(said);
  if (day === null && clock === null) return null;
  const isNextDay = clock === null && /\b(?:tomorrow|(?:next|following) day)\b/.test(said);
  const wanted = isNextDay ? (hours.morning ?? 0) * perHour : clock;
  if (wanted === null) return written(day ?? now) || null;
  const landing = startOfDay(day ?? now) + wanted;
  return written(day === null && landing <= now ? landing + perDay : landing) || null;
}

const dull =
  /\b(?:rest of|remainder of|the way (?:there|back|home)|a while|some time|a bit|later that|eventually|until (?:we|they|you) (?:arrive|get there|are there)|arriv\w+)\b/;

/** Which kind of skip a phrase is: the dull middle of what goes on, or until later; null where that is not certain. */
export function wayOf(phrase: string): 'elide' | 'jump' | null {
  const said = phrase.toLowerCase();
  const unit = span.exec(said)?.[2];
  if (unit === 'minute' || unit === 'hour' || dull.test(said)) return 'elide';
  if (unit !== undefined || nextOne.test(said) || /\btomorrow\b/.test(said) || onWeekday.test(said))
    return 'jump';
  return partOfDay.test(said) ? 'jump' : null;
}

const filler =
  /\b(?:later|after(?:wards?)?|then|the|that|this|next|following|day|on|at|in|by|until|till|pass(?:es)?|passed|go(?:es)? by|went by|time|skip(?:s|ped)?|early|late|same|to|and|of)\b/g;

/** The phrase of a line that is nothing but a skip in brackets or asterisks; null for any other line. */
export function skipIn(line: string): string | null {
  const inside = /^\s*(?:\*{1,2}([^*]+)\*{1,2}|\[([^\]]+)\]|\(([^)]+)\))\s*$/.exec(line);
  const phrase = (inside?.[1] ?? inside?.[2] ?? inside?.[3] ?? '').trim();
  if (phrase === '' || phrase.length > 80 || wayOf(phrase) === null) return null;
  const left = [span, nextOne, clockTime, partOfDay, onWeekday, dull, /\btomorrow\b/]
    .reduce((said, part) => said.replace(part, ' '), phrase.toLowerCase())
    .replace(filler, ' ')
    .replace(/(?:the\s+)?\b(?:drive|ride|journey|walk|trip|way|flight|night|day)\b/g, ' ');
  return /[\p{L}\p{N}]/u.test(left) ? null : phrase;
}
