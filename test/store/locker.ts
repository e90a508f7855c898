import { type ChildProcess, spawn } from 'node:child_process';
import { file } from './folder.ts';

/** Another process that holds the store until it is killed. */
export function locker(): Promise<ChildProcess> {
  const script = `
    const sqlite = new (require('better-sqlite3'))(process.argv[1]);
    sqlite.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS hold (n); INSERT INTO hold VALUES (1)');
    console.log('held');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the locker left with ${code}`)));
  });
}
