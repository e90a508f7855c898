import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { builtProgram } from './built.ts';
import { runHere } from './in-process.ts';

const program = builtProgram();

/** An object of `--json`: the fields of all its types together, as far as tests read them. */
export interface Line {
  readonly [field: string]: unknown;
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly cast: readonly string[];
  readonly speaker: string;
  readonly text: string;
  readonly knownTo: readonly string[];
  readonly perceived: readonly string[];
  readonly prompt: string;
  readonly url: string;
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** What a run of the program left behind; `lines` are the objects on stdout, empty without `--json`. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly Line[];
}

/** Where and how to run; `folder` is the current folder and the home, `data` what `--data` says, if anything. */
export interface RunOptions {
  readonly folder: string;
  readonly data?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

/** The environment of a stranger's script: nothing of this machine's sotto or CI, and no model server. */
const environment = ({ folder, env }: RunOptions): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SOTTO_|XDG_|CI$|NO_COLOR$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), HOME: folder, SOTTO_BACKEND_KIND: 'understudy', ...env };
};

/** Starts the program without waiting for its end. */
export const start = (args: readonly string[], options: RunOptions): ChildProcess =>
  spawn(process.execPath, [program, ...withData(args, options)], {
    cwd: options.folder,
    env: environment(options),
  });

/** Collects what a started program says until it ends. */
export async function ended(child: ChildProcess): Promise<Run> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...said, lines: linesOf(child.spawnargs, said.stdout) };
}

const linesOf = (args: readonly string[], stdout: string): Line[] =>
  args.includes('--json')
    ? stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];

const withData = (args: readonly string[], { data }: RunOptions): string[] => [
  ...(data ? ['--data', data] : []),
  ...args,
];

/** Runs the built program as a script would, without a terminal, in a process of its own. */
export function sotto(args: readonly string[], options: RunOptions): Promise<Run> {
  const child = start(args, options);
  child.stdin?.on('error', () => undefined).end(options.stdin ?? '');
  return ended(child);
}

/** A data folder of its own and the program run on it, for one test. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'sotto-cli-'));
  readonly data = join(this.folder, 'data');
  readonly env: NonNullable<RunOptions['env']>;

  constructor(env: NonNullable<RunOptions['env']> = {}) {
    this.env = env;
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Writes a file beside the data folder. Returns its path. */
  file(name: string, content: string | Uint8Array): string {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, name), content);
    return join(this.folder, name);
  }

  /** Runs the built program; see `runHere`. */
  run(...args: string[]): Promise<Run> {
    return this.feed('', ...args);
  }

  /** Like `run`, with this on standard input. */
  async feed(stdin: string, ...args: string[]): Promise<Run> {
    mkdirSync(this.folder, { recursive: true });
    const { folder } = this;
    const run = await runHere({ args: withData(args, this), folder, env: environment(this), stdin });
    return { ...run, lines: linesOf(args, run.stdout) };
  }

  /** The lines of a run with `--json` that must go well and has nothing to add. */
  async json(...args: string[]): Promise<readonly Line[]> {
    const { code, stderr, lines } = await this.run(...args, '--json');
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return lines;
  }

  /** What a run without `--json` prints, which must go well and has nothing to add. */
  async text(...args: string[]): Promise<string> {
    const { code, stderr, stdout } = await this.run(...args);
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  /** Expects a run to be refused with this exit code: one line on stderr, with `--json` its object on stdout. */
  async refusal(code: number, ...args: string[]): Promise<Line> {
    const run = await this.run(...args, '--json');
    expect(run.code, `${args.join(' ')}\n${run.stdout}${run.stderr}`).toBe(code);
    const error = run.lines.at(-1);
    if (!error) throw new Error('no error object');
    expect(error).toEqual({
      type: 'error',
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.any(String),
    });
    expect(run.stderr.split('\n').filter((line) => line.startsWith('sotto: '))).toEqual([
      `sotto: ${error.message}`,
    ]);
    return error;
  }

  /** Expects the store to be as its log says, everywhere. */
  async isSound(): Promise<void> {
    for (const line of await this.json('verify')) expect(line).toMatchObject({ ok: true, differences: [] });
  }
}

/** The lines of one type. */
export const ofType = (lines: readonly Line[], type: string): Line[] =>
  lines.filter((line) => line.type === type);

/** The texts of the messages among lines, in order. */
export const texts = (lines: readonly Line[]): string[] => ofType(lines, 'message').map(({ text }) => text);
