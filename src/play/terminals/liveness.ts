import type { PlayParts } from '../parts.ts';

/** How long a terminal may be silent before it counts as gone where silence is what tells. */
const longestSilenceMs = 30_000;
const spaceEnd = '#';

/** A terminal of some process, as a row of the store tells of it, and when it was last heard of. */
export interface Process {
  readonly terminal: string;
  readonly pid: number;
  readonly beat: number;
}

/** An id for a terminal of this process. */
export const newTerminalId = ({ pidSpace }: PlayParts): string =>
  `${pidSpace}${spaceEnd}${crypto.randomUUID()}`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const bootOf = (space: string): string | undefined => space.split(' ')[0];

const isSilent = ({ beat }: Process): boolean => Date.now() - beat > longestSilenceMs;

/**
 * Whether the terminal's process has ended: with the computer, or by itself. One in another space of pids, as in a
 * container, cannot be seen and has ended when it is silent for long. So has another terminal with one's own pid: the
 * name of a space is given again when its container is gone.
 */
export function hasEnded(
  { pidSpace, pid: own }: Pick<PlayParts, 'pidSpace' | 'pid'>,
  other: Process,
): boolean {
  const space = other.terminal.split(spaceEnd)[0] ?? '';
  if (bootOf(space) !== bootOf(pidSpace)) return true;
  if (space !== pidSpace || other.pid === own) return isSilent(other);
  return !isRunning(other.pid);
}

/** Whether whoever holds a lease is gone: its process ended, or it has been silent for so long that it counts as that. */
export const isGone = (parts: PlayParts, holder: Process): boolean =>
  hasEnded(parts, holder) || isSilent(holder);
