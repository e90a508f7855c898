import { expect, test } from 'vitest';
import { Stage } from './sotto.ts';

const namesIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map(([, name = '']) => name);

test('`sotto --help` shows ten commands in four groups, with names and meanings in columns, and where the others are', async () => {
  const help = await new Stage().text('--help');
  const [, groups = ''] = /latest chat\.\n\n([\s\S]*)\n\nOptions:/.exec(help) ?? [];
  expect(groups.match(/^\S.*:$/gm)).toEqual([
    'Play a chat:',
    'Cards and lorebooks:',
    'Models:',
    'Your data:',
  ]);
  expect(namesIn(groups)).toHaveLength(10);
  const starts = [...groups.matchAll(/^ {2}[a-z]+ +(?=\S)/gm)].map(([lead]) => lead.length);
  expect(new Set(starts).size).toBe(1);
  expect(help).not.toContain('…');
  expect(help).toContain('`sotto help all`');
});

test('`sotto help all` lists every command, `help GROUP` those of one group, `help COMMAND` what one takes', async () => {
  const stage = new Stage();
  const all = namesIn(await stage.text('help', 'all'));
  for (const name of ['play', 'say', 'world set', 'model pull', 'completions']) expect(all).toContain(name);
  const upkeep = namesIn(await stage.text('help', 'upkeep'));
  expect(upkeep).toContain('backup');
  expect(upkeep.length).toBeLessThan(all.length / 2);
  expect(await stage.text('help', 'the', 'world')).toBe(await stage.text('help', 'world'));
  expect(await stage.text('help', 'card', 'import')).toContain('Usage: sotto card import');
  expect(await stage.text('help')).toBe(await stage.text('--help'));
});

test('help for what is not there names the nearest', async () => {
  const run = await new Stage().run('help', 'upkep');
  expect([run.code, run.stderr]).toEqual([
    2,
    'sotto: there is no command or group "upkep"; did you mean `sotto help upkeep`?\n',
  ]);
});
