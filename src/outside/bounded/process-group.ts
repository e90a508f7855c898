/** Whether what a program starts can be ended with it, as one group. */
export const hasGroups = process.platform !== 'win32';

/** Sends a signal to all of the group that this process leads who are still there; without groups to the process alone. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (leader !== undefined) process.kill(hasGroups ? -leader : leader, signal);
  } catch {
    // All of it has ended.
  }
}
