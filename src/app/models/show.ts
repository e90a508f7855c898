import type { ModelHeader } from '../../models/files/header.ts';
import { memoryHere } from '../../models/files/memory.ts';
import { ownModel, roadHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';
import { modelHere } from './find.ts';
import { fileRow, type ModelRow } from './rows.ts';

/** What is known of a model that is here, and how it would be run. */
export interface ModelShown {
  readonly row: ModelRow;
  readonly header: ModelHeader;
  /** In bytes. */
  readonly memory: { readonly wanted: number; readonly free: number; readonly all: number };
  readonly slots: number;
  /** Tokens of each slot. */
  readonly each: number;
  /** By what, in a few words. */
  readonly how: string;
}

const hows = {
  server: 'llama-server',
  engine: 'node-llama-cpp, in this process',
  none: 'not yet: neither llama-server nor an engine is here; `sotto model engine` fetches one',
} as const;

/** Reads the header of a model and says how it would be run. Rejects with SottoError. */
export async function showModel(app: App, given: string): Promise<ModelShown> {
  const model = modelHere(app, given);
  const own = ownModel(app.config.servers, model);
  const { slots, context: each, bytes: wanted } = own.fit();
  const how = hows[roadHere(app.config.servers).type];
  return {
    row: await fileRow(app, model),
    header: own.header,
    memory: { wanted, ...memoryHere() },
    slots,
    each,
    how,
  };
}
