import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SottoError } from '../../src/domain/errors.ts';
import { headless, inTerminal, processorOf } from './processes.ts';
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

/** Throws SottoError `not_built` where the program is not built. */
export const requireBuilt = (): void => {
  if (existsSync(built)) return;
  throw new SottoError('failed', 'not_built', 'dist is missing; run `npm run build` first');
};

const say = ['say', 'And let nobody answer.', '--no-reply'];
/** What is done before each start of "after a say", unmeasured: a line that is answered, and leaves work behind. */
const sayBefore = ['say', 'Is anybody there?'];

type Samples = Record<string, { wall: number[]; processor: number[] }>;

/** The built program from nothing: to the first frame, to the composer, and commands. Baseline: bare node. */
export async function startup(scene: Scene): Promise<Measured[]> {
  requireBuilt();
  const [flags, said] = [scene.flags(scene.copyOf(short)), scene.flags(scene.copyOf(short))];
  const commands = { chats: ['chats'], log: ['log', '--tail', '20'], say };
  const signs = { 'first frame': endOfFrame, composer: rule };
  const samples: Samples = {};
  const take = (name: string, kind: 'wall' | 'processor', ms: number | undefined): void => {
    samples[name] ??= { wall: [], processor: [] };
    samples[name][kind].push(ms!);
  };
  const screen = async (after: string, args: readonly string[], before: () => Promise<unknown>) => {
    for (const kind of ['wall', 'processor'] as const) {
      await before();
      const at = kind === 'wall' ? inTerminal : processorOf;
      const times = await at([program, ...args], Object.values(signs));
      for (const [index, name] of Object.keys(signs).entries()) take(`${name}${after}`, kind, times[index]);
    }
  };
  const ended = async (name: string, args: readonly string[]) => {
    take(name, 'wall', await headless(args));
    take(name, 'processor', (await processorOf(args, []))[0]);
  };
  for (let run = 0; run < runs; run += 1) {
    await screen('', flags, async () => {});
    await screen(' after a say', said, () => headless([program, ...sayBefore, ...said]));
    for (const [name, args] of Object.entries(commands))
      await ended(`sotto ${name}`, [program, ...args, ...flags]);
    await ended('bare', bareNode);
    take('terminal', 'wall', (await inTerminal(bareNode, []))[0]);
  }
  const { bare, terminal, ...measured } = samples;
  return Object.entries(measured).map(([name, { wall, processor }]) => ({
    case: name,
    unit: 'ms',
    samples: wall,
    baseline: (name.startsWith('sotto') ? bare! : terminal!).wall,
    processor: { samples: processor, baseline: bare!.processor },
  }));
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
