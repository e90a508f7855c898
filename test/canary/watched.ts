import { EventEmitter } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';
import { App } from '../../src/app/run/app.ts';
import { usualKeys } from '../../src/config/screen-keys.ts';
import type { Play } from '../../src/play/play.ts';
import { runScreen } from '../../src/tui/run.ts';

/** Keeps the real screen open on a play; `read` gets every byte that the painter writes. Resolves with how to leave. */
export async function watch(play: Play, read: (bytes: string) => void): Promise<() => Promise<void>> {
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    resume: () => undefined,
    pause: () => undefined,
    setRawMode: () => undefined,
  });
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 80,
    rows: 24,
    write: (bytes: string) => {
      read(bytes);
      return true;
    },
  });
  let now = 0;
  const ended = runScreen(play, {
    app: new App({}),
    keys: usualKeys,
    // A clock that runs ahead, so that every change is painted at once.
    now: () => {
      now += 1000;
      return now;
    },
    stdin: stdin as unknown as ReadStream,
    stdout: stdout as unknown as WriteStream,
  });
  return async () => {
    stdin.emit('data', Buffer.from('\x03\x03'));
    await ended;
  };
}
