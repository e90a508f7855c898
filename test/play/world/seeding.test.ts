import { expect, test } from 'vitest';
import { memberOf, opened } from '../../../src/domain/world/world.ts';
import { inQueue } from '../../../src/inference/transport/server-queue.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { failuresSeen } from '../../../src/play/director/failures.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { setEdge } from '../../../src/play/world/edits.ts';
import { containersIn, edgesSeen, entityNamed } from '../../../src/play/world/lines/known.ts';
import { establish } from '../../../src/play/world/seeds/establishing.ts';
import { readKickoff, seedRelations, strangersTo } from '../../../src/play/world/seeds/seeding.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { over, smallModel } from './passes.ts';

/** The scene with this small model, as somebody. */
const playing = (answer: (prompt: string) => unknown, as?: string) => {
  const { classifier, asked } = smallModel(answer);
  const play = openPlay({ ...scene.parts, classifier }, scene.id, as);
  closers.push(() => play.close());
  return { play, asked };
};

test('RP-111 RP-133 "have they met?": prose seeds what two feel about each other, both ways, each known to its owner', async () => {
  const { play, asked } = playing(() => ({
    others: {
      Maren: {
        towards: { affinity: 30, summary: 'An old friend.' },
        back: { trust: -400, knowledge_facts: ['He drinks.'] },
      },
    },
  }));
  expect(await seedRelations(play.chat, 'Ansel', 'Ansel and Maren grew up together.')).toEqual(['Maren']);
  expect(asked[0]).toContain('Ansel and Maren grew up together.');
  const as = (name: string) => edgesSeen(playing(() => ({}), name).play.chat, name);
  expect(as('Ansel')).toMatchObject([
    { from: 'Ansel', to: 'Maren', affinity: 30, summary: 'An old friend.' },
  ]);
  expect(as('Maren')).toMatchObject([{ from: 'Maren', to: 'Ansel', trust: -100, knowledge: ['He drinks.'] }]);
  expect(as('Odile')).toEqual([]);
});

test('RP-112 what is felt already stays, and who is known by now is no stranger', async () => {
  const { play } = playing(() => ({
    others: { Maren: { towards: { affinity: 30 }, back: { affinity: 30 } } },
  }));
  expect(strangersTo(play.chat, 'Ansel')).toContain('Tomas');
  setEdge(play.chat, 'Ansel', 'Maren', { affinity: -5 });
  setEdge(play.chat, 'Tomas', 'Ansel', { affinity: 1 });
  expect(strangersTo(play.chat, 'Ansel')).not.toContain('Tomas');
  await seedRelations(play.chat, 'Ansel', 'They are friends.');
  expect(edgesSeen(playing(() => ({}), 'Ansel').play.chat, 'Ansel')).toMatchObject([{ affinity: -5 }]);
  expect(edgesSeen(playing(() => ({}), 'Maren').play.chat, 'Maren')).toMatchObject([{ affinity: 30 }]);
});

test('RP-112 said again, what is new of how two know each other is added, and what is felt stays', async () => {
  let fact = 'He drinks.';
  const { play } = playing(() => ({
    others: { Maren: { towards: { affinity: 30, knowledge_facts: [fact] } } },
  }));
  await seedRelations(play.chat, 'Ansel', 'They are friends.');
  setEdge(play.chat, 'Ansel', 'Maren', { affinity: 50 });
  fact = 'She sings.';
  await seedRelations(play.chat, 'Ansel', 'They sang together.');
  expect(edgesSeen(playing(() => ({}), 'Ansel').play.chat, 'Ansel')).toMatchObject([
    { affinity: 50, knowledge: ['He drinks.', 'She sings.'] },
  ]);
});

