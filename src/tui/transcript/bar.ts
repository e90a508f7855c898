import { messageVerbs } from '../../commands/keys.ts';
import type { Message } from '../../domain/message.ts';
import { cells } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { gutter } from './rail.ts';
import type { RowStyle } from './row-style.ts';

const gap = '  ';

/** What can be done with a picked message, each by its key: what would do nothing is not there, nor what does not fit. */
export function barRow(
  { id, edited, role, speaker }: Message,
  { versions, isNewest }: { readonly versions: number; readonly isNewest: boolean },
  { theme, width, pinned, playing }: RowStyle,
): string {
  const isOthers = role === 'character' && speaker !== playing?.id;
  const isIdle: Readonly<Record<string, boolean>> = {
    v: versions < 2 && edited !== true && !isOthers,
    r: isNewest,
  };
  let room = width - gutter;
  const shown: string[] = [];
  for (const [key, verb] of messageVerbs) {
    if (isIdle[key]) continue;
    const does = key === 'p' && pinned.has(id) ? 'unpin' : verb;
    room -= cells(`${key} ${does}`) + (shown.length === 0 ? 0 : gap.length);
    if (room < 0) break;
    shown.push(`${styled(theme.accent, key)} ${styled(theme.dim, does)}`);
  }
  return shown.join(gap);
}
