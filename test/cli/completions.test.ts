import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/app/files/package-root.ts';
import { completionScript } from '../../src/cli/completion-script.ts';
import { buildProgram } from '../../src/cli/program.ts';

const program = buildProgram(packageRoot());
const hasBash = spawnSync('bash', ['--version']).status === 0;

/** What bash offers after each of these rows of words; the last of a row is being typed. */
function offeredFor(rows: readonly (readonly string[])[]): string[][] {
  const script = `${completionScript(program, 'bash')}
    while (($#)); do
      COMP_WORDS=("\${@:2:$1}"); COMP_CWORD=$(($1 - 1)); COMPREPLY=(); shift $(($1 + 1))
      _sotto; printf '%s ' "\${COMPREPLY[@]}"; echo
    done`;
  const words = rows.flatMap((row) => [`${row.length + 1}`, 'sotto', ...row]);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-uo', 'pipefail', '-c', script, 'bash', ...words],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.split('\n').slice(0, -1);
  expect(lines).toHaveLength(rows.length);
  return lines.map((line) => line.split(' ').filter(Boolean));
}

const offered = (...words: string[]) => offeredFor([words])[0];

const commandsOf = (command: Command, path: string[] = []): { path: string[]; command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((child) => commandsOf(child, [...path, child.name()])),
];

describe.runIf(hasBash)('in bash', () => {
  test('the script registers itself', () => {
    const script = `${completionScript(program, 'bash')}\ncomplete -p sotto`;
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stdout).toBe('complete -o default -F _sotto sotto\n');
  });

  test('every command and every option of the program is offered', () => {
    const commands = commandsOf(program);
    const words = offeredFor(commands.map(({ path }) => [...path, '']));
    const options = offeredFor(commands.map(({ path }) => [...path, '--']));
    for (const [at, { path, command }] of commands.entries()) {
      const names = command.commands.map((child) => child.name());
      const values = command.registeredArguments[0]?.argChoices ?? [];
      expect(words[at], path.join(' ')).toEqual([...names, ...values]);
      const flags = command.options.map(({ long }) => long);
      expect(options[at], path.join(' ')).toEqual(expect.arrayContaining([...flags, '--help', '--json']));
    }
  });

  test('what is typed narrows it down; the value of an option is no command', () => {
    expect(offered('ch')).toEqual(['chats', 'chat']);
    expect(offered('chat', 'ex')).toEqual(['export']);
    expect(offered('--data', 'chat', 'chat', '--json', 'imp')).toEqual(['import']);
    expect(offered('--data', 'chat', 'dem')).toEqual(['demo']);
    expect(offered('chat', 'export', '--format', '')).toEqual([
      ...['jsonl', 'sillytavern', 'markdown', 'json', 'sotto'],
    ]);
    expect(offered('chat', 'export', '--format', 'markdown', '--o')).toEqual(['--out']);
    expect(offered('chat', 'export', '--out', '')).toEqual([]);
    expect(offered('completions', 'f')).toEqual(['fish']);
  });
});

test('zsh uses the same through bashcompinit', () => {
  const script = completionScript(program, 'zsh');
  expect(script).toBe(`autoload -U +X bashcompinit && bashcompinit\n${completionScript(program, 'bash')}`);
});

test('fish has a line for every command and option, with values and a quoted description', () => {
  const lines = completionScript(program, 'fish').split('\n');
  for (const { path, command } of commandsOf(program)) {
    const at = `complete -c sotto -n "__sotto_at '${path.join(' ')}'"`;
    for (const child of command.commands) {
      expect(lines.some((line) => line.startsWith(`${at} -f -a ${child.name()} -d '`))).toBe(true);
    }
    for (const { long } of command.options) {
      expect(lines.some((line) => line.startsWith(`${at} -l ${long?.slice(2)} `))).toBe(true);
    }
  }
  expect(lines).toContain(
    `complete -c sotto -n "__sotto_at 'chat export'" -l format -x -a 'jsonl sillytavern markdown json sotto' -d 'file format; sotto = the whole tree, to continue with in another store'`,
  );
});
