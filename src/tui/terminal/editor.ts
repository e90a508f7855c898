import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import type { Guard } from './guard.ts';
import type { Painter } from './painter.ts';

/** What is started to edit a file: a program and its words, or a line for the system's own shell. */
export interface EditorRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** The editor that a human has chosen: $VISUAL, $EDITOR, else the one that every machine of a platform has. */
export const editorOf = (env: NodeJS.ProcessEnv, platform: string): string =>
  env.VISUAL || env.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');

/**
 * How an editor is run with a file on a platform, as in `process.platform`. What stands in quotes is one word. On Windows the
 * shell runs it, for there editors are often scripts, which nothing else can start.
 */
export function editorRun(editor: string, file: string, platform: string): EditorRun {
  if (platform === 'win32') return { program: `${editor} "${file}"`, args: [], shell: true };
  const words = [...editor.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  const [program = editor, ...args] = words;
  return { program, args: [...args, file], shell: false };
}

const runEditor = ({ program, args, shell }: EditorRun): Promise<number | null> => {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', shell });
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
  const command = editorOf(env, process.platform);
  const folder = await mkdtemp(join(tmpdir(), 'sotto-'));
  const file = join(folder, name);
  try {
    await writeFile(file, text, { mode: 0o600 });
    const code = await runEditor(editorRun(command, file, process.platform));
    const written = code === 0 ? await readFile(file, 'utf8') : null;
    return written?.replaceAll('\r\n', '\n').replace(/\n$/, '') ?? null;
  } catch (error) {
    const message = `the editor "${command}" did not start: set EDITOR to an installed program`;
    throw new SottoError('failed', 'no_editor', message, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What of a screen makes room for an editor and takes the terminal back. */
interface Screened {
  readonly stdin: { pause(): unknown; resume(): unknown };
  readonly painter: Pick<Painter, 'stop'>;
  readonly guard: Pick<Guard, 'lend' | 'resume'>;
}

/** As `editText`, in the terminal of a screen, which is that of the editor until it ends. */
export const editOutside = async (
  { stdin, painter, guard }: Screened,
  text: string,
  name?: string,
): Promise<string | null> => {
  painter.stop();
  guard.lend();
  stdin.pause();
  try {
    return await editText(text, process.env, name);
  } finally {
    stdin.resume();
    guard.resume();
  }
};
