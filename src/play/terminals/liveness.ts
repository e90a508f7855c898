import type { PlayParts } from '../parts.ts';

/** How long the holder of a lease may be silent before it counts as gone, though its process may live. */
const longestSilenceMs = 30_000;
const spaceEnd = '#';

/** A terminal of some process, as a row of the store tells of it. */
export interface Process {
  readonly terminal: string;
  readonly pid: number;
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

/**
 * Whether the terminal's process is known to have ended: with the computer, or by itself. Of one in another space of
 * pids, as in a container, nothing is known.
 */
export function hasEnded({ pidSpace, pid: own }: PlayParts, { terminal, pid }: Process): boolean {
  const space = terminal.split(spaceEnd)[0] ?? '';
  if (bootOf(space) !== bootOf(pidSpace)) return true;
  return space === pidSpace && pid !== own && !isRunning(pid);
}

/** Whether whoever holds a lease is gone: its process ended, or it has been silent for so long that it counts as that. */
export const isGone = (parts: PlayParts, holder: Process & { readonly beat: number }): boolean =>
  hasEnded(parts, holder) || Date.now() - holder.beat > longestSilenceMs;
