import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { UndoneFact } from '../../src/play/chat/play-state.ts';
import { openPlay } from '../../src/play/open-play.ts';
import { scene } from './scene.ts';
import { closers } from './scenes.ts';

const silent = { reply: [] };
const playing = (as: string) => {
  const play = openPlay(scene.parts, scene.id, as);
  closers.push(() => play.close());
  return play;
};
const brief = (facts: readonly UndoneFact[]) =>
  facts.map(({ what, id, was, becomes }) => [what, id, was, becomes]);

test('RP-102 a rewind says beforehand what else goes: pins, edits, notes and what was set, as the viewer knows it', async () => {
  const play = playing('Maren');
  await play.say('Before.', silent);
  await play.world.setEdge('Maren', 'Tomas', { affinity: 10 });
  await play.world.setEntity('Maren', 'mood', 'calm');
  const [before] = play.view().last(1);
  await play.say('After.', silent);
  await play.world.setEdge('Maren', 'Tomas', { affinity: 40, trust: 5 });
  await play.world.setEntity('Maren', 'mood', 'grim');
  await play.world.set('weather', 'fog');
  await play.pin(before?.id ?? '');
  await play.edit(before?.id ?? '', 'Once.');
  const as = playing('Ansel');
  await as.world.setEntity('Ansel', 'mood', 'sly');
  const expected = [
    ['message', before?.id, 'Once.', 'Before.'],
    ['pin', before?.id, 'Once.', null],
    ['edge', 'Maren → Tomas', 'affinity 40, trust 5', 'affinity 10, trust 0'],
    ['entity', 'Maren', 'mood grim', 'mood calm'],
    ['world', 'world', 'weather fog', null],
  ];
  expect(brief(play.undoneBy({ turns: 1 }).facts)).toEqual(expected);
  const state = scene.state.head;
  expect(scene.state.head).toEqual(state);
  expect(JSON.stringify(play.undoneBy({ turns: 1 }).facts)).not.toContain('sly');
  expect(JSON.stringify(as.undoneBy({ turns: 1 }).facts)).not.toMatch(/grim|Tomas/);
  const all = playing('*');
  expect(JSON.stringify(all.undoneBy({ turns: 1 }).facts)).toMatch(/grim.*sly|sly.*grim/);
  await play.rewind({ turns: 1 });
  expect(play.undoneBy({ turns: 1 }).facts.map(({ what }) => what)).toEqual(['edge', 'entity']);
});

test('RP-102 letters, notes, threads, places, memories, scenes and occasions that would go are told', async () => {
  const play = playing('Maren');
  await play.say('After.', silent);
  await play.world.openThread('Who took the oar?');
  const maren = scene.who('Maren');
  for (const fact of [
    { kind: 'scene_closed', payload: { reason: 'hand' } },
    {
      kind: 'occasion_change',
      payload: { occasion: 'o', name: 'a picnic', props: ['a basket'], knownTo: [] },
    },
    {
      kind: 'memory_written',
      payload: {
        ...{ memory: 'm', owner: maren, text: 'The oar broke.', significance: 2, of: null, scene: 1 },
        ...{ time: '', place: '', witnesses: [maren], pinned: true },
      },
    },
  ] as NewEvent[])
    scene.given(fact);
  const open = playing('Maren');
  expect(brief(open.undoneBy({ turns: 1 }).facts).map(([what, , was]) => [what, was])).toEqual([
    ['memory', 'The oar broke., pinned'],
    ['occasion', 'a picnic, state planned, props a basket'],
    ['thread', 'Who took the oar?, state open'],
    ['scene', 'closed'],
  ]);
});
