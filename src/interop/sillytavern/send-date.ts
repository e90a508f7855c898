const months = 'january february march april may june july august september october november december';

const american = /^([a-z]+)\.? (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap]m)?$/i;
const spelledOut = /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?$/;
const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/;

const asIso = (time: number): string | null => {
  const text = Number.isNaN(new Date(time).getTime()) ? '' : new Date(time).toISOString();
  return /^\d{4}-/.test(text) ? text : null;
};

/** Year, month from 1, day, hour, minute, second, millisecond; null when there is no such moment. */
const moment = (parts: readonly number[]): string | null => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  const isSame = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hour;
  return isSame && minute < 60 && second < 60 ? asIso(time.getTime()) : null;
};

function fromAmerican(match: RegExpExecArray): string | null {
  const [, name = '', day, year, hour, minute, second = 0, half] = match;
  const month = months.split(' ').findIndex((one) => one.startsWith(name.slice(0, 3).toLowerCase())) + 1;
  const twelve = half === undefined ? Number(hour) : Number(hour) % 12;
  const isAfternoon = half?.toLowerCase() === 'pm';
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = twelve + (isAfternoon ? 12 : 0);
  return month === 0 ? null : moment([year, month, day, hours, minute, second].map(Number));
}

/**
 * A date of SillyTavern in any of the forms it has had, as ISO 8601 in UTC; null for anything else. The old
 * forms name no time zone and are taken as UTC.
 */
export function readSendDate(value: unknown): string | null {
  if (typeof value === 'number') return asIso(value);
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/[\u00a0\u202f]/g, ' ');
  if (/^\d{11,14}$/.test(text)) return asIso(Number(text));
  const spelled = spelledOut.exec(text);
  if (spelled) return moment(spelled.slice(1).map((part) => Number(part ?? 0)));
  const said = american.exec(text);
  if (said) return fromAmerican(said);
  if (!iso.test(text)) return null;
  const isDay = !text.includes(':');
  return asIso(Date.parse(isDay || hasZone.test(text) ? text : `${text.replace(' ', 'T')}Z`));
}
