import { type ChildProcess, spawn } from 'node:child_process';

/** How long a contender holds a store at most, and leaves it to others, in milliseconds; each time anew at random where `isRandom`. */
export interface Holding {
  readonly hold: number;
  readonly pause: number;
  readonly isRandom?: boolean;
}

const script = `
  const sqlite = new (require('better-sqlite3'))(process.argv[1], { timeout: 60_000 });
  const [hold, pause, isRandom] = process.argv.slice(2).map(Number);
  const ms = (most) => (isRandom ? Math.random() * most : most);
  const again = () => {
    sqlite.exec('BEGIN IMMEDIATE');
    setTimeout(() => {
      sqlite.exec('ROLLBACK');
      setTimeout(again, ms(pause));
    }, ms(hold));
  };
  again();
  console.log('held');
`;

/** Another process that holds the lock of a store again and again, until it is killed. */
export function contender(of: string, { hold, pause, isRandom = false }: Holding): Promise<ChildProcess> {
  const args = ['-e', script, of, hold, pause, Number(isRandom)].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the contender left with ${code}`)));
  });
}

/** Kills a process and waits until it is gone. */
export const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
