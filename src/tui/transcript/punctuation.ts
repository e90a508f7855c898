import type { Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { Coming } from '../../domain/view.ts';
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

/** Who came and went, those together who did it one after the other. */
export const comingRows = (comings: readonly Coming[], rowStyle: RowStyle): string[] => {
  const groups: { isIn: boolean; names: string[] }[] = [];
  for (const { character, isIn } of comings) {
    const last = groups.at(-1);
    if (last?.isIn === isIn) last.names.push(nameOf(character, rowStyle));
    else groups.push({ isIn, names: [nameOf(character, rowStyle)] });
  }
  return groups.map(({ isIn, names }) => {
    const verb = isIn ? 'come' : 'leave';
    const said = `${listed(names, 'and')} ${verb}${names.length === 1 ? 's' : ''}${isIn ? ' in' : ''}`;
    return centred(shorten(said, rowStyle.width), rowStyle.width, rowStyle);
  });
};
