import { expect, test } from 'vitest';
import type { PhraseQuery } from '../../../src/domain/search.ts';
import { type Connection, openDatabase } from '../../../src/store/database/database.ts';
import { TextIndex } from '../../../src/store/transcript/text-index.ts';
import { Transcript } from '../../../src/store/transcript/transcript.ts';
import { migrations, openStore, Scene } from '../../histories.ts';
import { file, folder } from '../folder.ts';

test('every version of a text is found by those who heard the whisper, by what it said then and says now', () => {
  const now = openDatabase(file, migrations);
  now.sqlite.exec(`
    INSERT INTO chat (id, title, created_at, updated_at, head_branch, head_seq, world, snapshot_at)
      VALUES ('c', 'C', '', '', 1, 3, 'null', '');
    INSERT INTO branch (id, chat, parent, fork_seq, name) VALUES (1, 'c', NULL, 0, 'main');
    INSERT INTO event (seq, id, chat, branch, turn, kind, version, payload, text, actor, at) VALUES
      (1, 'm1', 'c', 1, 't', 'message_said', 1, '{}', 'Im Café.', 'human', ''),
      (2, 'm2', 'c', 1, 't', 'message_said', 1, '{}', '東京', 'human', ''),
      (3, 'e3', 'c', 1, 't', 'message_edited', 1, '{}', 'Zuhause.', 'human', ''),
      (4, 'e4', 'c', 1, 't', 'message_edited', 1, '{}', 'Fort.', 'human', '');
    INSERT INTO presence (id, members) VALUES (1, '["a","b"]');
    INSERT INTO message (seq, branch, role, known_to, present, truncated, hidden, confided, reasoned)
      VALUES (1, 1, 'character', '[]', 1, 0, 0, 0, 0), (2, 1, 'character', '["a"]', 1, 0, 0, 0, 0);
  `);
  const index = new TextIndex(now);
  const written = { chat: 'c', present: ['a', 'b'], confided: false };
  index.add({ ...written, seq: 1, text: 'Im Café.', knownTo: [] });
  index.add({ ...written, seq: 2, text: '東京', knownTo: ['a'] });
  const edit = (seq: number) => () =>
    now.sqlite.exec(`INSERT INTO revision (seq, branch, message_seq, deleted) VALUES (${seq}, 1, 1, 0)`);
  index.renew(1, edit(3));
  const found = (word: string, character: string | null, isTold = false) =>
    index.searching('c', { character, isTold }, { phrases: [[word]], how: 'all' })({ after: 0, upTo: 9 }, 9);
  expect(['cafe', 'zuhause', '京', 'tokyo'].map((word) => found(word, null))).toEqual([[1], [1], [2], []]);
  expect([found('cafe', 'a'), found('cafe', 'b'), found('cafe', 'c')]).toEqual([[1], [1], []]);
  expect([found('京', 'a'), found('京', 'b'), found('京', 'c', true)]).toEqual([[2], [], []]);
  expect(found('cafe', 'c', true)).toEqual([1]);
  const another = index.searching(
    'd',
    { character: null, isTold: false },
    { phrases: [['cafe']], how: 'all' },
  );
  expect(another({ after: 0, upTo: 9 }, 9)).toEqual([]);
  index.renew(1, edit(4));
  expect([found('fort', 'b'), found('cafe', 'b'), found('zuhause', 'b')]).toEqual([[1], [1], [1]]);
  now.sqlite.exec("INSERT INTO message_text(message_text) VALUES ('integrity-check')");
  now.sqlite.close();
});

const seqs = (scene: Scene, who: string, sought: PhraseQuery): string[] => {
  const viewer = who === 'everyone' ? who : scene.who(who);
  return [...scene.store.view(scene.id, viewer, scene.state.head).thatMaySay(sought)].map(({ id }) => id);
};
const all = (...phrases: string[][]): PhraseQuery => ({ phrases, how: 'all' });
const any = (...phrases: string[][]): PhraseQuery => ({ phrases, how: 'any' });

test('the newest first, each once, of one chat, by all or any of some phrases', () => {
  const store = openStore(folder);
  const [one, two] = [new Scene(store, { title: 'One' }), new Scene(store, { title: 'Two' })];
  const first = one.said('Maren', 'A zither.');
  two.said('Maren', 'A zither.');
  const last = one.said('Maren', 'No zither.');
  const words = { raw: 'A new zither.', text: 'A new zither.', knownTo: [] };
  one.given({ kind: 'message_edited', payload: { message: first, ...words } });
  expect(seqs(one, 'everyone', all(['zither']))).toEqual([last, first]);
  expect(seqs(one, 'everyone', all(['zither'], ['new']))).toEqual([first]);
  expect(seqs(one, 'everyone', all(['new', 'zither']))).toEqual([first]);
  expect(seqs(one, 'everyone', all(['zither', 'new']))).toEqual([]);
  expect(seqs(one, 'everyone', any(['no'], ['new']))).toEqual([last, first]);
  expect(seqs(one, 'everyone', all())).toEqual([]);
  store.close();
});

test('what others alone heard is not even proposed, until its audience has changed', () => {
  const store = openStore(folder);
  const scene = new Scene(store);
  const id = scene.said('Maren', 'A zither.', ['Odile']);
  const other = scene.said('Ansel', 'A zither.', ['Odile']);
  const connection = openDatabase(file, migrations);
  const proposed = (who: string, isTold: boolean) =>
    new TextIndex(connection)
      .searching(
        scene.id,
        { character: scene.who(who), isTold },
        all(['zither']),
      )({ after: 0, upTo: 99 }, 9)
      .map((seq) => new Transcript(connection).message(seq)?.id);
  expect([proposed('Tomas', true), proposed('Odile', false)]).toEqual([[], [other, id]]);
  const payload = { message: id, speaker: scene.who('Maren'), knownTo: [] };
  scene.given({ kind: 'audience_changed', payload });
  expect([proposed('Tomas', true), proposed('Odile', false)]).toEqual([[id], [other, id]]);
  connection.sqlite.close();
  store.close();
});

test('bounds: a query of many words for a reader of many audiences is answered', () => {
  const { sqlite } = openDatabase(file, migrations);
  sqlite.exec(
    "INSERT INTO chat (id, title, created_at, updated_at, head_branch, head_seq, world, snapshot_at) VALUES ('c', 'C', '', '', 1, 3, 'null', '')",
  );
  const add = sqlite.prepare("INSERT INTO audience (chat, members, is_open) VALUES ('c', ?, 0)");
  for (let other = 0; other < 5000; other += 1) add.run(JSON.stringify(['a', `b${other}`]));
  sqlite.exec("INSERT INTO message_text (rowid, text) VALUES (7, marked_words(4711, 'one two three'))");
  const index = new TextIndex({ sqlite } as Connection);
  const words = Array.from({ length: 100 }, (_, at) => [`word${at}`]);
  const find = (sought: PhraseQuery) =>
    index.searching('c', { character: 'a', isTold: false }, sought)({ after: 0, upTo: 9 }, 9);
  expect(find(all(['two', 'three']))).toEqual([7]);
  expect(find(any(...words, ['two', 'three', 'four']))).toEqual([]);
  expect(find(all(...words))).toEqual([]);
  sqlite.close();
});
