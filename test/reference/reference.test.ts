import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyCommand, referencePage, scriptUsage, withTables } from './reference.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the reference page and the tables of the README are made from the definitions; `npm run reference` writes them', () => {
  expect(read('docs/commands.md')).toBe(referencePage());
  expect(read('README.md')).toBe(withTables(read('README.md')));
});

test('what one side alone has says why, and no two commands of a side have one name', () => {
  for (const { only } of everyCommand) if (only) expect(only.why).toMatch(/\w+ \w+/);
  for (const side of ['script', 'screen'] as const) {
    const names = everyCommand
      .filter(({ only }) => !only || only.side === side)
      .map(({ name, screen }) => (side === 'screen' ? (screen?.name ?? name) : name));
    expect(names).toEqual([...new Set(names)]);
  }
});

test('a command is written as its parameters say', () => {
  const rewind = everyCommand.find(({ name }) => name === 'rewind');
  expect(rewind && scriptUsage(rewind)).toBe('sotto rewind [CHAT] [--turns N] [--to MESSAGE] [--dry-run]');
});
