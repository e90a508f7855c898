import { expect, test } from 'vitest';
import { packageRoot } from '../../src/app/files/package-root.ts';
import { buildProgram, withCommand } from '../../src/cli/program.ts';
import { scriptCommands } from '../../src/commands/all/table.ts';
import { Stage } from './sotto.ts';

const whole = buildProgram(packageRoot());

const takenBy = (program: typeof whole, [first, second]: readonly string[]) => {
  const outer = program.commands.find((one) => one.name() === first);
  const inner = second === undefined ? outer : outer?.commands.find((one) => one.name() === second);
  return inner?.helpInformation();
};

test('issue 29.13: a program made for one command line takes what the whole one does', () => {
  for (const { name } of scriptCommands) {
    const words = name.split(' ');
    const program = buildProgram(packageRoot(), ['--data', 'somewhere', ...words, '--json']);
    expect(takenBy(program, words), name).toBe(takenBy(whole, words));
  }
});

test('issue 29.13: a program made for one command line makes no other command', () => {
  const made = buildProgram(packageRoot(), ['say', 'Hello']).commands.map((one) => one.name());
  expect(made).toEqual(['say', 'help']);
});

test('issue 29.13: a word that is a command counts where it stands, be it the value of an option before it', async () => {
  const { code, stdout } = await new Stage().run('--seed', '1', '--now', 'log', 'chats', '--help');
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'Usage: sotto chats [options]']);
});

test('issue 29: `sotto --plain` and `--inline` are those of the screen, and stand on the first page of help', async () => {
  expect(withCommand(['--data', 'x', '--inline'])).toEqual(['play', '--data', 'x', '--inline']);
  expect(withCommand(['play', '--inline'])).toEqual(['play', '--inline']);
  const stage = new Stage();
  expect(await stage.text('--help')).toMatch(/\n {2}--inline +\w[\s\S]*\n {2}--plain +\w/);
  const { code, stdout } = await stage.run('--plain');
  expect(code).toBe(0);
  expect(stdout).toContain('The engine of the Perpetua stops');
});

test('a command that is not there is answered with the nearest of all', async () => {
  const { code, stderr } = await new Stage().run('chat-s');
  expect([code, stderr]).toEqual([2, 'sotto: there is no command "chat-s"; did you mean `sotto chats`?\n']);
});
