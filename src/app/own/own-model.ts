import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { slotFolder } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { isSaidByFolder, keepsPrompts } from '../../config/servers.ts';
import { SottoError } from '../../domain/errors.ts';
import { type EnginePlace, enginePlace, hasEngine } from '../../models/engine/place.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import { type ModelHeader, readHeader } from '../../models/files/header.ts';
import { type KnownModels, knownModels } from '../../models/files/known.ts';
import { type Fit, fitFor, memoryHere, type Wanted } from '../../models/files/memory.ts';
import { type Environment, llamaServerOn } from '../../models/server/program.ts';
import { recordFolder, runtimeHere } from '../../models/server/record.ts';
import { type HubSource, type Meant, meantBy, type Places, sourceText } from '../../models/source.ts';
import { packageRoot } from '../files/package-root.ts';

const secondMs = 1000;
/** Memory that is left to other programs. */
const reserve = 512 * 1024 * 1024;

/** The list of known models that comes with sotto. */
export const knownHere = (): KnownModels => knownModels();

/** Where model files lie. A folder that merely lay in the current directory does not say where. */
export function modelsFolder(loaded: LoadedConfig): string {
  const { models_folder: folder } = loaded.config.backend;
  return folder === '' || isSaidByFolder(loaded, 'backend.models_folder')
    ? resolve(loaded.dataFolder, 'models')
    : resolve(folder);
}

/** Where records of running servers lie. Throws SottoError `unsafe_folder`. */
export const recordsHere = (): string => recordFolder(runtimeHere(tmpdir()));

/** Bytes that a model may have here with its cache. */
export const roomHere = (): number => Math.max(0, memoryHere().free - reserve);

/** Where models are looked for by these settings. */
export const placesOf = (loaded: LoadedConfig): Places => ({
  folder: modelsFolder(loaded),
  cwd: process.cwd(),
  known: () => knownHere().models,
  most: roomHere(),
});

/** The model that the settings mean and that sotto runs itself; null where a server is meant. Throws SottoError. */
export function meantModel(loaded: LoadedConfig): Meant | null {
  const { kind, url, model } = loaded.config.backend;
  if (kind !== 'auto' || url !== '' || model === '') return null;
  // A file that merely lay in the current directory starts no program on what it names.
  if (isSaidByFolder(loaded, 'backend.model')) return null;
  return meantBy(model, placesOf(loaded));
}

/** How a model is run here. */
export type Road =
  | { readonly type: 'server'; readonly program: string }
  | { readonly type: 'engine'; readonly engine: EnginePlace }
  | { readonly type: 'none' };

/** The way that a model file would be run on this machine. */
export function roadHere(loaded: LoadedConfig, env: Environment = process.env): Road {
  const program = llamaServerOn(env);
  if (program !== null) return { type: 'server', program };
  const engine = enginePlace(loaded.dataFolder, packageRoot());
  return hasEngine(engine) ? { type: 'engine', engine } : { type: 'none' };
}

/** What a prompt with its reply wants, and how many stand side by side: one for each character, one for what is asked beside. */
export const wantedBy = ({ config }: LoadedConfig, characters: number): Wanted => ({
  tokens: config.prompt.context || config.prompt.hard + config.prompt.max_tokens,
  prompts: characters + 1,
});

/** A model file that sotto runs itself, and how. */
export interface OwnModel {
  readonly model: FoundModel;
  readonly header: ModelHeader;
  readonly fit: () => Fit;
  readonly keepAliveMs: number;
  readonly log: string;
  /** Where its server keeps prompts in files; null where it does not. */
  readonly slotFolder: string | null;
}

const usualCast = 3;

/** A model that is here as it is to be run. Throws SottoError `bad_model`. */
export function ownModel(loaded: LoadedConfig, model: FoundModel, characters = usualCast): OwnModel {
  const header = readHeader(model.file);
  const weight = { ...header, bytes: model.bytes };
  return {
    ...{ model, header },
    fit: () => fitFor(weight, wantedBy(loaded, Math.max(usualCast, characters)), roomHere()),
    keepAliveMs: loaded.config.backend.keep_alive * secondMs,
    slotFolder: keepsPrompts(loaded) ? slotFolder(resolve(loaded.dataFolder)) : null,
    log: resolve(loaded.dataFolder, 'logs', `llama-server-${model.name.replace(/[^\w.-]/g, '_')}.log`),
  };
}

/** That a model is not here yet. */
export const notFetched = (source: HubSource): SottoError => {
  const text = sourceText(source);
  return new SottoError(
    'usage',
    'not_fetched',
    `the model ${text} is not here yet; \`sotto model pull ${text}\` fetches it`,
  );
};

/** That nothing here can run a model file. */
export const noEngine = (): SottoError => {
  const message =
    'nothing on this machine can run a model file: there is no llama-server on the path and no engine; install llama.cpp, or fetch an engine with `sotto model engine`';
  return new SottoError('server', 'no_engine', message);
};

/** Throws what would keep a model from being run here: SottoError `not_fetched`, `bad_model`, `no_engine`. */
export function checkOwn(meant: Meant, loaded: LoadedConfig): void {
  if (meant.type === 'hub') throw notFetched(meant.source);
  readHeader(meant.model.file);
  if (roadHere(loaded).type === 'none') throw noEngine();
}
