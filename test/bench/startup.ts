import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { SottoError } from '../../src/domain/errors.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { sized } from './size.ts';

/** The program as it is installed. */
export const program = fileURLToPath(new URL('../../bin/sotto.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
export const bareNode = ['-e', '0'];
const runs = sized(25, 1);
const short = 1000;
/** Messages of the longest chat; fewer are written sooner. */
const longest = Number(process.env.SOTTO_BENCH_MESSAGES ?? 1_000_000);
/** End of a frame (synchronized output), and the rule above the composer. */
const endOfFrame = '\x1b[?2026l';
const rule = '─'.repeat(40);

/** Milliseconds from start to end of a node process without a terminal. */
export const headless = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const before = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - before);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });

/** Milliseconds until each of `signs` stood in the output of a node process in a terminal; its end without signs. */
export const inTerminal = (args: readonly string[], signs: readonly string[]): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const { CI: _, NO_COLOR: __, ...env } = process.env;
    const options = {
      cols: 80,
      rows: 24,
      env: { ...(env as Record<string, string>), TERM: 'xterm-256color' },
    };
    const before = performance.now();
    const child = pty.spawn(process.execPath, [...args], options);
    const seen: number[] = [];
    let output = '';
    child.onData((data) => {
      output += data;
      while (seen.length < signs.length && output.includes(signs[seen.length]!))
        seen.push(performance.now() - before);
      if (signs.length > 0 && seen.length === signs.length) child.kill('SIGKILL');
    });
    child.onExit(({ exitCode }) => {
      if (signs.length === 0) resolve([performance.now() - before]);
      else if (seen.length === signs.length) resolve(seen);
      else reject(new Error(`sotto ended with ${exitCode} before it had painted:\n${output}`));
    });
  });

/** Throws SottoError `not_built` where the program is not built. */
export const requireBuilt = (): void => {
  if (existsSync(built)) return;
  throw new SottoError('failed', 'not_built', 'dist is missing; run `npm run build` first');
};

const say = ['say', 'And let nobody answer.', '--no-reply'];

/** The built program from nothing: to the first frame, to the composer, and commands. Baseline: bare node. */
export async function startup(scene: Scene): Promise<Measured[]> {
  requireBuilt();
  const flags = scene.flags(scene.copyOf(short));
  const commands = { chats: ['chats'], log: ['log', '--tail', '20'], say };
  const samples = { frame: [], composer: [], terminal: [], bare: [] } as Record<string, number[]>;
  for (let run = 0; run < runs; run += 1) {
    const [frame, composer] = await inTerminal([program, ...flags], [endOfFrame, rule]);
    samples.frame!.push(frame!);
    samples.composer!.push(composer!);
    samples.terminal!.push(...(await inTerminal(bareNode, [])));
    for (const [name, args] of Object.entries(commands)) {
      samples[name] ??= [];
      samples[name].push(await headless([program, ...args, ...flags]));
    }
    samples.bare!.push(await headless(bareNode));
  }
  const { frame, composer, terminal, bare: alone } = samples;
  return [
    { case: 'first frame', unit: 'ms', samples: frame!, baseline: terminal! },
    { case: 'composer', unit: 'ms', samples: composer!, baseline: terminal! },
    ...Object.keys(commands).map((name) => ({
      case: `sotto ${name}`,
      unit: 'ms' as const,
      samples: samples[name]!,
      baseline: alone!,
    })),
  ];
}

/** `sotto say` in the longest chat, which is long in writing. Baseline: in a short one. */
export async function long(scene: Scene): Promise<Measured[]> {
  requireBuilt();
  const [flags, shortFlags] = [longest, short].map((count) => scene.flags(scene.copyOf(count)));
  const [samples, baseline] = [[], []] as [number[], number[]];
  for (let run = 0; run < runs; run += 1) {
    samples.push(await headless([program, ...say, ...flags!]));
    baseline.push(await headless([program, ...say, ...shortFlags!]));
  }
  return [{ case: `say at ${longest.toLocaleString('en')}`, unit: 'ms', samples, baseline }];
}
