import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from './backups.ts';
import { makeFolderFor, writeFileOf } from './files/files.ts';
import type { App } from './run/app.ts';

const dailyName = /^daily-(\d{4}-\d{2})-\d{2}\.db$/;
const snapshotName = /^snapshot-(\d+)\.json$/;
const mostDaily = 10;
/** Of the snapshots of an import these are copied, the newest. */
const mostCopied = 20;
/** A script waits for the copy of a store of at most so many bytes; that of a larger one is made beside the screen. */
const mostInScripts = 64 * 1024 * 1024;

const filesIn = (folder: string, name: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((one) => name.test(one))
        .sort()
    : [];

const dayName = (day: string): string => `daily-${day}.db`;

/**
 * Of the daily backups, by name from the oldest, those that go on this day: ten stay, and before them the last of each month. A
 * day that is still to come, from when the clock was wrong, counts as before all others.
 */
export function thinnedOut(names: readonly string[], today: string): string[] {
  const isToCome = (name: string) => name > dayName(today);
  const oldest = [...names.filter(isToCome), ...names.filter((name) => !isToCome(name))];
  const old = oldest.slice(0, -mostDaily);
  const monthOf = (name: string | undefined) => dailyName.exec(name ?? '')?.[1];
  return old.filter((name, at) => monthOf(name) === monthOf(old[at + 1]));
}

/** Copies the store where that was not done today and it was not begun today. Resolves to the file; null when nothing is due. */
async function backUpDaily(app: App, isUnhurried: boolean): Promise<string | null> {
  const today = app.now().slice(0, 'YYYY-MM-DD'.length);
  const folder = join(app.dataFolder, 'backups');
  const name = dayName(today);
  if (existsSync(join(folder, name)) || app.store.log.begun().startsWith(today)) return null;
  if (!isUnhurried && statSync(app.storeFile).size > mostInScripts) return null;
  const file = await backup(app, join(folder, name));
  for (const gone of thinnedOut(filesIn(folder, dailyName), today))
    rmSync(join(folder, gone), { force: true });
  return file;
}

/** Writes the snapshots that are not written yet as JSON, and takes away those that the store keeps no more. */
function copySnapshots({ store, dataFolder }: App): void {
  const folder = join(dataFolder, 'snapshots');
  const known = filesIn(folder, snapshotName).map((name) => Number(snapshotName.exec(name)?.[1]));
  const kept = new Set(store.snapshots.ids());
  if (kept.size === 0 && known.length === 0) return;
  const fileOf = (id: number) => join(folder, `snapshot-${id}.json`);
  makeFolderFor(fileOf(0));
  for (const id of known.filter((one) => !kept.has(one))) rmSync(fileOf(id), { force: true });
  for (const { id, ...snapshot } of store.snapshots.after(Math.max(0, ...known), mostCopied))
    writeFileOf(fileOf(id), [JSON.stringify({ type: 'snapshot', ...snapshot }), '\n'], { force: true });
}

/**
 * What is done by itself once a store was used: a backup a day, and a copy of each snapshot as JSON. `isUnhurried`: nobody
 * waits for it. What cannot be done is told and tried again at the next use.
 */
export async function upkeep(app: App, isUnhurried = false): Promise<void> {
  if (!app.hasStore || app.store.isReadOnly || !app.given.config.snapshots.daily_backup) return;
  try {
    copySnapshots(app);
    await backUpDaily(app, isUnhurried);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    app.person.tell(`the daily backup was not made: ${why}`);
  }
}
