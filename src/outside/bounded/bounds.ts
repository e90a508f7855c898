import { sanitize } from '../../domain/sanitize.ts';

/** Bounds of what others wrote: milliseconds to start and for a call, characters of a result, messages that may come for one answer. */
export interface Bounds {
  readonly startMs: number;
  readonly callMs: number;
  readonly result: number;
  readonly messages: number;
}

/** Bounds of programs, and of extensions, which start anew for each call. */
export const usualBounds = {
  program: { startMs: 10_000, callMs: 20_000, result: 64_000, messages: 500 },
  extension: { startMs: 10_000, callMs: 10_000, result: 64_000, messages: 1 },
} as const satisfies Record<string, Bounds>;

/** Characters of what describes a tool. */
export const mostOfDescription = 300;

/** What a tool of somebody else answers, cut, and with nothing in it that acts on a terminal. */
export function cleanResult(text: string, most: number): string {
  const clean = sanitize(text.slice(0, most), { newlines: true });
  return clean.length > most || text.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}

/** The variables of the environment that a process of somebody else sees, and these by name. */
export function environmentFor(names: readonly string[]): Record<string, string> {
  const usual = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'APPDATA', 'USERPROFILE'];
  return Object.fromEntries(
    [...usual, ...names].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
