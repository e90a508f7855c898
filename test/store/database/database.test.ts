import { describe, expect, test } from 'vitest';
import { immediately, openDatabase, reading, unsynced } from '../../../src/store/database/database.ts';
import { migrations, openStore, Scene } from '../../histories.ts';
import { dump, file, folder } from '../folder.ts';

describe('the settings of a connection', () => {
  test('RP-071 RP-120 write-ahead log, full synchronisation, foreign keys, a wait of three seconds', () => {
    const { sqlite } = openDatabase(file, migrations);
    const pragma = (name: string) => sqlite.pragma(name, { simple: true });
    expect(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(pragma)).toEqual([
      'wal',
      2,
      1,
      3000,
    ]);
    sqlite.close();
  });

  test('RP-071 RP-120 what no disk is waited for is there for other processes, and what comes after is waited for again', () => {
    const [one, other] = [openDatabase(file, migrations), openDatabase(file, migrations)];
    const known = () => other.sqlite.prepare('SELECT url FROM server').pluck().all();
    const add = (url: string) => () => {
      one.sqlite.prepare('INSERT INTO server (url) VALUES (?)').run(url);
      return level();
    };
    const level = () => one.sqlite.pragma('synchronous', { simple: true });
    expect(unsynced(one, () => immediately(one, add('a')))).toBe(1);
    expect(known()).toEqual(['a']);
    expect(() => unsynced(one, () => immediately(one, add('a')))).toThrow();
    expect(level()).toBe(2);
    expect(immediately(one, () => unsynced(one, add('b')))).toBe(2);
    expect(known()).toEqual(['a', 'b']);
    one.sqlite.close();
    other.sqlite.close();
  });

  test('RP-071 what is read together is read as it was at one time', () => {
    const [one, other] = [openDatabase(file, migrations), openDatabase(file, migrations)];
    const count = () => one.sqlite.prepare('SELECT count(*) FROM server').pluck().get();
    const add = (url: string) =>
      immediately(other, () => other.sqlite.prepare('INSERT INTO server (url) VALUES (?)').run(url));
    expect(reading(one, () => [count(), add('a').changes, count()])).toEqual([0, 1, 0]);
    expect(count()).toBe(1);
    expect(() => reading(one, () => one.sqlite.exec('SELECT nothing'))).toThrow();
    expect(one.sqlite.inTransaction).toBe(false);
    one.sqlite.close();
    other.sqlite.close();
  });

  test.each(['event', 'move', 'card'])(
    'invariant 3 RP-074 the table %s refuses update and delete',
    (table) => {
      const store = openStore(folder);
      const scene = new Scene(store);
      scene.said('Maren', 'One.');
      const { head } = scene.state;
      store.chats.moveHead(scene.id, 'rewind', scene.parts.now(), () => store.tree.before(scene.id, head));
      const bytes = Buffer.from('x');
      store.library.addCard({ id: 'c', name: 'C', spec: 'v3', kind: 'json', bytes, addedAt: 'now' });
      const before = dump(file);
      const { sqlite } = openDatabase(file, migrations);
      const column = table === 'card' ? 'name' : 'at';
      expect(() => sqlite.exec(`UPDATE ${table} SET ${column} = 'x'`)).toThrow('append only');
      expect(() => sqlite.exec(`DELETE FROM ${table}`)).toThrow('append only');
      expect(() => sqlite.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow('append only');
      expect(dump(file)).toEqual(before);
      sqlite.close();
      store.close();
    },
  );
});
