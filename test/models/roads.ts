import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runningServers, stopServer } from '../../src/models/server/hold.ts';
import { llamaServerOn } from '../../src/models/server/program.ts';
import { bundled } from '../bundled.ts';
import { type Run, sotto } from '../cli/sotto.ts';
import { writeTinyModel } from '../gguf/tiny-model.ts';
import { freshFolder } from '../histories.ts';

/** A way to run a model file. */
export interface Road {
  readonly name: string;
  /** What is to be on the path in a folder of its own. */
  readonly put: (folder: string) => string;
}

const standIn = await bundled(fileURLToPath(new URL('stand-in.ts', import.meta.url)));
const real = llamaServerOn(process.env);

const putStandIn = (folder: string): string => {
  const file = join(folder, 'llama-server');
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
};

/** The stand-in, and the real one where this machine has it. */
export const serverRoads: readonly Road[] = [
  { name: 'a stand-in for llama-server', put: putStandIn },
  ...(real === null ? [] : [{ name: 'llama-server', put: () => dirname(real) }]),
];

/** A machine of its own: a folder with a tiny model, a path, and a place for records. */
export class Machine {
  readonly folder: string;
  readonly data: string;
  readonly model: string;
  readonly env: Record<string, string>;
  readonly records: string;

  constructor(road: Road | null, env: Record<string, string> = {}) {
    const { folder, remove } = freshFolder();
    this.folder = folder;
    this.data = join(folder, 'data');
    this.model = join(folder, 'tiny.gguf');
    writeTinyModel(this.model);
    for (const name of ['bin', 'run']) mkdirSync(join(folder, name), { mode: 0o700 });
    const own = road ? [road.put(join(folder, 'bin'))] : [];
    // What the keeper and the stand-in need, and no llama-server that happens to be there.
    const others = ['/usr/bin', '/bin'].filter((one) => !existsSync(join(one, 'llama-server')));
    this.records = join(folder, 'run', 'sotto');
    this.env = {
      PATH: [...own, ...others].join(delimiter),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      SOTTO_BACKEND_KIND: 'auto',
      SOTTO_BACKEND_KEEP_ALIVE: '600',
      STAND_IN_LOG: join(folder, 'starts'),
      ...env,
    };
    onTestFinished(async () => {
      if (existsSync(this.records))
        await Promise.all((await runningServers(this.records)).map(({ record }) => stopServer(record)));
      remove();
    });
  }

  run(...args: string[]): Promise<Run> {
    return sotto(args, this);
  }

  /** A chat to write in, made by a model-less run. */
  async chat(): Promise<void> {
    const cards = fileURLToPath(new URL('../../cards/the-last-ferry.json', import.meta.url));
    const { code, stderr } = await this.run('--backend', 'understudy', 'new', cards);
    if (code !== 0) throw new Error(stderr);
  }

  /** Each start of the stand-in, with the flags that it was given. */
  starts(): { pid: number; flags: string[] }[] {
    const file = join(this.folder, 'starts');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
}

/** Whether a process is there, and no mere corpse. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
};
