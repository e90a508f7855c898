import { asAction } from '../../commands/chat/talking.ts';
import { takeNames } from '../../commands/line.ts';
import type { CastMember } from '../../play/chat/play-state.ts';

/** What of a draft would be said; null where nobody would hear it, as of commands other than `/to` and `/me`. */
export const sayable = (draft: string): string | null => {
  const said = draft.replace(/^\/to\s+/i, '').trim();
  const done = /^\/me\s([\s\S]*)$/i.exec(said)?.[1];
  if (done !== undefined) return asAction(done);
  if (said.startsWith('//')) return said.slice(1);
  return said.startsWith('/') ? null : said;
};

/** Whom `/to` names in a draft. */
export function whisperedTo(draft: string, cast: readonly CastMember[]): string[] {
  const [, to] = /^\/to\s([\s\S]*)$/i.exec(draft) ?? [];
  const known = cast.map(({ name }) => name);
  return to === undefined ? [] : takeNames(to, known).names;
}
