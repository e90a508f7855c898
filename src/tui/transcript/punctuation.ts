import type { Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { Between } from '../../domain/view.ts';
import { listed } from '../../domain/world/names.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { nameOf } from './heading.ts';
import type { RowStyle } from './row-style.ts';

const dashes = '──────';

/** A text in the middle of so many cells, dim. */
const centred = (text: string, width: number, { theme }: RowStyle): string =>
  ' '.repeat(Math.max(0, Math.floor((width - cells(text)) / 2))) + styled(theme.dim, text);

/** What divides the page, between two short lines: a day, time that passes; in so many cells. */
export const dividingRow = (text: string, width: number, rowStyle: RowStyle): string => {
  const said = shorten(text, Math.max(1, width));
  const isWide = cells(said) + 2 * (dashes.length + 1) > width;
  return centred(isWide ? said : `${dashes} ${said} ${dashes}`, width, rowStyle);
};

/** The one row of what nobody says, where it is short enough to divide the page; null where it is a text to read. */
export const dividingText = ({ text }: Message, width: number): string | null => {
  const said = sanitize(text.trim(), { newlines: true });
  return said.includes('\n') || cells(said) > width ? null : said;
};

/** What happened between two messages: ends of scenes, and who came and went, those together who did it one after the other. */
export const betweenRows = (between: readonly Between[], rowStyle: RowStyle): string[] => {
  const groups: ({ scene: number } | { isIn: boolean; names: string[] })[] = [];
  for (const one of between) {
    const last = groups.at(-1);
    if (one.type === 'scene_end') groups.push({ scene: one.scene });
    else if (last && 'names' in last && last.isIn === one.isIn)
      last.names.push(nameOf(one.character, rowStyle));
    else groups.push({ isIn: one.isIn, names: [nameOf(one.character, rowStyle)] });
  }
  return groups.map((group) => {
    if ('scene' in group) return dividingRow(`end of scene ${group.scene}`, rowStyle.width, rowStyle);
    const { isIn, names } = group;
    const verb = isIn ? 'come' : 'leave';
    const said = `${listed(names, 'and')} ${verb}${names.length === 1 ? 's' : ''}${isIn ? ' in' : ''}`;
    return centred(shorten(said, rowStyle.width), rowStyle.width, rowStyle);
  });
};
