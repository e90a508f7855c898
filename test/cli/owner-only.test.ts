import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notOnWindows } from '../windows.ts';
import { builtProgram } from './built.ts';
import { atTheInn, innCard } from './inn.ts';
import { ended, Stage, start } from './sotto.ts';

notOnWindows('modes, links and pipes with names');

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Runs the program with a umask of its own. */
const masked = (umask: string, stage: Stage, ...args: string[]): void => {
  const words = [process.execPath, builtProgram(), '--data', stage.data, ...args];
  const env = {
    ...process.env,
    HOME: stage.folder,
    XDG_CONFIG_HOME: `${stage.folder}/.config`,
    SOTTO_BACKEND_KIND: 'understudy',
  };
  execFileSync('sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...words], { cwd: stage.folder, env });
};

test("store, backups, exports and their folders are the owner's alone, whatever the umask", () => {
  const umask = '000';
  const stage = new Stage();
  const card = stage.file('inn.json', JSON.stringify(innCard));
  masked(umask, stage, 'new', card);
  masked(umask, stage, 'persona', 'add', 'Ann', 'tall');
  masked(umask, stage, 'backup');
  masked(umask, stage, 'backup', join(stage.folder, 'mine.db'));
  masked(umask, stage, 'preset', 'save', 'Warm');
  masked(umask, stage, 'preset', 'export', 'Warm');
  masked(umask, stage, 'card', 'export', card, '--to', 'json');
  masked(umask, stage, 'chat', 'export', '--out', join(stage.folder, 'chat.jsonl'));
  masked(umask, stage, 'export', 'sillytavern', join(stage.folder, 'st'));
  masked(umask, stage, 'config', 'init');
  const below = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const written = [stage.data, join(stage.folder, 'st')].flatMap((folder) => [folder, ...below(folder)]);
  const named = ['mine.db', 'chat.jsonl', '.config/sotto', '.config/sotto/config.toml'];
  expect(written.length).toBeGreaterThan(10);
  for (const path of [...written, ...named.map((name) => join(stage.folder, name))])
    expect({ path, mode: modeOf(path) }).toEqual({
      path,
      mode: statSync(path).isDirectory() ? '700' : '600',
    });
});

test('what others may read is tightened when the store is opened, and a folder of other things stays as it is', async () => {
  const stage = await atTheInn();
  await stage.json('backup');
  const [backup = ''] = readdirSync(join(stage.data, 'backups'));
  const paths = [
    stage.data,
    join(stage.data, 'sotto.db'),
    join(stage.data, 'backups'),
    join(stage.data, 'backups', backup),
  ];
  for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  await stage.json('log');
  expect(paths.map(modeOf)).toEqual(['700', '600', '700', '600']);
  chmodSync(stage.data, 0o755);
  writeFileSync(join(stage.data, 'index.html'), '');
  await stage.json('log');
  expect([modeOf(stage.data), modeOf(join(stage.data, 'sotto.db'))]).toEqual(['755', '600']);
});

test('no command follows a link or replaces what is no regular file, --force or not', async () => {
  const stage = await atTheInn();
  await stage.json('persona', 'add', 'Ann', 'tall');
  const card = join(stage.folder, 'inn.json');
  const commands = (path: string) => [
    ['backup', path],
    ['chat', 'export', '--out', path, '--force'],
    ['chat', 'export', '--out', path],
    ['card', 'export', card, '--to', 'json', '--out', path, '--force'],
  ];
  const victim = stage.file('victim.txt', 'mine');
  const at = (name: string) => join(stage.folder, name);
  symlinkSync(victim, at('link'));
  symlinkSync(at('nowhere'), at('dangling'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('fifo')]);
  for (const name of ['link', 'dangling', 'folder', 'fifo', '/dev/null', '/dev/stdout']) {
    const path = name.startsWith('/') ? name : at(name);
    const before = lstatSync(path).mode;
    for (const args of name === 'link' ? commands(path) : commands(path).slice(0, 2))
      expect(await stage.refusal(2, ...args)).toMatchObject({ code: 'bad_file' });
    expect(lstatSync(path).mode).toBe(before);
  }
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(existsSync(at('nowhere'))).toBe(false);
  mkdirSync(at('st'));
  mkdirSync(at('elsewhere'));
  symlinkSync(at('elsewhere'), at('st/chats'));
  expect(await stage.refusal(2, 'export', 'sillytavern', at('st'), '--force')).toMatchObject({
    code: 'bad_file',
  });
  expect(readdirSync(at('elsewhere'))).toEqual([]);
});

test('a backup to a place that cannot be written is one line that says so', async () => {
  const stage = await atTheInn();
  const file = stage.file('file', '');
  for (const path of ['/proc/nothing/mine.db', '/proc/mine.db', join(file, 'mine.db')]) {
    const { code, stderr } = await stage.run('backup', path);
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(/^sotto: .+\n$/);
    expect(stderr).not.toContain('internal error');
  }
});

/** Kills the process that loads it where what it wrote would come to its place. */
const killedAtTheEnd = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.linkSync = fs.renameSync = () => process.kill(process.pid, 'SIGKILL');
  syncBuiltinESMExports();
`;

test('what a killed run was writing is cleaned up by the next one, and nothing else is', async () => {
  const stage = await atTheInn();
  const folder = join(stage.folder, 'out');
  mkdirSync(folder);
  const leftOvers = () => readdirSync(folder).filter((name) => /part|journal/.test(name));
  const atTheEnd = stage.file('killed.mjs', killedAtTheEnd);
  for (const args of [['backup'], ['chat', 'export', '--out']]) {
    const env = { ...stage.env, NODE_OPTIONS: `--import=${atTheEnd}` };
    const { code } = await ended(start([...args, join(folder, args[0] as string)], { ...stage, env }));
    expect({ code, left: leftOvers().length }).toEqual({ code: null, left: 1 });
    const [part = ''] = leftOvers();
    writeFileSync(join(folder, `${part}-journal`), '');
  }
  writeFileSync(join(folder, 'song.1.part'), 'mine');
  writeFileSync(join(folder, 'other.db-journal'), 'mine');
  await stage.json('chat', 'export', '--out', join(folder, 'again.jsonl'), '--force');
  expect(leftOvers().sort()).toEqual(['other.db-journal', 'song.1.part']);
});
