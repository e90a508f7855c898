import type { StoredTerminal } from '../../store/terminals/terminals.ts';
import type { PlayParts } from '../chat/parts.ts';

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

/** An id for the so many-th time that a terminal takes a lease: what is given back later is this taking alone. */
export const takingId = (terminal: string, count: number): string => `${terminal}${spaceEnd}${count}`;

/** Whether a lease was taken by this terminal, at any time. */
export const isTakenBy = (terminal: string, holder: Process): boolean =>
  holder.terminal.startsWith(`${terminal}${spaceEnd}`);

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const bootOf = (space: string): string | undefined => space.split(' ')[0];

/** Who looks for others: the process that it runs in, and where it hears of them. */
type Observer = Pick<PlayParts, 'pidSpace' | 'pid'> & {
  readonly store?: Pick<PlayParts['store'], 'lockedAt'>;
};

/** A time far ahead is from when the clock was wrong: it says nothing. */
const isRecent = (at: number): boolean => Math.abs(Date.now() - at) <= longestSilenceMs;

/** Nobody can be heard of while another program holds the store: that time does not count as silence. */
const isSilent = ({ store }: Observer, { beat }: Process): boolean =>
  !isRecent(beat) && !isRecent(store?.lockedAt ?? 0);

/**
 * Whether the terminal's process has ended: with the computer, or by itself. One in another space of pids, as in a
 * container, cannot be seen and has ended when it is silent for long. So has another terminal with one's own pid: the
 * name of a space is given again when its container is gone.
 */
export function hasEnded(parts: Observer, other: Process): boolean {
  const { pidSpace, pid: own } = parts;
  const space = other.terminal.split(spaceEnd)[0] ?? '';
  if (bootOf(space) !== bootOf(pidSpace)) return true;
  if (space !== pidSpace || other.pid === own) return isSilent(parts, other);
  return !isRunning(other.pid);
}

/** Whether whoever holds a lease is gone: its process ended, or it has been silent for so long that it counts as that. */
export const isGone = (parts: PlayParts, holder: Process): boolean =>
  hasEnded(parts, holder) || isSilent(parts, holder);

/** The terminals that have a chat open, other than one's own, as far as they live. */
export const otherTerminals = (parts: PlayParts, chat: string, own: string): StoredTerminal[] =>
  parts.store.terminals
    .of(chat)
    .filter((row) => row.id !== own && !hasEnded(parts, { ...row, terminal: row.id }));
