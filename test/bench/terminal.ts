import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { longest } from '../limit.ts';
import type { Measured } from './report.ts';
import { sized } from './size.ts';

/** The built program. */
export const program = fileURLToPath(new URL('../../bin/sotto.js', import.meta.url));
const settleMs = sized(2000, 200);

/** End of a frame (synchronized output). */
export const endOfFrame = '\x1b[?2026l';
/** Longer than the screen waits between two frames, so that a key finds it at rest. */
const restMs = 45;
const patienceMs = sized(30_000, longest);

/** What the screen asks last of a terminal, and the answer of one: who gives none is waited for at each Esc. */
const [asked, answer] = ['\x1b[c', '\x1b[?62c'];

/** What one question cost: wall from the write to the last byte of the answer, CPU of the process until it was at rest. */
export interface Answer {
  readonly ms: number;
  /** Milliseconds; null where the system does not tell. */
  readonly cpu: number | null;
  readonly text: string;
}

/** A program in a pseudo-terminal of 120 × 40, asked one thing at a time. */
export class MeasuredTerminal {
  readonly #pty: pty.IPty;
  #heard: (data: string) => void = () => {};

  constructor(file: string, args: readonly string[]) {
    const { CI: _, NO_COLOR: __, ...rest } = process.env;
    const env = { ...(rest as Record<string, string>), TERM: 'xterm-256color' };
    this.#pty = pty.spawn(file, [...args], { cols: 120, rows: 40, env });
    this.#pty.onData((data) => {
      if (data.includes(asked)) this.write(answer);
      this.#heard(data);
    });
  }

  write(text: string): void {
    this.#pty.write(text);
  }

  resize(columns: number): void {
    this.#pty.resize(columns, 40);
  }

  /** Does `act` and waits until the output since then `is` the whole answer. Throws when that takes 30 s. */
  async ask(act: () => void, is: (output: string) => boolean = isFrame): Promise<Answer> {
    const cpu = this.cpu();
    const before = performance.now();
    let text = '';
    const answered = this.until((data) => {
      text += data;
      return is(text);
    });
    act();
    const ms = (await answered) - before;
    await sleep(restMs);
    const after = this.cpu();
    return { ms, cpu: cpu === null || after === null ? null : after - cpu, text };
  }

  /** Hands `hear` what comes until it says that this was all; the time of that. Throws when that takes 30 s. */
  until(hear: (data: string) => boolean, patience = patienceMs): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('the terminal did not show what was awaited')),
        patience,
      );
      this.#heard = (data) => {
        const now = performance.now();
        if (!hear(data)) return;
        clearTimeout(late);
        this.#heard = () => {};
        resolve(now);
      };
    });
  }

  /** Milliseconds that all threads of the process have run so far; null where the system does not tell. */
  cpu(): number | null {
    try {
      const tasks = `/proc/${this.#pty.pid}/task`;
      const ran = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
      return readdirSync(tasks).reduce((sum, task) => sum + ran(task), 0) / 1e6;
    } catch {
      return null;
    }
  }

  /** MiB of memory that the process holds (VmRSS); null where the system does not tell. */
  memory(): number | null {
    try {
      const status = readFileSync(`/proc/${this.#pty.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    } catch {
      return null;
    }
  }

  kill(): void {
    this.#pty.kill('SIGKILL');
  }
}

const isFrame = (output: string): boolean => output.endsWith(endOfFrame);

/** Milliseconds that a terminal takes to hand each of these answers to `cat` and back: the least that they can cost. */
export async function echoed(answers: readonly Answer[]): Promise<number[]> {
  const cat = new MeasuredTerminal('sh', ['-c', 'stty raw -echo; echo ready; exec cat']);
  await cat.until((data) => data.includes('ready'));
  await sleep(restMs);
  const samples: number[] = [];
  for (const { text } of answers) {
    const { ms } = await cat.ask(
      () => cat.write(text),
      (output) => output.length >= text.length,
    );
    samples.push(ms);
  }
  cat.kill();
  return samples;
}

/** The built program with these flags, just started. */
export const startedScreen = (flags: readonly string[]): MeasuredTerminal =>
  new MeasuredTerminal(process.execPath, [program, ...flags]);

/** The built program with these flags, once it is at rest. */
export async function openedScreen(flags: readonly string[]): Promise<MeasuredTerminal> {
  const terminal = startedScreen(flags);
  await terminal.until((data) => data.includes('─'.repeat(40)));
  await sleep(settleMs);
  return terminal;
}

/** A line of the report for the memory that is held now; none where the system does not tell. */
export const memory = (what: string, terminal: MeasuredTerminal): Measured[] => {
  const held = terminal.memory();
  return held === null ? [] : [{ case: `memory ${what}`, unit: 'MiB', samples: [held] }];
};
