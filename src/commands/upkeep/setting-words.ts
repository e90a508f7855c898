import type { ConfigKey } from '../../config/config-key.ts';
import { type KeyAction, type KeyActionName, keyActions } from '../../config/screen-keys.ts';
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
  ['Look', ['theme', 'screen']],
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

const inWords = (name: string): string => name.replaceAll('_', ' ');

/** What a setting is called where its group stands above it. */
export function labelOf(key: ConfigKey): string {
  const parts = key.split('.');
  const name = parts.at(-1) ?? key;
  if (parts.length === 1) return key;
  if (parts[0] === 'keys') {
    const { brief, does }: KeyAction = keyActions[name as KeyActionName];
    return brief ?? does;
  }
  if (key === 'theme.name') return 'theme';
  const section = parts.slice(0, -1);
  const within = groupOf(key).title.toLowerCase() === section[0] ? section.slice(1) : section;
  return within.length === 0 ? inWords(name) : `${within.map(inWords).join(' ')}: ${inWords(name)}`;
}

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
