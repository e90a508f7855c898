import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { builtProgram } from './built.ts';

/** How the program is started: its arguments, and where. */
export interface Start {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
}

/** What it left behind. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Loader {
  load(program: string): Program;
}

interface Program {
  /** The command that this process was started for. */
  readonly ended: Promise<void>;
  run(args: readonly string[]): Promise<void>;
}

const loader = createRequire(import.meta.url)('../../bin/load.js') as Loader;
const program = builtProgram().replace('bin/sotto.js', 'dist/main.cjs');
/** Held by the process, as all of `src` is: modules of tests are loaded anew for each file. */
const holder = globalThis as { builtProgram?: Program };

/** Starts the program for this command, as its own process would, the first time; later commands are run by the one at hand. */
async function carriedOut(args: readonly string[]): Promise<void> {
  if (holder.builtProgram) return holder.builtProgram.run(args);
  holder.builtProgram = loader.load(program);
  await holder.builtProgram.ended;
}

const events = ['uncaughtException', 'SIGINT', 'SIGTERM'] as const;
const streams = ['stdout', 'stderr'] as const;

/** Puts streams of its own in the place of the process's; `restore` puts those back and drops listeners that came since. */
function takeStreams(stdin: string) {
  const said = { stdout: '', stderr: '' };
  const writes = streams.map((name) => process[name].write);
  const known = events.map((event) => process.listeners(event as 'SIGINT'));
  const failures = streams.map((name) => process[name].listeners('error'));
  const input = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
  for (const name of streams) {
    process[name].write = ((text: string | Uint8Array) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    }) as typeof process.stdout.write;
  }
  const given = stdin === '' ? [] : [Buffer.from(stdin)];
  Object.defineProperty(process, 'stdin', { value: Readable.from(given), configurable: true });
  const restore = (): void => {
    Object.defineProperty(process, 'stdin', input);
    for (const [at, name] of streams.entries()) {
      process[name].write = writes[at] as typeof process.stdout.write;
      for (const listener of process[name].listeners('error'))
        if (!failures[at]?.includes(listener)) process[name].off('error', listener as () => void);
    }
    for (const [at, event] of events.entries())
      for (const listener of process.listeners(event as 'SIGINT'))
        if (!known[at]?.includes(listener)) process.off(event, listener);
  };
  return { said, restore };
}

/** Makes the environment of this process that one; what Node asks the system for, such as the home, goes by it. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  const now = { ...process.env };
  for (const name of Object.keys(now)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value !== now[name]) process.env[name] = value;
}

async function once({ args, folder, env, stdin }: Start): Promise<Ended> {
  const before = { argv: process.argv, env: { ...process.env }, folder: process.cwd() };
  const { said, restore } = takeStreams(stdin);
  process.argv = [process.execPath, program, ...args];
  setEnvironment(env);
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    await carriedOut(args);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = undefined;
    process.chdir(before.folder);
    process.argv = before.argv;
    setEnvironment(before.env);
    restore();
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built program in this process, one command after the other: what a start of Node and of the program costs is paid
 * once. For what needs a process of its own (signals, several at once, a terminal), start one.
 */
export function runHere(start: Start): Promise<Ended> {
  const run = last.then(() => once(start));
  last = run.catch(() => undefined);
  return run;
}
