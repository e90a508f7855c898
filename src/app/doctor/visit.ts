import { existsSync } from 'node:fs';
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { folderAddresses, withoutAddresses } from '../../config/servers.ts';
import { stageOf } from '../../domain/world/world.ts';
import type { ServerInfoStore } from '../../inference/transport/request.ts';
import type { App } from '../run/app.ts';
import { narrativeServer, serverInfoStore } from '../run/model-servers.ts';
import { type Needs, startCommand } from './advice.ts';
import type { Finding } from './finding.ts';
import { ownStatus } from './own.ts';
import { configuredServer, type ProbeTimeouts, type ServerStatus, serversAt } from './servers.ts';

/** How long a look at a server may take. */
export const timeouts: ProbeTimeouts = { findMs: 1500, askMs: 2500 };
const fewestPrompts = 3;

/** A doctor's visit: the settings, without presets when the store cannot be read, and what they ask of a server. */
export interface Visit {
  readonly loaded: LoadedConfig;
  readonly needs: Needs;
  /** Absent when there is no store, or none that can be read. */
  readonly infoStore?: ServerInfoStore;
}

/** Whether somebody agreed to an address of the folder is not known without a store. */
const withoutFolder = (given: LoadedConfig): LoadedConfig => withoutAddresses(given, folderAddresses(given));

/** Goes there; `canRead` says whether the store can be read. */
export function visit(app: App, canRead: boolean): Visit {
  const loaded = canRead ? app.config.servers : withoutFolder(app.given);
  const infoStore = canRead && existsSync(app.storeFile) ? { infoStore: serverInfoStore(app.store) } : {};
  return { loaded, needs: needsOf(app, loaded.config, canRead), ...infoStore };
}

/** One slot for each of the latest chat's cast but the human, and one for the classifier. */
function needsOf(app: App, { prompt, backend }: Config, canRead: boolean): Needs {
  const [latest] = canRead && existsSync(app.storeFile) ? app.store.chats.list() : [];
  const cast = latest ? stageOf(app.store.chats.read(latest.id).world).cast.length - 1 : 0;
  const prompts = Math.max(fewestPrompts, cast) + (backend.classifier.enabled ? 1 : 0);
  return { tokens: prompt.hard + prompt.max_tokens, prompts };
}

/** The server that is used, where there is one, and the others that answer at their usual addresses. */
export interface ServerStatuses {
  readonly used: ServerStatus | undefined;
  readonly others: readonly ServerStatus[];
}

/** Looks for servers. Those beside the configured one are sent no key. */
export async function seeServers({ loaded, infoStore }: Visit): Promise<ServerStatuses> {
  const { own, ...said } = narrativeServer(loaded);
  const config = { ...said, ...(infoStore && { infoStore }) };
  const { usualAddresses } = await import('../../inference/servers/detect.ts');
  const isOpen = config.kind === 'auto' && config.url === '' && !own;
  const forAll = isOpen ? config : { ...config, apiKey: '', model: '' };
  const [configured, found] = await Promise.all([
    own ? ownStatus(own.meant, config, timeouts) : configuredServer(config, timeouts),
    serversAt(forAll, usualAddresses, timeouts),
  ]);
  const used = own ? (configured ?? undefined) : (configured ?? found[0]);
  return { used, others: found.filter(({ backend }) => backend.url !== used?.backend.url) };
}

/** How to come to a model server where none is used. */
export function startFinding(needs: Needs, others: readonly ServerStatus[]): Finding {
  const name = 'start';
  if (others[0]) {
    const finding = 'the settings choose the understudy, although a model server answers';
    return { name, ok: true, finding, remedy: `--url ${others[0].backend.url} --backend auto uses it` };
  }
  const finding = 'no model server answers on this machine: the understudy answers, without a model';
  return { name, ok: true, finding, remedy: `start one, such as ${startCommand(needs, '')}` };
}
