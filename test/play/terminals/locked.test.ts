import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { areWordsKept } from '../../../src/play/words-kept.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated, terminal } from '../two.ts';

const settled = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 5 });

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
  await vi.waitUntil(() => Date.now() > beat + 1200, { timeout: 5000 });
  unlock();
  await settled(() => expect(odile.streaming()).toBe('The river is high.'));
  await settled(() => expect(scene.store.leases.of(scene.id)?.beat).toBeGreaterThan(beat));
  end();
  await done;
  expect(scene.texts('everyone').at(-1)).toBe('The river is high.');
});

test('invariant 8 a line that ends while the store is locked is kept as cut short, and the next is not held up', async () => {
  const { backend, write, end } = dictated();
  const { play, shown } = terminal(scene, 'Tomas', backend);
  const done = play.say('Maren?', { reply: ['Maren'] });
  write('The river');
  await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe('The river'));
  const unlock = locked();
  end();
  const error = await done.catch((why: unknown) => why);
  expect(error).toMatchObject({ family: 'store', code: 'store_locked' });
  expect(areWordsKept(error)).toBe(true);
  const refused = await play.say('psst __known_to_chars__Maren').catch((why: unknown) => why);
  expect([areWordsKept(refused), shown().at(-1)]).toEqual([false, 'Maren?']);
  unlock();
  await settled(() => expect(shown().at(-1)).toBe('The river'));
  expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ truncated: true });
  const next = play.say('Ansel?', { reply: ['Ansel'] });
  write('Aye.');
  end();
  await next;
  expect(scene.texts('everyone').slice(-2)).toEqual(['Ansel?', 'Aye.']);
});
