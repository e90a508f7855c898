import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { openScene } from '../histories.ts';

interface Row {
  seq: number;
  branch: number;
  reason: string;
  at: string;
  world: string;
}

/** When the store of the scene takes snapshots, and which it keeps. */
export const policy = { everyEvents: 10, everyMinutes: 30, keep: 5, preRewindDays: 14 };
/** The scene of the test that runs. */
export let scene: ReturnType<typeof openScene>;
/** The snapshots that there are, all or those of one reason. */
export let rows: (reason?: string) => Row[];
/** Another connection to the store of the scene. */
export let sqlite: Database.Database;
const open = (snapshots = policy): void => {
  scene = openScene({ snapshots });
  sqlite = new Database(scene.store.file);
  rows = (reason) =>
    (sqlite.prepare('SELECT * FROM snapshot ORDER BY id').all() as Row[]).filter(
      (row) => reason === undefined || row.reason === reason,
    );
};
beforeEach(() => open());
afterEach(() => {
  sqlite.close();
  scene.close();
});

/** Says this many things, in no time. */
export const say = (count: number): void => {
  for (let n = 0; n < count; n += 1) {
    scene.at -= 60_000;
    scene.said('Tomas', `${n}`);
  }
};
