import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewEvent } from '../../src/domain/events/events.ts';
import { sceneKey } from '../../src/domain/rows/records.ts';
import { opened } from '../../src/domain/world/world.ts';
import { worldHash } from '../../src/store/chats/verify.ts';
import { openScene } from '../histories.ts';

let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene({ snapshots: { everyEvents: 3, everyMinutes: 30, keep: 2, preRewindDays: 14 } });
});
afterEach(() => scene.close());

const scenario = (text: string): NewEvent => ({
  kind: 'scenario_set',
  payload: { character: scene.who('Maren'), text },
});

/** A job found out what is going on, from an earlier turn. */
const found = (about: string, text: string, source = text) =>
  scene.store.chats.conclude(
    scene.id,
    { actor: 'model', at: scene.parts.now() },
    { job: 'state', about, source, facts: [scenario(text)] },
  );

/** What is going on at the head, the same by every way to fold it. */
const going = (): string | undefined => {
  const { head, world: whole } = scene.state;
  const world = opened(whole);
  const { worlds } = scene.store;
  const hashes = [world, opened(worlds.at(scene.id, head)), opened(worlds.fromScratch(scene.id, head))].map(
    worldHash,
  );
  expect(new Set(hashes).size).toBe(1);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
  const maren = scene.who('Maren');
  const known = scene.store.view(scene.id, maren, head).record(`scenario:${maren}`);
  expect(known?.value).toBe(world.scenarios[maren]?.text);
  return world.scenarios[maren]?.text;
};

describe('an outcome', () => {
  test('stands with its turn: it goes with a rewind, is there at its turn though it was written later, and comes back', async () => {
    const one = scene.said('Tomas', 'One.');
    const two = scene.said('Tomas', 'Two.');
    scene.said('Tomas', 'Three.');
    found(one, 'It rains.');
    found(two, 'It pours.');
    expect(going()).toBe('It pours.');
    await scene.playing().rewind({ message: one });
    expect(going()).toBe('It rains.');
    await scene.playing().rewind({ turns: 1 });
    expect(going()).toBeUndefined();
    await scene.playing().switchTo('main');
    expect(going()).toBe('It pours.');
  });

  test('tells the end of a scene that closed before it was found where that was', () => {
    const [one, maren] = [scene.said('Tomas', 'To the mill!'), scene.who('Maren')];
    scene.given({ kind: 'scene_closed', payload: { reason: 'hand', by: maren } });
    const fact: NewEvent = { kind: 'world_change', payload: { place: 'the mill', knownTo: [maren] } };
    const how = { actor: 'model', at: scene.parts.now() } as const;
    const about = { job: 'state', about: one, source: 's', facts: [fact] };
    scene.store.chats.conclude(scene.id, how, about);
    const { value } = scene.store.view(scene.id, maren, scene.state.head).record(sceneKey(maren, 1)) ?? {};
    expect(value).toMatchObject({ place: 'the mill' });
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('of two that of the later turn counts, whichever came first; what a person sets later counts more', () => {
    const one = scene.said('Tomas', 'One.');
    const two = scene.said('Tomas', 'Two.');
    found(two, 'It pours.');
    found(one, 'It rains.');
    expect(going()).toBe('It pours.');
    scene.given(scenario('It is dry.'));
    expect(going()).toBe('It is dry.');
    found(two, 'It hails.');
    expect(going()).toBe('It is dry.');
    found(scene.said('Tomas', 'Three.'), 'It snows.');
    expect(going()).toBe('It snows.');
  });

  test('is on every branch that shares its turn and on no other, and moves no head', async () => {
    const one = scene.said('Tomas', 'One.');
    await scene.playing().branch('dusk');
    const two = scene.said('Tomas', 'Dusk.');
    const { head } = scene.state;
    await scene.playing().switchTo('main');
    scene.said('Tomas', 'Dawn.');
    found(one, 'It rains.');
    expect(going()).toBe('It rains.');
    const before = scene.state;
    found(two, 'It pours.');
    expect(scene.state).toEqual({ ...before, newest: expect.any(Number) });
    await scene.playing().switchTo('dusk');
    expect(scene.state.head).toEqual(head);
    expect(going()).toBe('It pours.');
    expect(scene.playing().branches()).toHaveLength(2);
  });

  test('is never taken back alone: undo takes the last thing that was done', async () => {
    const one = scene.said('Tomas', 'One.');
    scene.said('Tomas', 'Two.');
    found(one, 'It rains.');
    await scene.playing().undo();
    expect(scene.texts('Tomas').at(-1)).toBe('One.');
    expect(going()).toBe('It rains.');
    await scene.playing().undo();
    expect(going()).toBeUndefined();
  });

  test('is kept once, and about a turn of its chat alone', () => {
    const one = scene.said('Tomas', 'One.');
    expect(found(one, 'It rains.')).toHaveLength(1);
    expect(found(one, 'It pours.', 'It rains.')).toEqual([]);
    expect(found('no-such-event', 'It snows.')).toEqual([]);
    expect(going()).toBe('It rains.');
  });

  test('of a long history is folded in from where it is about, past the snapshots that it makes old', () => {
    const first = scene.said('Tomas', 'One.');
    for (let n = 0; n < 30; n += 1) scene.said('Tomas', `${n}`);
    found(first, 'It rains.');
    expect(going()).toBe('It rains.');
  });

  test('makes known what it says, and what later events say because of it, where it stands', () => {
    const maren = scene.who('Maren');
    const note = (text: string, knownTo: readonly string[]): NewEvent => ({
      kind: 'author_note_set',
      payload: { text, depth: 4, role: 'system', every: 1, knownTo: [...knownTo] },
    });
    const noted = (who: string) =>
      scene.store.view(scene.id, scene.who(who), scene.state.head).record('note')?.value;
    const one = scene.said('Tomas', 'One.');
    scene.given(note('Rain.', [maren]));
    scene.store.chats.conclude(
      scene.id,
      { actor: 'model', at: scene.parts.now() },
      { job: 'note', about: one, source: '', facts: [note('Wind.', [scene.who('Tomas')])] },
    );
    expect(noted('Maren')).toMatchObject({ text: 'Rain.' });
    expect(noted('Tomas')).toBeUndefined();
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('verify finds one that was moved behind its back', () => {
    found(scene.said('Tomas', 'One.'), 'It rains.');
    const sqlite = new Database(scene.store.file);
    sqlite.exec('UPDATE outcome SET about_seq = about_seq - 1');
    sqlite.close();
    expect(scene.store.verify(scene.state).differences.join()).toMatch(/outcome scenario_set .* differs/);
  });
});
