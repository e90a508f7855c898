import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SottoError } from '../domain/errors.ts';
import { oneLine } from '../domain/one-line.ts';
import { type FoundModel, modelAt, modelsIn } from './files/folder.ts';
import type { KnownModel } from './files/known.ts';
import { quantizationInName } from './files/quantization.ts';

/** A repository of Hugging Face, and which of its models is meant; an empty quantization leaves that open. */
export interface HubSource {
  readonly owner: string;
  readonly repo: string;
  readonly quantization: string;
}

/** Which model is meant: one that is here, or one that is to be fetched. */
export type Meant =
  | { readonly type: 'here'; readonly model: FoundModel }
  | { readonly type: 'hub'; readonly source: HubSource; readonly known?: KnownModel };

/** Where models are looked for. */
export interface Places {
  readonly folder: string;
  /** What relative paths are relative to. */
  readonly cwd: string;
  readonly known: () => readonly KnownModel[];
  /** Bytes that a model of a folder may have, to choose between several. */
  readonly most: number;
}

const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,95}';
const hubForm = new RegExp(`^hf:(${part})/(${part})(?::([A-Za-z0-9_-]{1,20}))?$`);

/** A source as it is written: `hf:owner/repo`, with `:quant` behind it. */
export const sourceText = ({ owner, repo, quantization }: HubSource): string =>
  `hf:${owner}/${repo}${quantization && `:${quantization}`}`;

/** Reads `hf:owner/repo[:quant]`; null for anything that does not begin so. Throws SottoError `bad_source`. */
export function hubSource(given: string): HubSource | null {
  if (!given.startsWith('hf:')) return null;
  const [, owner = '', repo = '', quantization = ''] = hubForm.exec(given) ?? [];
  if (owner !== '' && !given.includes('..')) return { owner, repo, quantization: quantization.toUpperCase() };
  const message = `${oneLine(given)} names no model; write it like hf:bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M`;
  throw new SottoError('usage', 'bad_source', message);
}

/** Where the files of a repository lie. */
export const hubFolder = (folder: string, { owner, repo }: HubSource): string => join(folder, owner, repo);

/** The model of a source that is here already. */
export function fetched(folder: string, source: HubSource): FoundModel | null {
  const here = modelsIn(hubFolder(folder, source));
  const { quantization } = source;
  if (quantization === '') return here[0] ?? null;
  return here.find(({ name }) => quantizationInName(name) === quantization) ?? null;
}

const looksLikePath = (given: string): boolean => /\.gguf$/i.test(given) || /^[.~]{0,2}[\\/]/.test(given);

function inFolder(path: string, most: number): FoundModel {
  const models = modelsIn(path).sort((a, b) => b.bytes - a.bytes);
  const found = models.find(({ bytes }) => bytes <= most) ?? models.at(-1);
  if (found) return found;
  const message = `there is no model file (.gguf) in ${oneLine(path)}; \`sotto model pull MODEL\` fetches one`;
  throw new SottoError('not_found', 'no_such_model', message);
}

function atPath(given: string, { cwd, most }: Places): FoundModel | null {
  const path = resolve(cwd, given);
  if (given !== '' && existsSync(path))
    return statSync(path).isDirectory() ? inFolder(path, most) : looksLikePath(path) ? modelAt(path) : null;
  if (!looksLikePath(given)) return null;
  const message = `no model at ${oneLine(given)} (there is no such file); \`sotto model list\` lists those that are here`;
  throw new SottoError('not_found', 'no_such_model', message);
}

function byName(given: string, { folder }: Places): FoundModel | null {
  const name = given.toLowerCase().replace(/\.gguf$/, '');
  const models = modelsIn(folder);
  const begun = models.filter((one) => one.name.toLowerCase().startsWith(name));
  return (
    models.find((one) => one.name.toLowerCase() === name) ?? (begun.length === 1 ? (begun[0] ?? null) : null)
  );
}

/**
 * The model that is meant by a file, a folder (the largest there that memory bears), a source or a name; null for a name that
 * nothing here bears. Throws SottoError `no_such_model`, `bad_source`.
 */
export function meantBy(given: string, places: Places): Meant | null {
  const source = hubSource(given);
  if (source) return hubOr(source, places);
  const file = atPath(given, places) ?? byName(given, places);
  if (file) return { type: 'here', model: file };
  const known = places.known().find(({ name }) => name.toLowerCase() === given.toLowerCase());
  const from = known && hubSource(known.source);
  return from ? hubOr(from, places, known) : null;
}

function hubOr(source: HubSource, { folder }: Places, known?: KnownModel): Meant {
  const model = fetched(folder, source);
  return model ? { type: 'here', model } : { type: 'hub', source, ...(known && { known }) };
}
