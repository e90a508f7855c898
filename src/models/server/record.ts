import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { SottoError } from '../../domain/errors.ts';

const port = z.int().check(z.gte(1), z.lte(65_535));
const schema = z.object({
  version: z.literal(1),
  model: z.string(),
  name: z.string(),
  key: z.string().check(z.minLength(16)),
  log: z.string(),
  startedAt: z.string(),
  slots: z.int(),
  context: z.int(),
  /** Where it keeps prompts in files; absent where it does not. */
  slotFolder: z.optional(z.string()),
  url: z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d+$/)),
  keeper: z.object({ pid: z.int().check(z.positive()), port }),
});

/** What the keeper of a model server has written down for whoever wants to use it. */
export type ServerRecord = z.output<typeof schema>;

/** What decides where records lie. */
export interface Runtime {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tmp: string;
  /** -1 where there is none. */
  readonly uid: number;
}

/** The runtime of this process. */
export const runtimeHere = (tmp: string): Runtime => ({
  env: process.env,
  tmp,
  uid: process.getuid?.() ?? -1,
});

/**
 * The folder for records of this machine and person, made where it is not there. Throws SottoError `unsafe_folder` where another
 * person could write there.
 */
export function recordFolder({ env, tmp, uid }: Runtime): string {
  const own = env.XDG_RUNTIME_DIR;
  const folder = own && isAbsolute(own) ? join(own, 'sotto') : join(tmp, uid < 0 ? 'sotto' : `sotto-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const about = lstatSync(folder);
  const isOwn = uid < 0 || (about.uid === uid && (about.mode & 0o022) === 0);
  if (about.isDirectory() && isOwn) return folder;
  const message = `${folder} is not a directory of yours alone, so that another could read or change what model servers are used; remove it`;
  throw new SottoError('failed', 'unsafe_folder', message);
}

const wayTo = (model: string): string => {
  try {
    return realpathSync(model);
  } catch {
    return model;
  }
};

/** The record of the server for this model file. */
export const recordFile = (folder: string, model: string): string =>
  join(
    folder,
    `${createHash('sha256')
      .update(`${hostname()}\n${wayTo(model)}`)
      .digest('hex')
      .slice(0, 24)}.json`,
  );

/** What a record says; null where there is none, or none that can be understood. */
export function readRecord(file: string): ServerRecord | null {
  try {
    const read = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** All records, whether their keepers live or not. */
export const recordsIn = (folder: string): ServerRecord[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readRecord(join(folder, name)) ?? []);
