import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { wasStored } from '../../../src/play/chat/stored.ts';
import { until as settled } from '../../until.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated, terminal } from '../two.ts';

/** Another program writes to the store until the returned function is called. */
const locked = (): (() => void) => {
  const sqlite = new Database(scene.store.file);
  closers.push(() => sqlite.close());
  sqlite.exec('BEGIN IMMEDIATE');
  return () => void sqlite.exec('ROLLBACK');
};

test('a key typed while the store is locked breaks nothing, and others hear of it later', async () => {
  const tomas = terminal(scene, 'Tomas');
  const odile = terminal(scene, 'Odile');
  const unlock = locked();
  odile.play.typing('Hel');
  unlock();
  await settled(() => expect(tomas.play.state().typing).toMatchObject([{ name: 'Odile' }]));
});

test('a line streams on while the store is locked, for the others as soon as it is not', async () => {
  const { backend, write, end } = dictated();
  const tomas = terminal(scene, 'Tomas', backend);
  const odile = terminal(scene, 'Odile');
  const done = tomas.play.say('Maren?', { reply: ['Maren'] });
  write('The river');
  await settled(() => expect(odile.streaming()).toBe('The river'));
  const beat = scene.store.leases.of(scene.id)?.beat ?? 0;
  const unlock = locked();
  write(' is high.');
  await settled(() => expect(tomas.streaming()).toBe('The river is high.'));
  await settled(() => expect(Date.now()).toBeGreaterThan(beat + 1200));
  unlock();
  await settled(() => expect(odile.streaming()).toBe('The river is high.'));
  await settled(() => expect(scene.store.leases.of(scene.id)?.beat).toBeGreaterThan(beat));
  end();
  await done;
  expect(scene.texts('everyone').at(-1)).toBe('The river is high.');
});

/** A line that has begun at one terminal, while another program holds the store from here on. */
const underLock = async () => {
  const { backend, write, end } = dictated();
  const tomas = terminal(scene, 'Tomas', backend);
  const done = tomas.play.say('Maren?', { reply: ['Maren'] });
  write('The river');
  await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe('The river'));
  return { ...tomas, done, write, end, unlock: locked() };
};

test('invariant 8 a line that ends while the store is locked waits with a word, and is kept whole', async () => {
  const { done, write, end, unlock, events } = await underLock();
  write(' is high.');
  end();
  const notices = () => events.filter(({ type }) => type === 'notice');
  await settled(() => expect(notices()).toMatchObject([{ message: /another program is writing/ }]));
  unlock();
  await done;
  expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ text: 'The river is high.', truncated: false });
  expect(notices()).toHaveLength(1);
});

test('invariant 8 who stops that wait is told that the store is locked; what was kept comes as cut short, and the next is not held up', async () => {
  const { play, done, write, end, unlock, shown, events } = await underLock();
  end();
  await settled(() => expect(events.some(({ type }) => type === 'notice')).toBe(true));
  play.stop();
  const error = await done.catch((why: unknown) => why);
  expect(error).toMatchObject({ family: 'store', code: 'store_locked' });
  expect(wasStored(error)).toBe(true);
  expect(shown().at(-1)).toBe('Maren?');
  unlock();
  const refused = await play.say('psst __known_to_chars__Maren').catch((why: unknown) => why);
  expect(wasStored(refused)).toBe(false);
  await settled(() => expect(shown().at(-1)).toBe('The river'));
  expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ truncated: true });
  const next = play.say('Ansel?', { reply: ['Ansel'] });
  write('Aye.');
  end();
  await next;
  expect(scene.texts('everyone').slice(-2)).toEqual(['Ansel?', 'Aye.']);
});

test('RP-071 what is said while the store is locked waits for its turn; nothing is said when it is stopped', async () => {
  const { play } = terminal(scene, 'Tomas');
  const unlock = locked();
  const stopped = play.say('Hm.', { reply: [] });
  await expect(play.say('Aye.', { reply: [] })).rejects.toMatchObject({ code: 'busy' });
  play.stop();
  await expect(stopped).rejects.toMatchObject({ family: 'interrupted' });
  const said = play.say('Aye.', { reply: [] });
  unlock();
  await said;
  expect(scene.texts('everyone').slice(1)).toEqual(['Aye.']);
});

test('what is given back late is that lease and no later one', async () => {
  const { backend, write, end } = dictated();
  const { play, parts } = terminal(scene, 'Tomas', backend);
  const leases = parts.store.leases;
  const said = play.say('Maren?', { reply: ['Maren'] });
  await settled(() => expect(leases.of(scene.id)).toBeDefined());
  const first = leases.of(scene.id)!;
  const late = vi.spyOn(parts.store, 'ifWritable').mockReturnValue(false);
  write('Aye.');
  end();
  await said;
  late.mockRestore();
  const next = play.say('Ansel?', { reply: ['Ansel'] });
  await settled(() => expect(leases.of(scene.id)?.terminal).not.toBe(first.terminal));
  const second = leases.of(scene.id)!;
  leases.release(first);
  expect(leases.of(scene.id)).toEqual(second);
  await settled(() => expect(leases.of(scene.id)?.beat).toBeGreaterThan(second.beat));
  write('No.');
  end();
  await next;
  expect(scene.seenBy('everyone').slice(-2)).toMatchObject([
    { text: 'Ansel?' },
    { text: 'No.', truncated: false },
  ]);
  expect(leases.of(scene.id)).toBeUndefined();
});

test('a play that is closed gives back what it could not give back before, and does nothing later', async () => {
  const { backend, write, end } = dictated();
  const { play, parts } = terminal(scene, 'Tomas', backend);
  const said = play.say('Maren?', { reply: ['Maren'] });
  const late = vi.spyOn(parts.store, 'ifWritable').mockReturnValue(false);
  write('Aye.');
  end();
  await said;
  expect(scene.store.leases.of(scene.id)).toBeDefined();
  await play.close();
  expect(scene.store.leases.of(scene.id)).toBeUndefined();
  const calls = late.mock.calls.length;
  parts.store.close();
  await new Promise((resolve) => parts.after(0, () => resolve(null)));
  expect(late.mock.calls.length).toBe(calls);
});

test('a turn that let nobody answer touches no lease', async () => {
  const { play, parts } = terminal(scene, 'Tomas');
  const hand = vi.spyOn(parts.store.leases, 'hand');
  await play.say('Hm.', { reply: [] });
  await play.setDirector({ strategy: 'manual' });
  await play.say('Maren?');
  expect(await play.goOn()).toBe(false);
  expect(hand).not.toHaveBeenCalled();
});

test('time in which the store was locked is no silence of whoever generates', async () => {
  const silent = { chat: scene.id, pid: process.ppid, beat: Date.now() - 31_000 };
  scene.store.leases.hand({ ...silent, terminal: `${scene.parts.pidSpace}#other` });
  const { play, parts } = terminal(scene, 'Tomas');
  await settled(() => expect(scene.store.leases.of(scene.id)).toBeUndefined());
  const unlock = locked();
  expect(parts.store.ifWritable(() => {})).toBe(false);
  unlock();
  scene.store.leases.hand({ ...silent, terminal: `${scene.parts.pidSpace}#other` });
  const waiting = play.reply('Maren');
  await settled(() => expect(play.state().isElsewhere).toBe(false));
  play.stop();
  await waiting;
  expect(scene.store.leases.of(scene.id)).toMatchObject(silent);
});
