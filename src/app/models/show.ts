import type { Abilities } from '../../inference/abilities.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import type { ModelHeader } from '../../models/files/header.ts';
import { memoryHere } from '../../models/files/memory.ts';
import { abilitiesOf } from '../doctor/abilities.ts';
import { ownStatus } from '../doctor/own.ts';
import { timeouts, visit } from '../doctor/visit.ts';
import { ownModel, roadHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';
import { narrativeServer } from '../run/model-servers.ts';
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
  /** What the server that runs it can do beside; null where none runs it. */
  readonly abilities: Abilities | null;
}

const hows = {
  server: 'llama-server',
  engine: 'node-llama-cpp, in this process',
  none: 'not yet: there is neither llama-server nor an engine here; `sotto model engine` fetches one',
} as const;

async function runningAbilities(app: App, model: FoundModel): Promise<Abilities | null> {
  const { loaded, infoStore } = visit(app, true);
  const { own: _, ...config } = narrativeServer(loaded);
  const opening = { ...config, ...(infoStore && { infoStore }) };
  const status = await ownStatus({ type: 'here', model }, opening, timeouts);
  return status && abilitiesOf(status, timeouts);
}

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
    abilities: await runningAbilities(app, model),
  };
}
