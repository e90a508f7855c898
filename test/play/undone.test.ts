import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { UndoneFact } from '../../src/play/chat/play-state.ts';
import { openPlay } from '../../src/play/open-play.ts';
import { openThread, setEdge, setEntity, setWorld } from '../../src/play/world/edits.ts';
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

test('RP-102 a rewind says beforehand what else goes: pins, notes and what was set, as the viewer knows it; edits stay', async () => {
  const play = playing('Maren');
  await play.say('Before.', silent);
  setEdge(play.chat, 'Maren', 'Tomas', { affinity: 10 });
  setEntity(play.chat, 'Maren', 'mood', 'calm');
  const [before] = play.view().last(1);
  await play.say('After.', silent);
  setEdge(play.chat, 'Maren', 'Tomas', { affinity: 40, trust: 5 });
  setEntity(play.chat, 'Maren', 'mood', 'grim');
  setWorld(play.chat, 'weather', 'fog');
  await play.pin(before?.id ?? '');
  await play.edit(before?.id ?? '', 'Once.');
  const as = playing('Ansel');
  setEntity(as.chat, 'Ansel', 'mood', 'sly');
  const expected = [
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
  expect(play.view().last(1)[0]?.text).toBe('Once.');
  expect(play.undoneBy({ turns: 1 }).facts.map(({ what }) => what)).toEqual(['edge', 'entity']);
});

test('RP-102 letters, notes, threads, places, memories, scenes and occasions that would go are told', async () => {
  const play = playing('Maren');
  await play.say('After.', silent);
  openThread(play.chat, 'Who took the oar?');
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
