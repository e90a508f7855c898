import type { Member } from '../../domain/world/world.ts';
import { type RegexScript, scripted } from '../../prompt/regex-scripts.ts';
import type { PlayParts } from '../chat/parts.ts';

/** What stands in the log of a text, where scripts change it; a text of which nothing is left stays. */
export const unlessEmpty = (text: string, changed: string): string =>
  changed.trim() === '' ? text : changed;

/** The scripts that are for what a member writes and is sent: those for all, then those of its card; null = for nobody's in particular. */
export const scriptsFor = (
  { settings, scriptsOf }: Pick<PlayParts, 'settings' | 'scriptsOf'>,
  member: Member | null,
): readonly RegexScript[] => {
  const { scripts = [] } = settings;
  const own = scriptsOf?.(member) ?? [];
  return own.length === 0 ? scripts : [...scripts, ...own];
};

/** Runs the scripts that change what is kept over what a model wrote as this member. */
export function keptFrom(
  parts: Pick<PlayParts, 'settings' | 'scriptsOf'>,
  member: Member | null,
): (text: string) => string {
  const scripts = scriptsFor(parts, member);
  const names = { char: member?.name ?? '', user: parts.settings.userName };
  return (text) => unlessEmpty(text, scripted(text, scripts, { from: 'model', to: 'store', names }));
}
