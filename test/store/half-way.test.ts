import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { openStore, Scene } from '../histories.ts';
import { failure } from './failures.ts';
import { dump, file, folder } from './folder.ts';

describe('a turn that fails half way', () => {
  test.each([
    ['at the head', false],
    ['on a new branch', true],
  ])('RP-071 %s leaves the store as before', (_, isRewound) => {
    const store = openStore(folder);
    const scene = new Scene(store);
    scene.said('Maren', 'One.');
    scene.said('Ansel', 'Two.');
    if (isRewound) {
      const { head } = scene.state;
      store.chats.moveHead(scene.id, 'rewind', scene.parts.now(), () => store.tree.before(scene.id, head));
    }
    const before = dump(file);
    const branches = [...store.tree.branches(scene.id).values()];
    const payload = { speaker: scene.who('Maren'), raw: 'Three.', text: 'Three.', knownTo: [] };
    const broken = Object.defineProperty({ ...payload }, 'text', {
      get: () => {
        throw new SottoError('failed', 'cut', 'the pen broke');
      },
      enumerable: true,
    });
    const said = [payload, broken].map((p) => ({ kind: 'message_said' as const, payload: p }));
    const told = { kind: 'scenario_set' as const, payload: { character: scene.who('Maren'), text: 'Rain.' } };
    const facts = [told, ...said];
    const how = { actor: 'human' as const, at: scene.parts.now() };
    expect(failure(() => store.chats.append(scene.id, how, () => facts))).toMatchObject({ code: 'cut' });
    expect(
      failure(() =>
        store.chats.append(scene.id, how, () => {
          throw new SottoError('usage', 'refused', 'no');
        }),
      ),
    ).toMatchObject({ code: 'refused' });
    expect(dump(file)).toEqual(before);
    expect([...store.tree.branches(scene.id).values()]).toEqual(branches);
    scene.said('Maren', 'Three.');
    expect(store.verify(scene.state).differences).toEqual([]);
    store.close();
  });

  test('a chat that fails while it begins is not there', () => {
    const store = openStore(folder);
    const how = { actor: 'human' as const, at: '2026-01-31T12:00:00.000Z', about: 'x' };
    const facts = () => {
      throw new SottoError('failed', 'cut', 'the pen broke');
    };
    expect(failure(() => store.chats.create(facts, how))).toMatchObject({ code: 'cut' });
    expect(store.chats.list()).toEqual([]);
    store.close();
  });

  test('RP-071 a turn that fails inside a larger act takes it along, though whoever acts goes on', () => {
    const store = openStore(folder);
    const scene = new Scene(store);
    const before = dump(file);
    const how = { actor: 'human' as const, at: scene.parts.now() };
    const refuse = () => {
      throw new SottoError('usage', 'refused', 'no');
    };
    const act = () =>
      store.atomically(() => {
        scene.said('Maren', 'One.');
        failure(() => store.chats.append(scene.id, how, refuse));
        scene.said('Maren', 'Two.');
      });
    expect(failure(act)).toBeInstanceOf(Error);
    expect(dump(file)).toEqual(before);
    scene.said('Maren', 'Three.');
    expect(store.verify(scene.state).differences).toEqual([]);
    store.close();
  });
});
