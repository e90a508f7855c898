import { relative } from 'node:path';
import { isSottoError } from '../../domain/errors.ts';
import { type FoundModel, isIn, modelAt, modelsIn } from '../../models/files/folder.ts';
import { readHeader } from '../../models/files/header.ts';
import type { KnownModel } from '../../models/files/known.ts';
import { type RunningServer, runningServers } from '../../models/server/hold.ts';
import { fetched, hubSource } from '../../models/source.ts';
import { type ServedModel, servedModels } from '../doctor/served.ts';
import { knownHere, meantModel, modelsFolder, recordsHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';

/** A model that can be written with: a file here, one that is known and can be fetched, or one of a server. */
export interface ModelRow {
  readonly what: 'file' | 'known' | 'served';
  readonly name: string;
  /** Null where it is not here. */
  readonly file: string | null;
  /** Of all its files; null where nobody says. */
  readonly bytes: number | null;
  readonly quantization: string;
  /** Tokens; 0 when unknown. */
  readonly context: number;
  /** Where it is from: `hf:…`, the address of a server, or `file`. */
  readonly source: string;
  /** Address of the server that runs it; null for none. */
  readonly running: string | null;
  readonly inUse: boolean;
  /** What it is good for, or what is wrong with it, in a few words. */
  readonly says: string;
  readonly served?: ServedModel;
}

/** Where a file of the models folder was fetched from, by its path there. */
export function sourceOf(folder: string, { file, quantization }: FoundModel): string {
  const [owner, repo, ...rest] = isIn(folder, file) ? relative(folder, file).split(/[\\/]/) : [];
  if (owner === undefined || repo === undefined || rest.length === 0) return 'file';
  return `hf:${owner}/${repo}${quantization && `:${quantization}`}`;
}

const saidOf = (file: string): { context: number; quantization: string; says: string } => {
  try {
    const { context, quantization } = readHeader(file);
    return { context, quantization, says: '' };
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return { context: 0, quantization: '', says: 'damaged' };
  }
};

const rowOf = (model: FoundModel, folder: string, running: readonly RunningServer[]): ModelRow => {
  const { name, file, bytes } = model;
  const said = saidOf(file);
  return {
    ...{ what: 'file', name, file, bytes, ...said, inUse: false },
    quantization: model.quantization || said.quantization,
    source: sourceOf(folder, model),
    running: running.find(({ record }) => record.model === file)?.url ?? null,
  };
};

const knownRow = ({ name, bytes, quantization, context, source, says }: KnownModel): ModelRow => ({
  ...{ what: 'known', name, file: null, bytes, quantization, context, source, says },
  ...{ running: null, inUse: false },
});

const servedRow = (served: ServedModel): ModelRow => ({
  ...{ what: 'served', name: served.model || served.kind, file: null, bytes: null, quantization: '' },
  ...{ context: served.context, source: served.url, running: served.url, inUse: served.inUse },
  ...{ says: served.finding, served },
});

/** The model files here: those of the models folder, and the one in use wherever it lies. */
export async function fileRows({ config }: Pick<App, 'config'>): Promise<ModelRow[]> {
  const loaded = config.servers;
  const folder = modelsFolder(loaded);
  const running = await runningServers(recordsHere());
  const meant = inUseOf(loaded);
  const here = modelsIn(folder);
  const known = new Set(here.map(({ file }) => file));
  const outside = [...(meant ? [meant.file] : []), ...running.map(({ record }) => record.model)];
  const beside = [...new Set(outside)].filter((file) => !known.has(file)).map(modelAt);
  return [...beside, ...here].map((model) => ({
    ...rowOf(model, folder, running),
    inUse: model.file === meant?.file,
  }));
}

/** One model file as a row. */
export async function fileRow({ config }: Pick<App, 'config'>, model: FoundModel): Promise<ModelRow> {
  const running = await runningServers(recordsHere());
  const row = rowOf(model, modelsFolder(config.servers), running);
  return { ...row, inUse: inUseOf(config.servers)?.file === model.file };
}

function inUseOf(loaded: Parameters<typeof meantModel>[0]): FoundModel | null {
  try {
    const meant = meantModel(loaded);
    return meant?.type === 'here' ? meant.model : null;
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return null;
  }
}

/** Those known models that are not here. */
export function knownRows({ config }: Pick<App, 'config'>): ModelRow[] {
  const folder = modelsFolder(config.servers);
  return knownHere()
    .models.filter(({ source }) => {
      const from = hubSource(source);
      return from !== null && fetched(folder, from) === null;
    })
    .map(knownRow);
}

/** All models, the files first, and how to start a server where there is neither file nor server. */
export async function modelRows(app: App): Promise<{ rows: ModelRow[]; start: string | null }> {
  const [files, { models, start }] = await Promise.all([fileRows(app), servedModels(app)]);
  const rows = [...files, ...models.map(servedRow), ...knownRows(app)];
  const isLost = start !== null && files.length === 0;
  return { rows, start: isLost ? `${start.finding}; ${start.remedy}` : null };
}
