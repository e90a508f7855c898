import type { Message } from '../../domain/message.ts';
import type { Coming } from '../../domain/view.ts';
import { listed } from '../../domain/world/names.ts';
import { shorten } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { nameOf } from './heading.ts';
import type { RowStyle } from './row-style.ts';

const dayOf = ({ at }: Message): string => at.slice(0, 10);

/** A thin rule with the date of what follows. */
const dayRow = (day: string, { width, theme }: RowStyle): string => {
  const label = shorten(`── ${day} `, width);
  return styled(theme.dim, label + '─'.repeat(Math.max(0, width - label.length)));
};

/** Who came and went, those together who did it one after the other. */
const comingRows = (comings: readonly Coming[], rowStyle: RowStyle): string[] => {
  const groups: { isIn: boolean; names: string[] }[] = [];
  for (const { character, isIn } of comings) {
    const last = groups.at(-1);
    if (last?.isIn === isIn) last.names.push(nameOf(character, rowStyle));
    else groups.push({ isIn, names: [nameOf(character, rowStyle)] });
  }
  return groups.map(({ isIn, names }) => {
    const verb = isIn ? 'come' : 'leave';
    const said = `${listed(names, 'and')} ${verb}${names.length === 1 ? 's' : ''}${isIn ? ' in' : ''}`;
    return styled(rowStyle.theme.dim, shorten(`${isIn ? '→' : '←'} ${said}`, rowStyle.width));
  });
};

/** Rows above a message, as wide as the page: who came and went since the one before, and the day where it is another. */
export const leadRows = (
  {
    previous,
    message,
    comings,
  }: {
    readonly previous: Message | undefined;
    readonly message: Message | undefined;
    readonly comings: readonly Coming[];
  },
  rowStyle: RowStyle,
): string[] => {
  const isNewDay = previous !== undefined && message !== undefined && dayOf(previous) !== dayOf(message);
  const rows = comingRows(comings, rowStyle);
  const day = isNewDay ? [dayRow(dayOf(message), rowStyle)] : [];
  return [...rows, ...(rows.length > 0 ? [''] : []), ...day, ...(day.length > 0 ? [''] : [])];
};
