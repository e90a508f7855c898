import type { Command } from 'commander';
import type { FlagSetting } from '../config/load.ts';
import { SottoError } from '../domain/errors.ts';

/** Options that every command takes. */
export interface Globals {
  readonly data?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly now?: string;
  readonly seed?: string;
  readonly backend?: string;
  readonly url?: string;
  readonly model?: string;
  readonly apiKeyEnv?: string;
}

/** Adds the options that every command takes. */
export const addGlobals = (program: Command): Command =>
  program
    .option('--data <dir>', 'folder of the store, backups and exports')
    .option('--config <file>', 'config file to use')
    .option('--json', 'one JSON object a line')
    .option('--debug', 'stack traces with errors')
    .option('--now <iso>', 'take this as the time')
    .option('--seed <n>', 'make the run reproducible')
    .option('--backend <kind>', 'kind of model server')
    .option('--url <url>', 'address of the model server')
    .option('--model <name>', 'model to ask for')
    .option('--api-key-env <var>', 'environment variable that holds the API key');

/** What the options say about the config. */
export const configFlags = (globals: Globals): FlagSetting[] => [
  { flag: '--backend', key: 'backend.kind', value: globals.backend },
  { flag: '--url', key: 'backend.url', value: globals.url },
  { flag: '--model', key: 'backend.model', value: globals.model },
  { flag: '--api-key-env', key: 'backend.api_key_env', value: globals.apiKeyEnv },
];

/** The time of a run: `--now`, else the clock. ISO 8601, UTC. Throws SottoError `bad_time`. */
export function timeSource({ now }: Globals): () => string {
  if (now === undefined) return () => new Date().toISOString();
  const fixed = new Date(now);
  if (Number.isNaN(fixed.getTime())) {
    throw new SottoError('usage', 'bad_time', `--now ${now} is not a time; write it as 2026-01-31T12:00:00Z`);
  }
  return () => fixed.toISOString();
}
