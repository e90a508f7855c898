import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import type { Guard } from './guard.ts';
import type { Painter } from './painter.ts';

const runEditor = (command: string, file: string): Promise<number | null> => {
  const [program = command, ...args] = command.split(/\s+/);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, file], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', resolve);
  });
};

/**
 * The text after the human's editor had it, in a file of this name; null when the editor gave up. Rejects with
 * SottoError when it cannot run.
 */
export const editText = async (
  text: string,
  env: NodeJS.ProcessEnv,
  name = 'message.md',
): Promise<string | null> => {
  const command = env.VISUAL || env.EDITOR || 'vi';
  const folder = await mkdtemp(join(tmpdir(), 'sotto-'));
  const file = join(folder, name);
  try {
    await writeFile(file, text, { mode: 0o600 });
    const code = await runEditor(command, file);
    return code === 0 ? (await readFile(file, 'utf8')).replace(/\n$/, '') : null;
  } catch (error) {
    const message = `the editor "${command}" did not start: set EDITOR to a program that is installed`;
    throw new SottoError('failed', 'no_editor', message, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What of a screen makes room for an editor and takes the terminal back. */
interface Screened {
  readonly stdin: { pause(): unknown; resume(): unknown };
  readonly painter: Pick<Painter, 'stop'>;
  readonly guard: Pick<Guard, 'restore' | 'resume'>;
}

/** As `editText`, in the terminal of a screen, which is that of the editor until it ends. */
export const editOutside = async (
  { stdin, painter, guard }: Screened,
  text: string,
  name?: string,
): Promise<string | null> => {
  painter.stop();
  guard.restore();
  stdin.pause();
  try {
    return await editText(text, process.env, name);
  } finally {
    stdin.resume();
    guard.resume();
  }
};
