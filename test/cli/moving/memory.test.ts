import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtProgram } from '../built.ts';
import { Stage } from '../sotto.ts';

const usage = fileURLToPath(new URL('../../bench/usage.cjs', import.meta.url));
const most = 256 * 1024 * 1024;

/** How an import ends, in a process of its own, and the memory that it takes at its most. */
function imported(stage: Stage, ...args: string[]): { code: number | null; memory: number } {
  const run = ['--require', usage, builtProgram(), '--data', stage.data, ...args];
  const { status, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
  return { code: status, ...JSON.parse(stderr.trim().split('\n').at(-1) ?? '') };
}

const said = (at: number) =>
  JSON.stringify({
    name: at % 2 ? 'Ann' : 'Bob',
    is_user: at % 2 === 1,
    mes: 'It rains on. '.repeat(800) + at,
  });
const chat = () => ['{"user_name":"Ann"}', ...Array.from({ length: 5000 }, (_, at) => said(at))].join('\n');
const swipes = Array.from({ length: 99_999 }, (_, at) => `s${at}${'x'.repeat(60)}`);
const swiped = () =>
  ['{"user_name":"Ann"}', ...Array.from({ length: 5 }, () => swipes)]
    .map((one) => (typeof one === 'string' ? one : JSON.stringify({ name: 'Bob', mes: one[0], swipes: one })))
    .join('\n');
const entry = (uid: number) =>
  `"${uid}":${JSON.stringify({ uid, key: [`lantern${uid}`], content: 'It burns. '.repeat(60), order: uid })}`;
const book = () => `{"entries":{${Array.from({ length: 80_000 }, (_, uid) => entry(uid)).join()}}}`;

test.each<[string, number, string[], () => string]>([
  ['a chat of 52 MB', 0, ['chat', 'import'], chat],
  ['a chat whose lines have 99,999 swipes', 0, ['chat', 'import'], swiped],
  ['a lorebook of 52 MB', 0, ['lore', 'import'], book],
  ['a line of 60 MB', 2, ['chat', 'import'], () => `${chat().slice(0, 100_000)}${'x'.repeat(60_000_000)}`],
  ['a list of five million values', 2, ['lore', 'import'], () => `{"entries":[${'[],'.repeat(5_000_000)}0]}`],
])('%s takes no more than 256 MiB of memory', (_, code, command, text) => {
  const stage = new Stage();
  const run = imported(stage, ...command, stage.file('Large.json', text()));
  expect(run.code).toBe(code);
  expect(run.memory).toBeLessThan(most);
});
