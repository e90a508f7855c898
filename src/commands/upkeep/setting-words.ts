import type { ConfigKey } from '../../config/config-key.ts';
import { configKeys } from '../../config/keys.ts';
import { printable } from '../../config/settings.ts';
import { type ShownSetting, toml } from '../../config/show.ts';
import { keyLabel } from '../keys.ts';

/** The groups of settings, by what they are used for, and the sections of the config file in each; '' = those in no section. */
const groups: readonly (readonly [title: string, sections: readonly string[]])[] = [
  ['Play', ['auto_turn', 'cast', 'scenes', 'world', 'tools', 'user']],
  ['Model', ['backend', 'sampling', 'cache']],
  ['Writing', ['prompt', 'ooc', 'lore']],
  ['Privacy', ['privacy']],
  ['Memory', ['memory', 'snapshots']],
  ['Look', ['look', 'theme', 'screen']],
  ['Keys', ['keys']],
  ['Old names', ['']],
];

const [usual] = groups;

const sectionOf = (key: ConfigKey): string => (key.includes('.') ? (key.split('.')[0] ?? '') : '');

/** The group that a setting stands in, and the place of that among all. */
export function groupOf(key: ConfigKey): { readonly title: string; readonly at: number } {
  const at = groups.findIndex(([, sections]) => sections.includes(sectionOf(key)));
  return at < 0 ? { title: usual?.[0] ?? '', at: 0 } : { title: groups[at]?.[0] ?? '', at };
}

/** What a setting is called where its group stands above it. */
export const labelOf = (key: ConfigKey): string => configKeys.get(key)?.label ?? key;

/** A value as people read it: on and off, words without quotes, lists with commas. */
export function valueText({ key, value }: Pick<ShownSetting, 'key' | 'value'>): string {
  if (value === undefined) return 'left to the server';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === '') return 'none';
  if (typeof value === 'string') return printable(value);
  if (key.startsWith('keys.') && Array.isArray(value))
    return value.map((one) => keyLabel(String(one))).join(', ');
  if (Array.isArray(value) && value.length === 0) return 'none';
  return printable(toml(value));
}
