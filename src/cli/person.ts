import { setImmediate } from 'node:timers/promises';
import type { Person, WatchedProgress } from '../app/run/person.ts';
import { SottoError } from '../domain/errors.ts';
import { editText } from '../tui/terminal/editor.ts';
import type { Output } from './output.ts';

const mostBytes = 16 * 1024 * 1024;
const stepSize = 250;

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

const barLength = 20;

/** How much is done, as a bar and in per cent. */
const bar = (share: number): string => {
  const done = Math.round(share * barLength);
  return `${'█'.repeat(done)}${'░'.repeat(barLength - done)} ${Math.floor(share * 100)} % `;
};

/** Progress shows on standard error when that is a terminal; Ctrl+C stops the work at its next step. */
async function* watch<T>(
  out: Output,
  work: (progress: WatchedProgress) => AsyncIterable<T>,
): AsyncIterable<T> {
  const stopping = new AbortController();
  let stage = '';
  let count = 0;
  let done: number | undefined;
  const stop = () => stopping.abort();
  const pause = async () => {
    out.progress(`${done === undefined ? '' : bar(done)}${stage}: ${count}`);
    await setImmediate();
    if (stopping.signal.aborted)
      throw new SottoError('interrupted', 'interrupted', 'stopped; nothing was kept');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    yield* work({
      signal: stopping.signal,
      row: (text) => out.progress(text),
      step(now, share = done) {
        done = share;
        count = now === stage ? count + 1 : 1;
        stage = now;
        return count === 1 || count % stepSize === 0 ? pause() : undefined;
      },
    });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    out.progress(null);
  }
}

/** Whoever runs this command: asked on their terminal, told on standard error. */
export const atTheTerminal = (out: Output): Person => ({
  ...(out.terminal && { terminal: out.terminal }),
  get canAnswer() {
    return process.stdin.isTTY === true;
  },
  tell: (text) => out.talk(text),
  ask: async (question) =>
    process.stdin.isTTY ? (await out.ask(question, process.stdin)).trim().toLowerCase() : null,
  get secret() {
    return process.stdin.isTTY
      ? (question: string): Promise<string> => out.askUnseen(question, process.stdin)
      : undefined;
  },
  edit: (text, file) => editText(text, process.env, file),
  input,
  watch: (work) => watch(out, work),
});
