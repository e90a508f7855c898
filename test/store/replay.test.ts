import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../src/domain/events/events.ts';
import { opened } from '../../src/domain/world/world.ts';
import { worldHash } from '../../src/store/chats/verify.ts';
import { openStore } from '../histories.ts';
import { say, scene, sqlite } from './snapshotted.ts';

describe('opening again', () => {
  test('RP-082 RP-119 from a snapshot and the tail gives the same world as from nothing', async () => {
    say(37);
    const pinned = scene.said('Tomas', 'Remember.');
    await scene.playing().pin(pinned);
    const live = scene.state;
    const cold = openStore(scene.store.file.replace(/\/[^/]*$/, ''));
    expect(cold.chats.read(scene.id)).toEqual(live);
    const hashes = [cold.worlds.at(scene.id, live.head), cold.worlds.fromScratch(scene.id, live.head)].map(
      (one) => worldHash(opened(one)),
    );
    expect(new Set([...hashes, worldHash(opened(live.world))]).size).toBe(1);
    cold.close();
  });

  test('RP-082 the log is the truth: without any snapshot all is the same', () => {
    say(37);
    sqlite.exec('DELETE FROM snapshot');
    const { head, world: whole } = scene.state;
    const world = opened(whole);
    expect(opened(scene.store.moment(scene.id, head).whole)).toEqual(world);
  });

  test.each([
    ['a snapshot', "UPDATE snapshot SET world = json_set(world, '$.rules', 'x')", /snapshot after event/],
    ['the live world', "UPDATE chat SET world = json_set(world, '$.rules', 'x')", /world at the head/],
    ['the title', "UPDATE chat SET title = 'x'", /title, played character or persona/],
    [
      'a message',
      "UPDATE message SET speaker = 'x' WHERE seq = (SELECT max(seq) FROM message)",
      /message_said .* differs/,
    ],
    [
      'an audience',
      'UPDATE message SET known_to = \'["x"]\' WHERE seq = (SELECT max(seq) FROM message)',
      /message_said .* differs|recall index differ/,
    ],
    ['a record', 'UPDATE record SET value = \'"x"\'', /differs from its (?:records|events)/],
    ['a record that is gone', 'DELETE FROM record', /records|differs from its events/],
    [
      'whom a record is for',
      'UPDATE record_key SET audience = audience + 1',
      /records|differs from its events/,
    ],
  ])('invariant 1 verify finds what was changed behind its back: %s', (_, change, difference) => {
    say(20);
    scene.given({ kind: 'scenario_set', payload: { character: scene.who('Maren'), text: 'It rains.' } });
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
  ])('stay in the log, are reported and ignored: %s', (why, kind, version, payload) => {
    say(1);
    const world = opened(scene.state.world);
    foreign(kind, version, payload);
    say(2);
    const reported: [StoredEvent, string][] = [];
    const read = opened(
      scene.store.worlds.at(scene.id, scene.state.head, (stored, reason) => reported.push([stored, reason])),
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
