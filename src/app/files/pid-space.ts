import { readFileSync, readlinkSync } from 'node:fs';

/** This start of the computer and, behind a space, the namespace of its pids; the same for all where Linux does not tell. */
export function pidSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return process.platform;
  }
}
