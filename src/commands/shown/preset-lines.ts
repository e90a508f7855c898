import { configKeys, isConfigKey } from '../../config/keys.ts';
import { isFields, listIn } from '../../domain/json/fields.ts';
import type { StoredPreset } from '../../store/library.ts';
import { beginningOf, unmarked } from './previews.ts';

type Row = readonly [name: string, says: string];

const inWords = (key: string): string =>
  key
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();

const nameOf = (kind: string, key: string): string => {
  const setting = kind === 'sampling' ? `sampling.${key}` : key;
  return (isConfigKey(setting) && configKeys.get(setting)?.label) || inWords(key);
};

/** A value as people read it: on and off, lists with commas, `↵` where a line ends. */
const said = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(said).join(', ') || 'none';
  if (isFields(value))
    return Object.entries(value)
      .map(([key, inner]) => `${inWords(key)} ${said(inner)}`)
      .join(', ');
  return String(value ?? '').replaceAll('\n', '↵') || 'none';
};

const prose = (text: unknown): string =>
  typeof text === 'string' ? beginningOf(text.split('\n').map(unmarked).join(' ')) : '';

/** The texts of a prompt in their order, those that are off marked. */
const promptRows = ({ prompts, prompt_order: orders }: Readonly<Record<string, unknown>>): Row[] => {
  const [order] = listIn(orders);
  const places = listIn(order?.order).map(({ identifier }) => identifier);
  const off = new Set(listIn(order?.order).flatMap((one) => (one.enabled === false ? [one.identifier] : [])));
  const placeOf = ({ identifier }: Readonly<Record<string, unknown>>): number =>
    places.includes(identifier) ? places.indexOf(identifier) : places.length;
  return listIn(prompts)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ identifier, name, heading, content }): Row => {
      const says = [off.has(identifier) ? 'off' : '', prose(heading), prose(content)];
      return [inWords(String(name ?? identifier ?? '')), says.filter((one) => one !== '').join(' · ')];
    });
};

const rowsIn = ({ kind, body }: StoredPreset): Row[] =>
  kind === 'prompts'
    ? promptRows(body)
    : Object.entries(body).flatMap(([key, value]): Row[] =>
        key === 'name' ? [] : [[nameOf(kind, key), said(value)]],
      );

/** What is in a preset, a row for each setting, template part or text, in columns. */
export function presetLines(preset: StoredPreset): string[] {
  const rows = rowsIn(preset);
  const width = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return rows.map(([name, says]) => `${name.padEnd(width)}  ${says}`.trimEnd());
}
