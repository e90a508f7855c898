import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toldHere } from '../../src/commands/all/on-screen.ts';
import { screenTable, scriptCommands } from '../../src/commands/all/table.ts';
import type { Command } from '../../src/commands/command.ts';

const sources = new URL('../../src/', import.meta.url);

/** Every command with words that a text names, a word of its own for what is filled in. */
const hinted = (): { file: string; words: string[] }[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(new URL(file, sources), 'utf8').replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
      return [...code.matchAll(/\\?`sotto ((?:\$\{(?:[^{}`]|`[^`]*`)*\}|[^`\\])*)\\?`/g)].map(
        ([, line = '']) => ({
          file,
          words: line
            .replace(/"?\$\{[^}]*\}"?/g, 'WORD')
            .replace(/"[^"]*"/g, 'WORD')
            .split(' '),
        }),
      );
    });

const calledBy = (words: readonly string[]): [Command, string[]] | null => {
  for (const count of [2, 1]) {
    const command = scriptCommands.find(({ name }) => name === words.slice(0, count).join(' '));
    if (command) return [command, words.slice(count)];
  }
  return null;
};

/** What must be given to a command and is not in these words. */
function missingIn({ parameters }: Command, words: readonly string[]): string[] {
  const all = Object.values(parameters).map(({ form, isRequired }) => ({ form, isRequired }));
  const left = [...words];
  const missing: string[] = [];
  for (const { form, isRequired } of all.filter((one) => one.form.startsWith('--'))) {
    const [option = '', value] = form.split(' ');
    const at = left.indexOf(option);
    if (at < 0 && isRequired) missing.push(form);
    if (at < 0) continue;
    const [, given] = left.splice(at, value === undefined ? 1 : 2);
    if (value !== undefined && given === undefined) missing.push(form);
  }
  const required = all.filter((one) => one.isRequired && !one.form.startsWith('--'));
  return [...missing, ...required.slice(left.length).map(({ form }) => form)];
}

test('a command that a text names can be run as it stands there: it has all that it must be given', () => {
  const hints = hinted();
  const lacking = hints.flatMap(({ file, words }) => {
    const called = calledBy(words);
    const missing = called ? missingIn(...called) : [];
    return missing.length === 0 ? [] : [`${file}: sotto ${words.join(' ')} lacks ${missing.join(' ')}`];
  });
  expect(hints.length).toBeGreaterThan(100);
  expect(lacking).toEqual([]);
});

test('a name of several words stands on the screen as it is written there, without its quotes', () => {
  const told = toldHere('away; bring them in with `sotto join "Mira of the Vale"` first', screenTable());
  expect(told).toBe('away; bring them in with /join Mira of the Vale first');
});
