import type { Play } from '../play/play.ts';
import type { Clock } from './terminal/painter.ts';

const momentMs = 1000;

/** Closes the chat of a screen that is left. That the server is still to keep what it has read is told after a moment; Ctrl+C then leaves at once. */
export async function closeLeft(
  play: Play,
  after: Clock['after'],
  tell: (text: string) => void,
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  let forget = () => {};
  const keeping = (): void => {
    process.on('SIGINT', stop);
    forget = after(momentMs, () =>
      tell('saving what the server has read (cache.keep) … Ctrl+C quits at once'),
    );
  };
  try {
    await play.close({ leaving: { keeping, signal: stopping.signal } });
  } finally {
    forget();
    process.off('SIGINT', stop);
  }
}