test('RP-112 said again, how they stand is a fact beside what was said first, once', async () => {
  let summary = 'Old friends.';
  const { play } = playing(() => ({ others: { Maren: { towards: { affinity: 30, summary } } } }));
  await seedRelations(play.chat, 'Ansel', 'They are friends.');
  summary = 'Ansel owes her money.';
  for (const _ of [1, 2]) await seedRelations(play.chat, 'Ansel', 'Ansel owes Maren money.');
  expect(edgesSeen(playing(() => ({}), 'Ansel').play.chat, 'Ansel')).toMatchObject([
    { affinity: 30, summary: 'Old friends.', knowledge: ['Ansel owes her money.'] },
  ]);
});

test('RP-034 RP-092 a kickoff is read and nothing of it is so before it is agreed to; what is hostile is cut or left out', async () => {
  scene.said('Maren', 'The ferry lies still. It is night.');
  const { play, asked } = playing((prompt) =>
    prompt.includes('as everybody there can see')
      ? {
          time: 'night',
          weather: `\u001b[31m${'rain '.repeat(500)}`,
          containers: [{ name: 'the ferry', moving: 'yes', slots: ['bow'] }, { slots: 7 }, 'a raft'],
          entities: {
            Maren: { container: 'the ferry', verb: 'waiting' },
            Ansel: { container: 'the moon' },
            Eve: { verb: 'x' },
          },
        }
      : {},
  );
  const lines = await readKickoff(play.chat);
  expect(play.known().mind.world.time).toBe('');
  establish(play.chat, lines);
  const { weather, time } = play.known().mind.world;
  expect([time, weather.length <= 80, weather.includes('\u001b')]).toEqual(['night', true, false]);
  expect(containersIn(play.known())).toMatchObject([
    { name: 'the ferry', moving: false, holds: [{ entity: 'Maren' }] },
  ]);
  expect(entityNamed(play.chat, 'Ansel').activity.container).toBe('');
  expect(asked.map((prompt) => prompt.includes('a character of a roleplay'))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('RP-031 RP-092 a model that answers nothing is told, kept as a failure, and changes nothing', async () => {
  scene.said('Maren', 'It is night.');
  const { play } = playing(() => 'I cannot do that.');
  await expect(readKickoff(play.chat)).rejects.toMatchObject({ code: 'no_answer' });
  expect(failuresSeen(play.chat, { all: true }).map(({ kind }) => kind)).toContain('kickoff');
});

test('KT-07 whom the played character does not know of is neither a stranger nor seeded', async () => {
  const eve = 'eve';
  scene.given({ kind: 'character_left', payload: { character: scene.who('Tomas') } });
  scene.given({
    kind: 'character_joined',
    payload: { character: eve, name: 'Eve', card: null, knowsPast: false },
  });
  const { play, asked } = playing(() => ({}), 'Tomas');
  expect(memberOf(opened(scene.state.world), eve)?.present).toBe(true);
  expect(strangersTo(play.chat, 'Ansel')).not.toContain('Eve');
  await seedRelations(play.chat, 'Ansel', 'They met.');
  expect(asked[0]).not.toContain('Eve');
});

test('RP-034 a line goes before what is read of the opening, which is asked for again behind it', async () => {
  let isFirst = true;
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const understudy = createUnderstudy();
  const server = inQueue({
    ...understudy,
    async *complete(request, signal) {
      if (request.cache?.key !== 'classifier' || !isFirst) return yield* understudy.complete(request, signal);
      isFirst = false;
      asked();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield { type: 'aborted', text: '' };
    },
  });
  const play = openPlay({ ...scene.parts, classifier: () => over(server) }, scene.id);
  closers.push(() => play.close());
  scene.said('Maren', 'The ferry lies still. It is night.');
  const kickoff = readKickoff(play.chat);
  await isAsked;
  const line = server.complete(
    { prompt: 'Odile: Good', stop: [], maxTokens: 8, seed: 1, sampling: {} },
    new AbortController().signal,
  );
  const ends: string[] = [];
  for await (const { type } of line) ends.push(type);
  expect(ends.at(-1)).toBe('finished');
  expect(Array.isArray(await kickoff)).toBe(true);
});
