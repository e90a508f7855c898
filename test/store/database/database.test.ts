import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
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
