import { describe, expect, test } from 'vitest';
import { allPaths, deadLinks, isThere, missingNames, pageAt, rooms } from './pages.ts';

const roomPages = [...rooms().map((room) => `src/${room}/README.md`), 'test/README.md'];
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/library.md',
  'docs/importing.md',
  ...roomPages,
];

describe('the pages for those who change sotto', () => {
  test('CONTRIBUTING is an entrance: at most 12,000 bytes', () => {
    expect(Buffer.byteLength(pageAt('CONTRIBUTING.md').text)).toBeLessThanOrEqual(12_000);
  });

  test('every room of src has a page, and CONTRIBUTING links to it', () => {
    expect(roomPages.length).toBeGreaterThan(10);
    expect(roomPages.filter((path) => !isThere(path))).toEqual([]);
    const { text } = pageAt('CONTRIBUTING.md');
    expect(roomPages.filter((path) => !text.includes(`](${path})`))).toEqual([]);
  });

  test.each(pages)('every link of %s leads somewhere', (path) => {
    expect(deadLinks(pageAt(path))).toEqual([]);
  });

  test('every file and folder that they name is there', () => {
    const paths = allPaths();
    const missing = ['CONTRIBUTING.md', ...roomPages].flatMap((path) =>
      missingNames(pageAt(path), paths).map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('a dead link and a missing file are seen', () => {
    const text =
      '[a](b.md) [c](d.md#here) [e](d.md#there) [f](https://g.h/) [i](#it-is) `j/k.ts` `l/`\n## It is';
    const find = (path: string) => (path === 'src/d.md' ? '# Here' : null);
    expect(deadLinks({ path: 'src/README.md', text }, find)).toEqual(['b.md', 'd.md#there']);
    expect(missingNames({ path: 'README.md', text }, ['src/l'])).toEqual(['j/k.ts']);
  });
});
