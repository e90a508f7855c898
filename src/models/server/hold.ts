import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SottoError } from '../../domain/errors.ts';
import type { Fit } from '../files/memory.ts';
import { KeeperLink } from './keeper-link.ts';
import { environmentFor, flagsFor } from './program.ts';
import { readRecord, recordFile, recordsIn } from './record.ts';

/** A server to be started for a model, or used where it runs already. */
export interface ServerToStart {
  /** The keeper's script. */
  readonly keeper: string;
  /** llama-server. */
  readonly program: string;
  readonly model: string;
  readonly name: string;
  /** Where records lie. */
  readonly folder: string;
  readonly log: string;
  readonly keepAliveMs: number;
  /** Where it keeps prompts in files; null where it is not to. */
  readonly slotFolder: string | null;
  /** How the model is to be held; asked for when the server must be started. */
  readonly fit: () => Fit;
}

const lookMs = 30;
const mostLooks = 500;
const keyBytes = 24;
const ports = { first: 21_000, count: 9000 };

/** The port that this model's server would have: the same each time, so that what is known of its address still counts. */
const usualPort = (record: string): number =>
  ports.first + (createHash('sha256').update(record).digest().readUInt32LE() % ports.count);

const linkTo = async (file: string, keepAliveMs: number): Promise<KeeperLink | null> => {
  const record = readRecord(file);
  return record && KeeperLink.open(record, 'hold', keepAliveMs);
};

function startKeeper(start: ServerToStart, record: string): ChildProcess {
  const fit = start.fit();
  const { slots, context } = fit;
  const { keepAliveMs, log, model, name, program, slotFolder } = start;
  for (const folder of [dirname(log), slotFolder ?? ''])
    if (folder !== '') mkdirSync(folder, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, [start.keeper], {
    detached: true,
    windowsHide: true,
    cwd: dirname(start.keeper),
    env: environmentFor(process.env),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const key = randomBytes(keyBytes).toString('hex');
  const startedAt = new Date().toISOString();
  const spec = {
    ...{ record, log, model, name, key, slots, context, keepAliveMs, startedAt },
    ...{
      port: usualPort(record),
      command: program,
      ...flagsFor(model, fit, slotFolder),
      ...(slotFolder !== null && { slotFolder }),
      env: environmentFor(process.env),
    },
  };
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.stdin?.end(`${JSON.stringify(spec)}\n`);
  child.unref();
  return child;
}

/** Ends servers of other models that nobody holds: their memory is wanted. */
async function endIdle(folder: string, model: string): Promise<void> {
  const others = recordsIn(folder).filter((record) => record.model !== model);
  await Promise.all(
    others.map(async (record) => {
      const link = await KeeperLink.open(record, 'ask');
      link?.close();
      if (link?.holders === 0) await stopServer(record);
    }),
  );
}

/** Ends a server, whoever holds it; false where it was not there. */
export async function stopServer(record: Parameters<typeof KeeperLink.open>[0]): Promise<boolean> {
  const link = await KeeperLink.open(record, 'stop');
  await link?.closed();
  return link !== null;
}

const notStarted = ({ log, name }: ServerToStart): SottoError => {
  const message = `the keeper of a model server for ${name} did not start; see ${log}`;
  return new SottoError('server', 'no_keeper', message);
};

/** Uses the server of this model, which is started where none runs. Rejects with SottoError `no_keeper`. */
export async function holdServer(start: ServerToStart): Promise<KeeperLink> {
  const file = recordFile(start.folder, start.model);
  const there = await linkTo(file, start.keepAliveMs);
  if (there) return there;
  await endIdle(start.folder, start.model);
  const child = startKeeper(start, file);
  let isOver = false;
  child.once('exit', () => {
    isOver = true;
  });
  for (let looks = 0; looks < mostLooks; looks++) {
    await setTimeout(lookMs);
    const wasOver = isOver;
    const link = await linkTo(file, start.keepAliveMs);
    if (link) return link;
    if (wasOver) break;
  }
  throw notStarted(start);
}

/** A server of sotto's that runs. */
export interface RunningServer {
  readonly record: Parameters<typeof KeeperLink.open>[0];
  readonly url: string;
  readonly state: string;
  /** How many processes hold it. */
  readonly holders: number;
}

/** The servers of sotto's that run on this machine. */
export async function runningServers(folder: string): Promise<RunningServer[]> {
  const found = await Promise.all(
    recordsIn(folder).map(async (record) => {
      const link = await KeeperLink.open(record, 'ask');
      link?.close();
      return link ? [{ record, url: link.url, state: link.state, holders: link.holders }] : [];
    }),
  );
  return found.flat();
}
