import type { Command } from 'commander';
import type { AppOptions } from '../app/run/options.ts';

/** Options that every command takes. */
export interface Globals extends AppOptions {
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** Adds the options that every command takes. */
export const addGlobals = (program: Command): Command =>
  program
    .option('--data <dir>', 'data directory: store, backups and exports')
    .option('--config <file>', 'config file to use')
    .option('--json', 'print one JSON object a line')
    .option('--debug', 'print stack traces with errors')
    .option('--now <iso>', 'use this as the current time')
    .option('--seed <n>', 'make the run reproducible')
    .option('--backend <kind>', 'kind of model server')
    .option('--url <url>', 'address of the model server')
    .option('--model <name>', 'model: a file, a directory, hf:OWNER/REPO, or a name that the server knows')
    .option('--api-key-env <var>', 'environment variable that holds the API key');
