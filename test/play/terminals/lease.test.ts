import { spawnSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import type { StoredLease } from '../../../src/store/leases.ts';
import { scene } from '../scene.ts';
import '../scenes.ts';
import { dictated, terminal } from '../two.ts';

const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
const settled = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 5 });

const heldBy = (how: Partial<StoredLease>): void => {
  const terminal = `${scene.parts.pidSpace}#other`;
  scene.store.leases.hand({ chat: scene.id, terminal, pid: process.ppid, beat: Date.now(), ...how });
};

describe('one terminal generates at a time', () => {
  test('the second answers after the first, to what is there then; both texts were stored at once', async () => {
    const one = dictated();
    const other = dictated();
    const here = terminal(scene, 'Tomas', one.backend).play;
    const there = terminal(scene, 'Odile', other.backend);
    const said = here.say('Maren?', { reply: ['Maren'], to: ['Maren'] });
    const answered = there.play.say('Ansel?', { reply: ['Ansel'] });
    expect(scene.texts('everyone').slice(-2)).toEqual(['Maren?', 'Ansel?']);
    other.write('Aye.');
    other.end();
    one.write('Here.');
    one.end();
    await Promise.all([said, answered]);
    expect(scene.texts('everyone').slice(-2)).toEqual(['Here.', 'Aye.']);
    expect(scene.store.leases.of(scene.id)).toBeUndefined();
  });

  test.each([
    ['whose process has ended', { pid: deadPid }],
    ['of before the computer was started again', { terminal: 'sea#1' }],
    ['that has been silent for half a minute', { beat: Date.now() - 31_000 }],
    [
      'of another container that has been silent for half a minute',
      { terminal: 'quay far#1', beat: Date.now() - 31_000 },
    ],
  ])('a holder %s is replaced', async (_, how) => {
    heldBy(how);
    await scene.play.say('Maren?', { reply: ['Maren'] });
    expect(scene.texts('everyone')).toHaveLength(3);
  });

  test.each([
    ['that lives and beats', {}],
    ['of another container, whatever its pid means here', { terminal: 'quay far#1', pid: deadPid }],
  ])('a holder %s is waited for, until one is stopped', async (_, how) => {
    heldBy(how);
    const waiting = scene.play.say('Maren?', { reply: ['Maren'] });
    await expect(scene.play.rewind({ turns: 1 })).rejects.toMatchObject({ code: 'busy' });
    scene.play.stop();
    await waiting;
    expect(scene.store.leases.of(scene.id)).toMatchObject({ pid: process.ppid, ...how });
    expect(scene.texts('everyone').slice(1)).toEqual(['Maren?']);
  });

  test('the holder says again and again that it is there, and gives the lease back when it is stopped', async () => {
    const { backend } = dictated();
    const { play } = terminal(scene, 'Tomas', backend);
    const said = play.say('Maren?', { reply: ['Maren'] });
    const beat = (): number => scene.store.leases.of(scene.id)?.beat ?? 0;
    const first = beat();
    expect(first).toBeGreaterThan(0);
    await settled(() => expect(beat()).toBeGreaterThan(first));
    play.stop();
    await said;
    expect(beat()).toBe(0);
  });

  test('invariant 8 whoever looks on keeps the line of a holder that died, and everyone is told', async () => {
    const { play, shown } = terminal(scene, 'Odile');
    const pending = {
      speaker: scene.who('Maren'),
      place: scene.state.head,
      isAlternative: false,
      continues: null,
      origin: { answers: null, backend: 'understudy', model: '', seed: 1, windowFrom: null },
    };
    scene.store.atomically(() => {
      scene.store.scratch.save({ chat: scene.id, pid: process.ppid, reply: pending, text: 'The river is' });
      heldBy({});
    });
    await settled(() => expect(play.state().generating).toMatchObject({ speaker: { name: 'Maren' } }));
    heldBy({ pid: deadPid });
    await settled(() => expect(shown().at(-1)).toBe('The river is'));
    expect(play.state().generating).toBe(null);
    expect(scene.seenBy('Odile').at(-1)).toMatchObject({ truncated: true });
    expect(scene.store.leases.of(scene.id)).toBeUndefined();
    expect(scene.store.scratch.all()).toEqual([]);
  });

  test('who was taken for dead and comes back writes its line no second time', async () => {
    const { backend, write, end } = dictated();
    const { play, streaming } = terminal(scene, 'Tomas', backend);
    const said = play.say('Maren?', { reply: ['Maren'] });
    write('The river is ');
    await settled(() => expect(streaming()).toBe('The river is'));
    const lease = scene.store.leases.of(scene.id);
    await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe('The river is '));
    const theirs = { ...scene.store.scratch.of(scene.id)!, text: 'Another line' };
    heldBy({ pid: deadPid });
    const other = terminal(scene, 'Odile');
    await settled(() => expect(other.shown().at(-1)).toBe('The river is'));
    heldBy({});
    scene.store.scratch.save(theirs);
    write('high.');
    end();
    await expect(said).rejects.toMatchObject({ family: 'failed', code: 'replaced' });
    expect(lease).toBeDefined();
    expect(scene.texts('everyone').slice(1)).toEqual(['Maren?', 'The river is']);
    expect(scene.store.scratch.all()).toEqual([theirs]);
    await settled(() => expect(play.state().generating).toBe(null));
  });
});

describe('terminals of processes that died', () => {
  test('are nobody: whom they played may be answered for, and they type no more', async () => {
    const { play } = terminal(scene, 'Tomas');
    const row = { chat: scene.id, character: scene.who('Odile'), isTyping: true };
    scene.store.terminals.save({ ...row, id: `${scene.parts.pidSpace}#gone`, pid: deadPid });
    await settled(() => expect(scene.store.terminals.of(scene.id)).toHaveLength(1));
    expect(play.state().typing).toEqual([]);
    play.drafting('Odile?');
    expect(play.state().next).toMatchObject({ speakers: [{ name: 'Odile' }] });
  });
});
