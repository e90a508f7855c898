import { describe, expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { policy, rows, say, scene } from './snapshotted.ts';

describe('periodic snapshots', () => {
  test('RP-037 are made every so many events', () => {
    const already = [...scene.store.log.all({ chat: scene.id })].filter(
      ({ kind }) => kind !== 'played_as',
    ).length;
    say(policy.everyEvents - already - 1);
    expect(rows()).toHaveLength(0);
    say(1);
    expect(rows()).toMatchObject([{ reason: 'periodic', seq: scene.state.head.seq }]);
    say(policy.everyEvents);
    expect(rows()).toHaveLength(2);
  });

  test('RP-037 and after so many minutes', () => {
    scene.at += 28 * 60_000;
    scene.said('Tomas', 'Early.');
    expect(rows()).toHaveLength(0);
    scene.said('Tomas', 'Late.');
    expect(rows()).toMatchObject([{ reason: 'periodic', seq: scene.state.head.seq }]);
    scene.said('Tomas', 'At once.');
    expect(rows()).toHaveLength(1);
  });

  test('RP-037 and after the clock was put back by so many minutes', () => {
    scene.at += 90 * 365 * 86_400_000;
    scene.said('Tomas', 'In another age.');
    scene.at -= 90 * 365 * 86_400_000;
    expect(rows()).toHaveLength(1);
    scene.said('Tomas', 'Now.');
    expect(rows()).toHaveLength(2);
    scene.said('Tomas', 'At once.');
    expect(rows()).toHaveLength(2);
  });

  test('RP-037 one long turn is snapshotted on the way', () => {
    const said = { speaker: scene.who('Tomas'), raw: '.', text: '.', knownTo: [] };
    const facts = Array.from({ length: 45 }, () => ({
      kind: 'message_imported' as const,
      payload: { ...said, role: 'character' as const },
    }));
    scene.store.chats.append(scene.id, { actor: 'import', at: scene.parts.now() }, () => facts);
    expect(rows().length).toBeGreaterThanOrEqual(4);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-037 what jobs find counts as well, also what changes nothing of the world', () => {
    say(1);
    const [message] = scene.seenBy('everyone');
    const owner = scene.who('Maren');
    const before = rows().length;
    for (let n = 0; n < policy.everyEvents; n += 1) {
      const payload = { owner, message: message?.id ?? '', significance: 1, pinsMost: 8 };
      scene.store.chats.conclude(
        scene.id,
        { actor: 'model', at: scene.parts.now() },
        {
          ...{ job: 'state', about: message?.id ?? '', source: `${n}` },
          facts: [{ kind: 'significance_scored', payload }],
        },
      );
    }
    expect(rows()).toHaveLength(before + 1);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-039 the newest stay, of older ones about every tenth', () => {
    say(600);
    const seqs = rows('periodic').map(({ seq }) => seq);
    expect(seqs.slice(-policy.keep)).toEqual(
      [...Array(policy.keep).keys()].map((n) => (seqs.at(-1) ?? 0) - (policy.keep - 1 - n) * 10),
    );
    const old = seqs.slice(0, -policy.keep);
    expect(old.length).toBeGreaterThan(3);
    expect(old.length).toBeLessThan(12);
    const gaps = old.slice(1).map((seq, at) => seq - (old[at] ?? 0));
    for (const gap of gaps.slice(0, -1)) expect(gap).toBeGreaterThanOrEqual(100);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });
});

describe('before a rewind', () => {
  test('RP-038 RP-073 RP-101 the world is kept as it is, as JSON', async () => {
    const id = scene.said('Tomas', 'One.');
    await scene.playing().pin(id);
    const { head, world: whole } = scene.state;
    const world = opened(whole);
    await scene.playing().rewind({ turns: 1 });
    expect(rows()).toMatchObject([{ reason: 'pre_rewind', seq: head.seq, branch: head.branch }]);
    expect(JSON.parse(rows()[0]?.world ?? '')).toEqual(world);
    expect(opened(scene.store.moment(scene.id, head).whole)).toEqual(world);
  });

  test('RP-038 also on a branch that has nothing of its own yet', async () => {
    scene.said('Tomas', 'One.');
    await scene.playing().branch('dawn');
    await scene.playing().rewind({ turns: 1 });
    const [kept] = rows('pre_rewind');
    expect(kept).toBeDefined();
    expect([...scene.store.log.all({ branch: kept?.branch ?? 0 })].some(({ seq }) => seq === kept?.seq)).toBe(
      true,
    );
  });

  test('RP-039 it goes after so many days, the periodic ones do not go with it', async () => {
    say(20);
    await scene.playing().rewind({ turns: 1 });
    const periodic = rows('periodic').length;
    scene.at += 15 * 86_400_000;
    scene.said('Tomas', 'Much later.');
    await scene.playing().undo();
    expect(rows('pre_rewind')).toHaveLength(1);
    expect(rows('periodic').length).toBeGreaterThanOrEqual(periodic);
  });

  test('RP-039 one of a time to come, when the clock was wrong, goes as well', async () => {
    scene.said('Tomas', 'One.');
    scene.at += 90 * 365 * 86_400_000;
    scene.said('Tomas', 'In another age.');
    await scene.playing().undo();
    scene.at -= 90 * 365 * 86_400_000;
    scene.said('Tomas', 'Now.');
    await scene.playing().undo();
    expect(rows('pre_rewind')).toHaveLength(1);
  });

  test('a switch, a redo and a rewind to nowhere else keep nothing', async () => {
    scene.said('Tomas', 'One.');
    await scene.playing().branch('dawn');
    await scene.playing().switchTo('main');
    await scene.playing().rewind({ message: 'last' });
    expect(rows()).toEqual([]);
  });
});
