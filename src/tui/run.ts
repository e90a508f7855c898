import { SottoError } from '../domain/errors.ts';
import type { Play } from '../play/play.ts';
import type { ScreenOptions } from './screen-parts.ts';
import { ScreenRun } from './screen-run.ts';

/**
 * Shows an open chat, and others that are opened from there, until the human leaves; resolves to the exit code when the
 * one that is left is closed too. Rejects with SottoError `not_a_terminal` when there is no terminal to draw on.
 */
export const runScreen = async (play: Play, options: ScreenOptions): Promise<number> => {
  if (!options.stdin.isTTY || !options.stdout.isTTY) {
    const message =
      'the screen needs a terminal for input and output: use `sotto say` and `sotto log` in scripts';
    await play.close();
    throw new SottoError('usage', 'not_a_terminal', message);
  }
  return new Promise((resolve) => {
    const run = new ScreenRun(play, options, resolve);
    run.start().catch((error: unknown) => run.crash(error));
  });
};
