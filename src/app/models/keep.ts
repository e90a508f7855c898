import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { type FoundModel, isIn } from '../../models/files/folder.ts';
import { type RunningServer, runningServers, stopServer } from '../../models/server/hold.ts';
import { modelsFolder, recordsHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';

/** The servers of sotto's that run, of one model or all. */
export async function runningHere(model?: FoundModel): Promise<RunningServer[]> {
  const running = await runningServers(recordsHere());
  return running.filter(({ record }) => model === undefined || record.model === model.file);
}

/** Ends a server that sotto started, whoever uses it. */
export const endServer = ({ record }: RunningServer): Promise<boolean> => stopServer(record);

/** That a file which sotto has not fetched is not sotto's to remove. Throws SottoError `not_ours`. */
export function mustBeOurs({ config }: Pick<App, 'config'>, { file }: FoundModel): void {
  const folder = modelsFolder(config.servers);
  if (isIn(folder, file)) return;
  const message = `${file} lies outside of ${folder}, where sotto keeps models; remove it yourself`;
  throw new SottoError('usage', 'not_ours', message);
}

/** Removes a model, what was begun of it, and the folders that are empty then; its server ends first. */
export async function removeModel(app: Pick<App, 'config'>, model: FoundModel): Promise<void> {
  mustBeOurs(app, model);
  await Promise.all((await runningHere(model)).map(endServer));
  for (const part of model.parts) {
    rmSync(part, { force: true });
    for (const name of readdirSync(dirname(part)))
      if (name.startsWith(`${basename(part)}.`)) rmSync(join(dirname(part), name), { force: true });
  }
  dropEmpty(modelsFolder(app.config.servers), dirname(model.file));
}

function dropEmpty(root: string, folder: string): void {
  if (!isIn(root, folder) || readdirSync(folder).length > 0) return;
  rmSync(folder, { recursive: true });
  dropEmpty(root, dirname(folder));
}
