import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { sanitize } from '../../domain/sanitize.ts';
import type { Terminal } from './guard.ts';
import type { Clock } from './painter.ts';

/** What a person wants of the terminal. */
export interface TerminalSettings {
  /** Whether the wheel is the transcript's. */
  readonly hasMouse: boolean;
  /** What tells of a line that came while nobody looked. */
  readonly notify: 'off' | 'bell' | 'desktop';
  /** Whether what is copied goes to the clipboard of this machine too, not to that of the terminal alone. */
  readonly copiesHere: boolean;
}

/** What is done where nobody has said. */
export const usualSettings: TerminalSettings = { hasMouse: true, notify: 'off', copiesHere: false };

/** Timers of this process over a clock that is handed in. */
export const clockOf = (now: () => number): Clock => ({
  now,
  after: (milliseconds, run) => {
    if (milliseconds <= 0) {
      const soon = setImmediate(run);
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** The terminal of these streams, of which `erase` where it is not taken whole; what cannot be written any more throws. */
export const terminalOf = (
  { stdin, stdout }: { readonly stdin: ReadStream; readonly stdout: WriteStream },
  { hasMouse }: TerminalSettings,
  erase?: () => string,
): Terminal => ({
  hasMouse: hasMouse && erase === undefined,
  ...(erase && { erase }),
  write: (text) => {
    const { fd } = stdout as { fd?: number };
    if (fd === undefined) stdout.write(text);
    else writeSync(fd, text);
  },
  setRawMode: (raw) => void stdin.setRawMode(raw),
  complain: (text) => void writeSync(process.stderr.fd, `${sanitize(text)}\n`),
});
