import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asStoreError } from '../../src/store/database/store-error.ts';
import { builtProgram } from './built.ts';
import { atTheInn, innCard } from './inn.ts';
import type { Stage } from './sotto.ts';

const program = builtProgram();
const alone = ['--user', '--map-root-user', '--mount'];

/** Whether a file system can be mounted for a process of ours alone, as on most Linux without any right. */
const mounts = spawnSync('unshare', [...alone, 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0;

/** What steps of a shell print, run where a file system of this size is mounted at `$D` for them alone; `s` is sotto with its data there. */
function onDisk(stage: Stage, size: string, steps: string): string {
  const at = join(stage.folder, 'disk');
  mkdirSync(at);
  const script = `exec 2>&1; D='${at}'; mount -t tmpfs -o size=${size} none "$D"
    s() { '${process.execPath}' '${program}' --data "$D/data" --backend understudy "$@"; echo "exit $?"; }
    ${steps}`;
  const { CI: _, ...rest } = process.env;
  const env = { ...rest, HOME: stage.folder };
  return spawnSync('unshare', [...alone, 'sh', '-c', script], {
    encoding: 'utf8',
    env,
    cwd: stage.folder,
  }).stdout;
}

const leftOver = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('.sotto-'));
const before = leftOver();
afterEach(() => expect(leftOver()).toEqual(before));

describe.skipIf(!mounts)('a disk of its own', () => {
  test('that is full: who says or reads something is told that it is, and what to do', async () => {
    const stage = await atTheInn();
    const card = stage.file('card.json', JSON.stringify(innCard));
    const said = onDisk(
      stage,
      '8m',
      `s new '${card}' --title Full >/dev/null
       dd if=/dev/zero of="$D/rest" bs=4k >/dev/null 2>&1
       s say 'One more.' --no-reply; s log; s backup "$D/mine.db"; s restore '${join(stage.data, 'sotto.db')}'
       rm "$D/rest"; s log --json; ls "$D/data/backups" 2>/dev/null`,
    );
    const lines = said.split('\n');
    expect(lines.filter((line) => line === 'exit 5').length).toBe(4);
    const told = lines.filter((line) => line.startsWith('sotto: '));
    expect(told).toHaveLength(4);
    for (const line of told) expect(line).toMatch(/the disk is full; free some space/);
    expect(said).not.toContain('SQLITE');
    expect(said).toContain(innCard.first_msg);
    expect(said).not.toContain('before-restore');
  });

  test('that is read-only: a copy is read, with what stood in the log of the store alone, and nothing is written', async () => {
    const stage = await atTheInn();
    await stage.json('backup', join(stage.folder, 'good.db'));
    const said = onDisk(
      stage,
      '64m',
      `cp -r '${stage.data}' "$D/data"
       '${process.execPath}' -e "
         const { writeFileSync, readFileSync } = require('fs');
         const Database = require('${join(process.cwd(), 'node_modules/better-sqlite3')}');
         const file = '$D/data/sotto.db'; const sqlite = new Database(file); sqlite.prepare('SELECT 1 FROM chat').get();
         require('child_process').execFileSync(process.execPath, ['${program}', '--data', '$D/data', '--backend', 'understudy', 'say', 'In the log alone.', '--no-reply']);
         const parts = ['', '-wal'].map((part) => [file + part, readFileSync(file + part)]); sqlite.close();
         for (const [part, bytes] of parts) writeFileSync(part, bytes)"
       md5sum "$D/data/sotto.db" "$D/data/sotto.db-wal"; mount -o remount,ro "$D"
       s log --json; echo ---; s say 'Hm.' --no-reply; s pin last; s persona add Ann 'A fisher.'; s restore '${join(stage.folder, 'good.db')}'
       echo ---; s backup '${join(stage.folder, 'out.db')}'; echo ---; s verify; md5sum "$D/data/sotto.db" "$D/data/sotto.db-wal"; ls -A "$D/data"`,
    );
    const [read = '', refused = '', copied = '', rest = ''] = said.split('---');
    expect(read).toMatch(/sotto\.db or its directory cannot be written: a copy of it is read/);
    expect(read).toContain('In the log alone.');
    expect(read).toContain('exit 0');
    expect(refused.match(/exit 5/g)).toHaveLength(3);
    expect(refused.match(/disk\/data\/sotto\.db cannot be written: .*read-only/g)).toHaveLength(3);
    expect(refused).toMatch(/disk\/data .*read-only.*\nexit 2/);
    expect(refused).not.toMatch(/internal error|SQLITE/);
    expect(copied).toContain('exit 0');
    expect(existsSync(join(stage.folder, 'out.db'))).toBe(true);
    expect(rest).toContain('replay and store agree');
    const sums = (text: string) => text.match(/^[0-9a-f]{32} .*$/gm);
    expect(sums(rest)).toEqual(sums(read));
    expect(rest.trim().split('\n').at(-1)).not.toContain('shm');
  });
});

test('what SQLite says where the disk is full is said as that, and anything else as what it is', () => {
  const failure = (code: string) => Object.assign(new Error('disk I/O error'), { code });
  const said = (code: string, isFull: boolean) => asStoreError(failure(code), '/data/sotto.db', () => isFull);
  for (const code of ['SQLITE_IOERR_SHMSIZE', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_WRITE'])
    expect(said(code, true)).toMatchObject({ code: 'disk_full', message: /full; free some space/ });
  for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
    expect(said(code, false)).toMatchObject({ code: 'disk_full' });
  expect(said('SQLITE_IOERR_WRITE', false)).toMatchObject({ code: 'disk_failed', message: /its disk fails/ });
  expect(said('SQLITE_CANTOPEN', false)).toMatchObject({ code: 'store_unreachable' });
});
