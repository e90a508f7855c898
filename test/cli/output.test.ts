import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Output } from '../../src/cli/output.ts';
import { builtProgram } from './built.ts';
import { atTheInn } from './inn.ts';
import { Stage, sotto } from './sotto.ts';

const hostile = 'before\x1b]0;title\x07\x1b[2Jafter\n';

const written = (isTTY: boolean): string => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const out = new Output(false, stream as never, stream as never);
  out.raw(hostile);
  return String(stream.read());
};

test('invariant 9: a prompt or an export is given to a file as it is, and to a terminal without what could steer it', () => {
  expect(written(false)).toBe(hostile);
  expect(written(true)).not.toMatch(/[\x07\x1b]/);
  expect(written(true)).toContain('after');
});

/** Runs the program in a shell, its output sent somewhere. */
const inShell = (stage: Stage, command: string) =>
  spawnSync(
    'bash',
    ['-c', `set -o pipefail; ${command}`, 'bash', process.execPath, builtProgram(), stage.data],
    {
      encoding: 'utf8',
      env: { ...process.env, HOME: stage.folder, SOTTO_BACKEND_KIND: 'understudy' },
    },
  );

test('a result that cannot be written is one line and exit 1; a reader that has enough is no failure', async ({
  skip,
}) => {
  skip(!existsSync('/dev/full'), 'this system has no /dev/full');
  const stage = await atTheInn();
  await stage.feed('A long evening. '.repeat(20_000), 'say', '-', '--no-reply');
  const full = inShell(stage, '"$1" "$2" --data "$3" log > /dev/full');
  expect(full).toMatchObject({ status: 1, stdout: '' });
  expect(full.stderr).toMatch(/^sotto: the result cannot be written: .+\n$/);
  expect(inShell(stage, '"$1" "$2" --data "$3" log | head -c 10')).toMatchObject({ status: 0, stderr: '' });
});

test('off a terminal `play` of a chat says that there is none, or that the screen needs a terminal', async () => {
  const stage = await atTheInn();
  expect(await stage.refusal(3, 'play', 'NoSuch')).toMatchObject({ code: 'no_such_chat' });
  expect(await stage.refusal(2, 'play', 'The Inn')).toMatchObject({ code: 'not_a_terminal' });
});

test('what breaks behind the back of a command is one line and exit 1, never a stack', async () => {
  const breaks = `
    const { write } = process.stdout;
    process.stdout.write = function (...said) {
      setImmediate(() => { throw new TypeError('The database connection is not open'); });
      return write.apply(this, said);
    };`;
  const stage = new Stage({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(breaks)}` });
  const { code, stderr } = await sotto(['config', 'path'], stage);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^sotto: internal error: The database .* --debug .*\n$/);
});
