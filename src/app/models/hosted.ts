import { existsSync } from 'node:fs';
import { findConfigFile } from '../../config/find.ts';
import { userConfigFile } from '../../config/folders.ts';
import { keyNamed } from '../../config/keyring.ts';
import { exampleConfig } from '../../config/show.ts';
import { SottoError } from '../../domain/errors.ts';
import { makeFolderFor, writeFileOf } from '../files/files.ts';
import type { App } from '../run/app.ts';
import { openServer } from '../run/model-servers.ts';

/** A service that answers for money or by subscription. */
export interface Provider {
  readonly name: string;
  readonly url: string;
  /** The variable that usually holds its key. */
  readonly variable: string;
  /** A model of it, as an example. */
  readonly example: string;
}

/** Those that are known by name. */
export const providers: readonly Provider[] = [
  {
    name: 'openrouter',
    url: 'https://openrouter.ai/api',
    variable: 'OPENROUTER_API_KEY',
    example: 'mistralai/mistral-nemo',
  },
  {
    name: 'featherless',
    url: 'https://api.featherless.ai',
    variable: 'FEATHERLESS_API_KEY',
    example: 'mistralai/Mistral-Nemo-Instruct-2407',
  },
];

/** What is to be played on. */
export interface Hosted {
  readonly kind: 'auto' | 'openai' | 'openai-chat';
  readonly url: string;
  readonly model: string;
  readonly variable: string;
}

const tryMs = 60_000;

/** The key in a variable or the keyring. Throws SottoError `no_api_key`, which names the variable and never a key. */
function keyIn(variable: string): string {
  if (variable === '') return '';
  const key = keyNamed(variable);
  if (key) return key;
  const message = `$${variable} is empty: export it with the key of the service in it, or keep that in the system's keyring with \`sotto model key ${variable}\`, then try again`;
  throw new SottoError('usage', 'no_api_key', message);
}

/** Asks for one token, so that address, key and model are known to work; by the key that is given, else by the one of its variable. Rejects with SottoError. */
export async function tryHosted({ kind, url, model, variable }: Hosted, given?: string): Promise<void> {
  const apiKey = given ?? keyIn(variable);
  const timeouts = { firstTokenTimeoutMs: tryMs, silenceTimeoutMs: tryMs };
  const backend = await openServer({ kind, url, model, apiKey, ...timeouts });
  const request = { prompt: 'Once upon a time', stop: [], maxTokens: 1, seed: 1, sampling: {} };
  for await (const event of backend.complete(request, AbortSignal.timeout(tryMs))) {
    if (event.type === 'finished') return;
    if (event.type === 'failed') throw new SottoError('server', event.failure.code, event.failure.message);
  }
  throw new SottoError('server', 'no_first_token', `${url} did not answer in time; try again later`);
}

/** Writes a config file with every setting and its comment, where there is none yet. */
export function beginConfig(app: App): void {
  const file = app.options.config || process.env.SOTTO_CONFIG || userConfigFile(app.search);
  if (existsSync(file) || findConfigFile(app.search)) return;
  makeFolderFor(file);
  writeFileOf(file, [exampleConfig(app.packageRoot)], { force: false });
}
