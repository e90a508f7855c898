import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../src/domain/events.ts';
import { worldHash } from '../../src/store/verify.ts';
import { openScene, openStore } from '../histories.ts';

interface Row {
  seq: number;
  branch: number;
  reason: string;
  at: string;
  world: string;
}

const policy = { everyEvents: 10, everyMinutes: 30, keep: 5, preRewindDays: 14 };
let scene: ReturnType<typeof openScene>;
let rows: (reason?: string) => Row[];
let sqlite: Database.Database;
const open = (snapshots = policy): void => {
  scene = openScene({ snapshots });
  sqlite = new Database(scene.store.file);
  rows = (reason) =>
    (sqlite.prepare('SELECT * FROM snapshot ORDER BY id').all() as Row[]).filter(
      (row) => reason === undefined || row.reason === reason,
    );
};
beforeEach(() => open());
afterEach(() => {
  sqlite.close();
  scene.close();
});
/** Says this many things, in no time. */
const say = (count: number): void => {
  for (let n = 0; n < count; n += 1) {
    scene.at -= 60_000;
    scene.said('Tomas', `${n}`);
  }
};

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
  test('RP-038 RP-101 the world is kept as it is', async () => {
    const id = scene.said('Tomas', 'One.');
    await scene.playing().pin(id);
    const { head, world } = scene.state;
    await scene.playing().rewind({ turns: 1 });
    expect(rows()).toMatchObject([{ reason: 'pre_rewind', seq: head.seq, branch: head.branch }]);
    expect(JSON.parse(rows()[0]?.world ?? '')).toEqual(world);
    expect(scene.store.worlds.at(scene.id, head)).toEqual(world);
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

  test('a switch, a redo and a rewind to nowhere else keep nothing', async () => {
    scene.said('Tomas', 'One.');
    await scene.playing().branch('dawn');
    await scene.playing().switchTo('main');
    await scene.playing().rewind({ message: 'last' });
    expect(rows()).toEqual([]);
  });
});

describe('opening again', () => {
  test('RP-082 RP-119 from a snapshot and the tail gives the same world as from nothing', async () => {
    say(37);
    const pinned = scene.said('Tomas', 'Remember.');
    await scene.playing().pin(pinned);
    const live = scene.state;
    const cold = openStore(scene.store.file.replace(/\/[^/]*$/, ''));
    expect(cold.chats.read(scene.id)).toEqual(live);
    const hashes = [cold.worlds.at(scene.id, live.head), cold.worlds.fromScratch(scene.id, live.head)].map(
      worldHash,
    );
    expect(new Set([...hashes, worldHash(live.world)]).size).toBe(1);
    cold.close();
  });

  test('RP-082 the log is the truth: without any snapshot all is the same', () => {
    say(37);
    sqlite.exec('DELETE FROM snapshot');
    const { head, world } = scene.state;
    expect(scene.store.worlds.at(scene.id, head)).toEqual(world);
  });

  test.each([
    ['a snapshot', "UPDATE snapshot SET world = json_set(world, '$.rules', 'x')", /snapshot after event/],
    ['the live world', "UPDATE chat SET world = json_set(world, '$.rules', 'x')", /world at the head/],
    ['the title', "UPDATE chat SET title = 'x'", /title, played character or persona/],
    [
      'a message',
      "UPDATE message SET text = 'x' WHERE seq = (SELECT max(seq) FROM message)",
      /message_said .* differs/,
    ],
    [
      'an audience',
      'UPDATE message SET known_to = \'["x"]\' WHERE seq = (SELECT max(seq) FROM message)',
      /message_said .* differs/,
    ],
  ])('invariant 1 verify finds what was changed behind its back: %s', (_, change, difference) => {
    say(20);
    sqlite.exec(change);
    const { differences } = scene.store.verify(scene.state);
    expect(differences.length).toBeGreaterThan(0);
    for (const line of differences) expect(line).toMatch(difference);
  });
});

describe('events that this program does not know', () => {
  /** Puts an event into the log as another version of the program would. */
  const foreign = (kind: string, version: number, payload: object): void => {
    const { branch } = scene.state.head;
    const values = [
      'x'.repeat(12),
      scene.id,
      branch,
      't',
      kind,
      version,
      JSON.stringify(payload),
      'sotto',
      scene.parts.now(),
    ];
    sqlite
      .prepare(
        'INSERT INTO event (id, chat, branch, turn, kind, version, payload, actor, at) VALUES (?,?,?,?,?,?,?,?,?)',
      )
      .run(...values);
    const { seq } = sqlite.prepare('SELECT max(seq) AS seq FROM event').get() as { seq: number };
    sqlite.prepare('UPDATE chat SET head_seq = ? WHERE id = ?').run(seq, scene.id);
  };

  test.each([
    ['unknown_kind', 'weather_turned', 1, { to: 'fog' }],
    ['newer_version', 'message_said', 7, { words: 'x' }],
    ['broken_payload', 'message_said', 1, { text: 1 }],
  ])('RP-077 stay in the log, are reported and ignored: %s', (why, kind, version, payload) => {
    say(1);
    const { world } = scene.state;
    foreign(kind, version, payload);
    say(2);
    const reported: [StoredEvent, string][] = [];
    const read = scene.store.worlds.at(scene.id, scene.state.head, (stored, reason) =>
      reported.push([stored, reason]),
    );
    expect(read).toEqual(world);
    expect(reported).toMatchObject([[{ kind, version, payload }, why]]);
    expect([...scene.store.log.all({ chat: scene.id })].map((event) => event.kind)).toContain(kind);
    expect(scene.store.verify(scene.state)).toMatchObject({
      differences: [],
      unreadable: { [`${kind} v${version} (${why})`]: 1 },
    });
    expect(scene.texts('Tomas')).toHaveLength(4);
  });
});
