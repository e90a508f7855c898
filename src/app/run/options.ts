import { SottoError } from '../../domain/errors.ts';

/** What one run of the program is told of where things are; what is absent comes from environment and config file. */
export interface AppOptions {
  /** Folder of the store, backups and exports. */
  readonly data?: string;
  /** Config file to use. */
  readonly config?: string;
  /** ISO 8601: the time that does not move. */
  readonly now?: string;
  /** Makes ids and draws the same each time. */
  readonly seed?: string;
  readonly backend?: string;
  readonly url?: string;
  readonly model?: string;
  /** Environment variable that holds the API key. */
  readonly apiKeyEnv?: string;
}

/** The time of a run: the one given, else the clock. ISO 8601, UTC. Throws SottoError `bad_time`. */
export function timeSource({ now }: AppOptions): () => string {
  if (now === undefined) return () => new Date().toISOString();
  const fixed = new Date(now);
  if (Number.isNaN(fixed.getTime())) {
    throw new SottoError('usage', 'bad_time', `--now ${now} is not a time; write it as 2026-01-31T12:00:00Z`);
  }
  return () => fixed.toISOString();
}

/** By how many hours the clock of a run is ahead of UTC: that of the time given, else of this machine at that time. */
export function offsetSource({ now }: AppOptions): (at: string) => number {
  if (now === undefined) return (at) => -new Date(at).getTimezoneOffset() / 60;
  const [, sign = '+', hours = 0, minutes = 0] =
    /([+-])(\d\d):?(\d\d)$/.exec(now.slice('YYYY-MM-DD'.length)) ?? [];
  const offset = Number(hours) + Number(minutes) / 60;
  return () => (sign === '-' ? -offset : offset);
}
