import { setImmediate } from 'node:timers/promises';
import { SottoError } from '../../domain/errors.ts';
import { sanitize } from '../../tui/terminal/sanitize.ts';

const stepSize = 250;
const clearLine = '\r\x1b[2K';

/** Long work that a person can watch on a terminal and stop with Ctrl+C. */
export interface Progress {
  /** Counts one more piece of a stage; now and then lets signals in. Rejects with `interrupted`. */
  step(stage: string): Promise<void> | undefined;
}

/**
 * Does long work; its progress shows on standard error when that is a terminal. Ctrl+C makes the next `step`
 * reject with SottoError `interrupted`, so that the work undoes what it did.
 */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
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
    return await work({
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
