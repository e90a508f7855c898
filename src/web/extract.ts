import { Worker } from 'node:worker_threads';
import { SottoError } from '../domain/errors.ts';
import type { Page } from './page.ts';

/** Beside the bundled program it is bundled, too. */
const isBundled = !import.meta.url.endsWith('.ts');
const script = new URL(isBundled ? './readable.mjs' : '../../bin/readable.mjs', import.meta.url);

const unreadable = (cause?: unknown): SottoError =>
  new SottoError('server', 'no_text', 'no text can be made out on this page: try another one', { cause });

/**
 * Title and text of what HTML says, as Markdown. A thread of its own reads it: what takes without end there, or more memory than it
 * may, holds up nobody, and stops with the signal. Rejects with SottoError `no_text`.
 */
export function extract(html: string, signal: AbortSignal): Promise<Page> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: html,
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 },
    });
    const stop = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      worker.terminate().catch(() => {});
      settle();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (page: Page | null) => end(() => (page ? resolve(page) : reject(unreadable()))));
    worker.once('error', (error) => end(() => reject(unreadable(error))));
    worker.once('exit', () => end(() => reject(unreadable())));
    if (signal.aborted) stop();
  });
}
