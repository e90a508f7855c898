import { spawn } from 'node:child_process';
import { sanitize } from '../../domain/sanitize.ts';
import type { Terminal } from './guard.ts';
import type { TerminalSettings } from './streams.ts';

/** Programs that put what they are given into the clipboard, the likeliest first, on a platform as in `process.platform`. */
export const clipboardPrograms = (platform: string): readonly (readonly [string, ...string[]])[] => {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip.exe']];
  return [['wl-copy'], ['xclip', '-selection', 'clipboard'], ['clip.exe']];
};

/** Windows reads what has no mark of its encoding as that of old programs. */
const asRead = (program: string, text: string): string | Buffer =>
  program === 'clip.exe' ? Buffer.from(`\ufeff${text}`, 'utf16le') : text;

/** Gives a text to the first of these programs that is there; without a shell, and what goes wrong is nobody's concern. */
export const copyBy = (
  programs: readonly (readonly [string, ...string[]])[],
  text: string,
  env: NodeJS.ProcessEnv,
): void => {
  const [first, ...others] = programs;
  if (first === undefined) return;
  const [program, ...words] = first;
  const child = spawn(program, words, { env, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true });
  child.on('error', () => copyBy(others, text, env));
  child.stdin.on('error', () => undefined);
  child.stdin.end(asRead(program, text));
  child.unref();
};

/** The clipboard of whoever sits at the terminal. */
export class Clipboard {
  readonly #terminal: Pick<Terminal, 'write'>;
  readonly #copiesHere: boolean;

  constructor(terminal: Pick<Terminal, 'write'>, { copiesHere }: Pick<TerminalSettings, 'copiesHere'>) {
    this.#terminal = terminal;
    this.#copiesHere = copiesHere;
  }

  /**
   * Puts a text there, by the terminal where that lets programs do so (OSC 52), by a program of this machine beside it. What a
   * terminal would act on when it is pasted is left out.
   */
  copy(written: string): void {
    const text = sanitize(written, { newlines: true });
    this.#terminal.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
    if (this.#copiesHere) copyBy(clipboardPrograms(process.platform), text, process.env);
  }
}
