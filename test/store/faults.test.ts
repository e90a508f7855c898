import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../../src/app/run/ids.ts';
import { Acts } from '../../src/store/acts/acts.ts';
import { Chats } from '../../src/store/chats/chats.ts';
import { type Connection, openDatabase } from '../../src/store/database/database.ts';
import { Log } from '../../src/store/log/log.ts';
import { Outcomes } from '../../src/store/log/outcomes.ts';
import { Tree } from '../../src/store/log/tree.ts';
import { Worlds } from '../../src/store/log/worlds.ts';
import { RecallIndex } from '../../src/store/recall/recall-index.ts';
import { Vectors } from '../../src/store/recall/vectors/vectors.ts';
import { KnownRecords } from '../../src/store/records/known-records.ts';
import { Records } from '../../src/store/records/records.ts';
import type { Store } from '../../src/store/store.ts';
import { Arrivals } from '../../src/store/transcript/arrivals.ts';
import { Between } from '../../src/store/transcript/between.ts';
import { Transcript } from '../../src/store/transcript/transcript.ts';
import { migrations, openStore, Scene, snapshots } from '../histories.ts';
import { stopped } from './contender.ts';
import { codeOf, explained } from './failures.ts';
import { dump, file, folder } from './folder.ts';
import { locker } from './locker.ts';

const filled = (): Store => {
  const store = openStore(folder, { busyTimeoutMs: 1 });
  const scene = new Scene(store);
  for (let n = 0; n < 20; n += 1) scene.said('Maren', `${n} ${'water '.repeat(200)}`);
  return store;
};

describe('a store that goes wrong while it is open', () => {
  test('locked by another process: store_locked, and the turn is not written', async () => {
    const store = filled();
    const scene = new Scene(store, { title: 'Another' });
    const child = await locker();
    expect(explained(store, () => scene.said('Maren', 'Hello.'))).toBe('store_locked');
    await stopped(child);
    expect(scene.texts('everyone')).toHaveLength(1);
    scene.said('Maren', 'Hello.');
    expect(scene.texts('everyone')).toHaveLength(2);
    store.close();
  });

  test('RP-071 nobody else writes between what a turn was decided on and its writing', () => {
    const store = openStore(folder);
    const other = openStore(folder, { busyTimeoutMs: 1 });
    const scene = new Scene(store);
    const late = new Scene(other, { title: 'Another' });
    const how = { actor: 'human' as const, at: scene.parts.now() };
    store.chats.append(scene.id, how, () => {
      expect(explained(other, () => late.said('Maren', 'Me first.'))).toBe('store_locked');
      return [];
    });
    late.said('Maren', 'Me first.');
    other.close();
    store.close();
  });

  test.each([0.3, 0.6])('pages overwritten at %d of the file: store_damaged', (share) => {
    filled().close();
    const { size } = statSync(file);
    const handle = openSync(file, 'r+');
    const from = Math.max(4096, Math.floor((size * share) / 4096) * 4096);
    writeSync(handle, Buffer.alloc(size - from, 0xa5), 0, size - from, from);
    closeSync(handle);
    expect(
      codeOf(() => {
        const store = openStore(folder);
        try {
          for (const { id } of store.chats.list()) {
            store.verify(store.chats.read(id));
            store.view(id, 'everyone', store.chats.read(id).head).last(1000);
          }
        } catch (error) {
          throw store.explain(error);
        } finally {
          store.close();
        }
      }),
    ).toBe('store_damaged');
  });

  test('a file that lost its end: store_damaged', () => {
    filled().close();
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096);
    expect(
      codeOf(() => {
        const store = openStore(folder);
        try {
          for (const { id } of store.chats.list()) store.verify(store.chats.read(id));
        } catch (error) {
          throw store.explain(error);
        } finally {
          store.close();
        }
      }),
    ).toBe('store_damaged');
  });

  test('RP-071 a disk that is full in the middle of a turn: disk_full, and nothing of the turn is there', () => {
    const store = openStore(folder);
    const scene = new Scene(store);
    scene.said('Maren', 'Before.');
    const before = dump(file);
    const connection = openDatabase(file, migrations);
    connection.sqlite.pragma(`max_page_count = ${connection.sqlite.pragma('page_count', { simple: true })}`);
    const text = 'water '.repeat(20_000);
    const payload = { speaker: scene.who('Maren'), raw: text, text, knownTo: [] };
    const facts = [{ kind: 'message_said' as const, payload }];
    const how = { actor: 'human' as const, at: scene.parts.now() };
    const write = () => chatsOf(connection).append(scene.id, how, () => facts);
    expect(explained(store, write)).toBe('disk_full');
    expect(dump(file)).toEqual(before);
    connection.sqlite.pragma('max_page_count = 100000');
    write();
    expect(store.verify(scene.state).differences).toEqual([]);
    connection.sqlite.close();
    store.close();
  });
});

function chatsOf(connection: Connection): Chats {
  const { ids } = identityOf('7');
  const log = new Log(connection, ids);
  const tree = new Tree(connection);
  const outcomes = new Outcomes(connection, { log, tree });
  const worlds = new Worlds(connection, { outcomes, tree }, snapshots);
  const transcript = new Transcript(connection);
  const records = { records: new Records(connection, transcript), known: new KnownRecords(connection) };
  const arrivals = new Arrivals(connection);
  const rows = {
    transcript,
    arrivals,
    acts: new Acts(connection, { tree, transcript, arrivals }),
    between: new Between(connection),
    recallIndex: new RecallIndex(connection, new Vectors(connection)),
    ...records,
  };
  return new Chats({ connection, log, tree, worlds, outcomes, ids, ...rows });
}
