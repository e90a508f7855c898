import { SottoError } from '../errors.ts';
import { oneLine } from '../one-line.ts';
import { audibleRanges, type Field, kinds } from './kinds.ts';

/** Texts with commas or line breaks between, each once. */
export const listIn = (value: string): string[] => [
  ...new Set(
    value
      .split(/[,\n]/)
      .map(oneLine)
      .filter((one) => one !== ''),
  ),
];

/** Whether a text says yes. Throws SottoError `bad_value`. */
export function isYes(value: string): boolean {
  const said = /^(?:(yes|true|on)|no|false|off)$/i.exec(value.trim());
  if (said) return said[1] !== undefined;
  throw new SottoError('usage', 'bad_value', `"${value}" is neither yes nor no; write one of them`);
}

function rangeIn(value: string): string {
  const range = audibleRanges.find((one) => one === value.trim().toLowerCase());
  if (range) return range;
  const meaning = 'write inside (nobody outside hears) or everywhere';
  throw new SottoError('usage', 'bad_range', `"${value}" is not an audible range; ${meaning}`);
}

/** The value of a field that a person has written. Throws SottoError `bad_value`, `bad_range`. */
export function valueIn({ kind }: Field, text: string): string | string[] | boolean {
  switch (kinds[kind].type) {
    case 'list':
      return listIn(text);
    case 'flag':
      return isYes(text);
    case 'range':
      return rangeIn(text);
    case 'id':
      return text.trim();
    default:
      return kind === 'summary' ? text.trim() : oneLine(text);
  }
}

/** A value as a person reads and writes it; empty for what is not known. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
