import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Terminal } from './guard.ts';
import type { Clock } from './painter.ts';

/** A clock of the process that tells this time. */
export const clockOf = (now: () => number): Clock => ({
  now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** The terminal behind these streams, written to at once where it has a file of its own. */
export const terminalOf = (streams: { stdin: ReadStream; stdout: WriteStream }): Terminal => ({
  write: (text) => {
    const { fd } = streams.stdout as { fd?: number };
    if (fd === undefined) streams.stdout.write(text);
    else writeSync(fd, text);
  },
  setRawMode: (raw) => void streams.stdin.setRawMode(raw),
  complain: (text) => void writeSync(process.stderr.fd, `${text}\n`),
});
