import { createInterface } from 'node:readline/promises';
import { setImmediate } from 'node:timers/promises';
import type { Person, Progress } from '../app/person.ts';
import { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';
import { editText } from '../tui/terminal/editor.ts';
import type { Output } from './output.ts';

const mostBytes = 16 * 1024 * 1024;
const stepSize = 250;
const clearLine = '\r\x1b[2K';

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim().toLowerCase();
  } finally {
    lines.close();
  }
}

async function input(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes)
      throw new SottoError('usage', 'too_large', 'standard input holds more than 16 MiB of text');
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Progress shows on standard error when that is a terminal; Ctrl+C stops the work at its next step. */
async function* watch<T>(work: (progress: Progress) => AsyncIterable<T>): AsyncIterable<T> {
  let isStopped = false;
  let stage = '';
  let count = 0;
  const stop = () => {
    isStopped = true;
  };
  const isShown = process.stderr.isTTY === true;
  const pause = async () => {
    if (isShown) process.stderr.write(`${clearLine}${sanitize(stage)}: ${count}`);
    await setImmediate();
    if (isStopped) throw new SottoError('interrupted', 'interrupted', 'stopped; nothing of it was kept');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    yield* work({
      step(now) {
        count = now === stage ? count + 1 : 1;
        stage = now;
        return count === 1 || count % stepSize === 0 ? pause() : undefined;
      },
    });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    if (isShown) process.stderr.write(clearLine);
  }
}

/** Whoever runs this command: asked on their terminal, told on standard error. */
export const atTheTerminal = (out: Output): Person => ({
  ...(out.isTerminal && { terminal: process.stdout }),
  canAnswer: process.stdin.isTTY === true,
  tell: (text) => out.talk(text),
  ask,
  edit: (text, file) => editText(text, process.env, file),
  input,
  watch,
});
