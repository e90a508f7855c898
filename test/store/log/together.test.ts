import { expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import type { ChatState } from '../../../src/store/chats/state.ts';
import type { Store } from '../../../src/store/store.ts';
import { freshFolder, openStore, Scene } from '../../histories.ts';
import { failure } from '../failures.ts';
import { dump, file, folder } from '../folder.ts';

const often = { everyEvents: 7, everyMinutes: 30, keep: 2, preRewindDays: 14 };

/** Turns of every way in which one is written, each after all that came before. */
function turnsOf(scene: Scene): (() => void)[] {
  const { store, id } = scene;
  const how = () => ({ actor: 'human' as const, at: scene.parts.now() });
  const said = (n: number): NewEvent => {
    const words = { raw: `${n}.`, text: `${n}.`, knownTo: n % 3 === 0 ? [scene.who('Maren')] : [] };
    return { kind: 'message_said', payload: { speaker: scene.who('Maren'), ...words } };
  };
  const earlier = () => store.tree.before(id, scene.state.head);
  const kinds: readonly ((n: number) => void)[] = [
    (n) => store.chats.append(id, how(), () => [said(n)]),
    (n) => store.chats.append(id, how(), () => [said(n), said(n + 0.5)]),
    (n) => store.chats.append(id, how(), () => [{ kind: 'chat_renamed', payload: { title: `${n}` } }]),
    (n) => store.chats.append(id, { ...how(), place: earlier() }, () => [said(n)]),
    (n) => store.chats.append(id, { ...how(), place: earlier(), headStays: true }, () => [said(n)]),
    (n) => store.chats.append(id, { ...how(), headStays: true }, () => [said(n)]),
    () => void store.chats.moveHead(id, 'rewind', how().at, earlier),
    (n) => void store.chats.branchOff(id, `b${n}`, how().at, scene.state.head),
    () => void store.chats.append(id, how(), () => []),
  ];
  return Array.from({ length: 90 }, (_, n) => () => {
    scene.at += 60_000;
    kinds[(n * n + (n >> 2)) % kinds.length]?.(n);
  });
}

const rowsOf = (of: string) =>
  Object.entries(dump(of)).filter(([table]) => !/^(?:message|recall)_text/.test(table));

test('RP-071 many turns in one transaction leave what they leave one by one', () => {
  const other = freshFolder();
  const played = (into: string, inOne: (store: Store, work: () => void) => void) => {
    const store = openStore(into, { snapshots: often });
    const scene = new Scene(store);
    const states: ChatState[] = [];
    inOne(store, () => {
      for (const turn of turnsOf(scene)) {
        turn();
        states.push(scene.state);
      }
    });
    expect(store.verify(scene.state).differences).toEqual([]);
    store.close();
    return states;
  };
  const apart = played(folder, (_, work) => work());
  const together = played(other.folder, (store, work) => store.atomically(work));
  expect(together).toEqual(apart);
  expect(rowsOf(`${other.folder}/sotto.db`)).toEqual(rowsOf(file));
  other.remove();
});

test('RP-071 what a transaction found or wrote is not remembered when it fails', () => {
  const store = openStore(folder);
  const scene = new Scene(store);
  const act = () => {
    scene.given({ kind: 'character_left', payload: { character: scene.who('Odile') } });
    scene.said('Maren', 'She is gone.');
  };
  const cut = () =>
    store.atomically(() => {
      act();
      throw new Error('cut');
    });
  const before = dump(file);
  expect(failure(cut)).toMatchObject({ message: 'cut' });
  expect(dump(file)).toEqual(before);
  store.atomically(act);
  expect(store.verify(scene.state).differences).toEqual([]);
  expect(scene.seenBy('Maren').at(-1)?.text).toBe('She is gone.');
  store.close();
});

test('a chat that others write in the same transaction is read anew', () => {
  const store = openStore(folder);
  const scene = new Scene(store);
  store.atomically(() => {
    scene.said('Maren', 'One.');
    const { head } = scene.state;
    store.chats.moveHead(scene.id, 'rewind', scene.parts.now(), () => store.tree.before(scene.id, head));
    expect(scene.state.head).not.toEqual(head);
    scene.said('Maren', 'Two.');
  });
  expect(scene.seenBy('Maren').map(({ text }) => text)).not.toContain('One.');
  store.close();
});

test('RP-071 what is read together later is not what was written together before', () => {
  const store = openStore(folder);
  const scene = new Scene(store);
  const other = openStore(folder);
  const renamed = (by: Store, title: string) =>
    by.chats.append(scene.id, { actor: 'human', at: scene.parts.now() }, () => [
      { kind: 'chat_renamed', payload: { title } },
    ]);
  renamed(store, 'Here');
  renamed(other, 'There');
  expect(store.reading(() => store.chats.read(scene.id).facts.title)).toBe('There');
  store.close();
  other.close();
});
