import { describe, expect, test } from 'vitest';
import { columnsOf, type GridItem, gridRow, moreRows } from '../../../src/tui/components/grid.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';

const theme = { ...themeOf('plain'), dim: '', selected: '' };
const items: readonly GridItem[] = [
  { label: '/as', key: 'F2', usage: '[NAME]', detail: 'write as another character and see what it sees' },
  { label: '/regenerate', key: 'Alt+R', detail: 'a new version' },
  { label: '春の市', key: 'F4', detail: 'short' },
  { label: '/quit', detail: 'leave' },
];

const rowsAt = (width: number, chosen = -1): string[] => {
  const columns = columnsOf(items, width);
  return items.map((item, at) => gridRow(item, { columns, width, theme, isChosen: at === chosen }));
};

describe('issue 29.5: a list is one grid', () => {
  test('names, keys and meanings stand in columns of their own, also behind wide characters', () => {
    expect(rowsAt(60)).toEqual([
      '/as          F2     write as another character and see what…',
      '/regenerate  Alt+R  a new version',
      '春の市       F4     short',
      '/quit               leave',
    ]);
  });

  test('what a meaning lacks, and what may follow the name, is told of the chosen one', () => {
    const columns = columnsOf(items, 60);
    expect(moreRows(items[0] ?? { label: '' }, columns, 60)).toEqual([
      '  /as [NAME]',
      '  write as another character and see what it sees',
    ]);
    expect(moreRows(items[1] ?? { label: '' }, columns, 60)).toEqual([]);
  });

  test('where there is no room for meanings, the chosen one tells its own', () => {
    const columns = columnsOf(items, 24);
    expect(rowsAt(24)).toEqual(['/as          F2', '/regenerate  Alt+R', '春の市       F4', '/quit']);
    expect(moreRows(items[1] ?? { label: '' }, columns, 24)).toEqual(['  a new version']);
  });

  test('the row that is chosen is as wide as all, and nothing in it acts', () => {
    for (const width of [30, 60, 90]) expect(rowsAt(width, 0).map(cells)[0]).toBe(width);
    const evil = [{ label: 'a\x1b[2Jb', usage: '\x1b[2J', detail: 'c\x1b]0;x\x07d' }];
    const columns = columnsOf(evil, 40);
    const [one = { label: '' }] = evil;
    const drawn = [
      gridRow(one, { columns, width: 40, theme, isChosen: true }),
      ...moreRows(one, columns, 40),
    ];
    expect(drawn.join('')).not.toMatch(/[\x07\x1b]/);
  });
});
