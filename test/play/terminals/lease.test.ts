import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredLease } from '../../../src/store/terminals/leases.ts';
import type { StoredTerminal } from '../../../src/store/terminals/terminals.ts';
import { scene } from '../scene.ts';
import '../scenes.ts';
import { until as settled } from '../../until.ts';
import { dictated, terminal } from '../two.ts';

const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

// Who has been silent for half a minute counts as gone: time stands still, however long a test takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

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
    expect(first).toBe(Date.now());
    vi.setSystemTime(first + 1000);
    await settled(() => expect(beat()).toBe(first + 1000));
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
    await settled(() =>
      expect(play.state()).toMatchObject({ isElsewhere: true, generating: { speaker: { name: 'Maren' } } }),
    );
  });
});

describe('terminals of processes that died', () => {
  const silent = Date.now() - 31_000;

  const seat = (how: Partial<StoredTerminal>): void => {
    const row = { chat: scene.id, character: scene.who('Odile'), isTyping: true, beat: Date.now() };
    scene.store.terminals.save({ ...row, id: `${scene.parts.pidSpace}#other`, pid: process.ppid, ...how });
  };

  test.each([
    ['that can be seen to have ended', { pid: deadPid }],
    ['of another container that have been silent for half a minute', { id: 'quay far#1', beat: silent }],
    ["with one's own pid that have been silent for half a minute", { pid: process.pid, beat: silent }],
  ])(
    'RP-021 those %s are nobody: whom they played may be answered for, and they type no more',
    async (_, how) => {
      const { play } = terminal(scene, 'Tomas');
      seat(how);
      await settled(() => expect(scene.store.terminals.of(scene.id)).toHaveLength(1));
      expect(play.state().typing).toEqual([]);
      play.drafting('Odile?');
      expect(play.state().next).toMatchObject({ speakers: [{ name: 'Odile' }] });
    },
  );

  test.each([
    ['that can be seen to live, however silent', { beat: silent }],
    ['of another container that say that they are there', { id: 'quay far#1', pid: deadPid }],
  ])('RP-021 those %s are somebody', async (_, how) => {
    const { play } = terminal(scene, 'Tomas');
    seat(how);
    await settled(() => expect(play.state().typing).toMatchObject([{ name: 'Odile' }]));
    play.drafting('Odile?');
    expect(play.state().next).toMatchObject({ speakers: [] });
  });

  test('RP-021 one that falls silent in another container types no more', async () => {
    const { play } = terminal(scene, 'Tomas');
    seat({ id: 'quay far#1' });
    await settled(() => expect(play.state().typing).toMatchObject([{ name: 'Odile' }]));
    vi.setSystemTime(Date.now() + 31_000);
    await settled(() => expect(play.state().typing).toEqual([]));
  });
});

describe('a terminal that is open', () => {
  test('RP-021 says again and again that it is there, also after it was taken for dead', () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    terminal(scene, 'Tomas');
    const beats = (): number[] => scene.store.terminals.of(scene.id).map(({ beat }) => beat);
    const first = Date.now();
    expect(beats()).toEqual([first]);
    vi.advanceTimersByTime(10_000);
    expect(beats()).toEqual([first + 10_000]);
    for (const { id } of scene.store.terminals.of(scene.id)) scene.store.terminals.remove(id);
    vi.advanceTimersByTime(10_000);
    expect(beats()).toEqual([first + 20_000]);
  });

  test('RP-021 is told nothing and reads nothing of the log when another only says that it is there', async () => {
    const odile = terminal(scene, 'Odile');
    const tomas = terminal(scene, 'Tomas');
    const row = scene.store.terminals.of(scene.id).find(({ character }) => character === scene.who('Odile'))!;
    const { store } = tomas.parts;
    const looked = vi.spyOn(store.terminals, 'of');
    const read = [vi.spyOn(store.log, 'read'), vi.spyOn(store.chats, 'read'), vi.spyOn(store, 'view')];
    odile.parts.store.terminals.save({ ...row, beat: row.beat + 1 });
    await settled(() => expect(looked).toHaveBeenCalled());
    expect(read.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    expect(tomas.events).toEqual([]);
  });
});
