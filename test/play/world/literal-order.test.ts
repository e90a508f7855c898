import { expect, test } from 'vitest';
import { opened } from '../../../src/domain/world/world.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { memoriesOf, pinMemory } from '../../../src/play/story/memories/memories.ts';
import { addOccasion, startOccasion } from '../../../src/play/story/occasion-acts.ts';
import { score } from '../../../src/play/world/edits.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';

/** Everything that can be so on the quay, as Maren knows it: a picnic goes on, and she remembers one that was. */
async function furnish(): Promise<void> {
  const maren = scene.who('Maren');
  const own = { knownTo: [maren] };
  const group = opened(scene.state.world).cast.map(({ id }) => id);
  scene.given({ kind: 'thread_change', payload: { thread: 't', text: 'Who rang?', knownTo: [] } });
  scene.given({ kind: 'activity_change', payload: { entity: maren, verb: 'mending a net', knownTo: [] } });
  scene.given({ kind: 'world_change', payload: { time: 'dusk', weather: 'rain', knownTo: [] } });
  scene.given({ kind: 'group_node_updated', payload: { dynamic: 'Wary.', knownTo: group } });
  for (const name of ['Odile', 'Tomas'])
    scene.given({
      kind: 'edge_update',
      payload: { from: maren, to: scene.who(name), affinityDelta: 2, ...own },
    });
  scene.given({ kind: 'entity_state_change', payload: { entity: maren, mood: 'grim', ...own } });
  scene.said('Odile', 'The lamp is lit.');
  const maren1 = openPlay(scene.parts, scene.id, 'Maren');
  closers.push(() => maren1.close());
  score(maren1.chat, scene.seenBy('Maren').at(-1)?.id ?? '', 3);
  pinMemory(maren1.chat, memoriesOf(maren1.chat)[0]?.id ?? '', true);
  addOccasion(maren1.chat, 'picnic', { props: ['a basket'] });
  startOccasion(maren1.chat, 'picnic');
  scene.said('Tomas', 'Is the ferry late?');
}

const ofTheOriginal =
  /^(identity|state|edge|group|world|scene|current|activities|threads|message|memory|memories|occasion)/;

/** The blocks of Maren's prompt that the original knows, each once where several follow each other, and the roles of its turns. */
async function blocksOf(order: 'cache' | 'classic'): Promise<string[]> {
  const { settings } = scene.parts;
  const layout = { ...settings.layout, order };
  const parts = { ...scene.parts, settings: { ...settings, layout } };
  const { blocks } = await openPlay(parts, scene.id).prompt('Maren');
  return blocks
    .map(({ name, source }) =>
      name === 'edge'
        ? `edge to ${opened(scene.state.world).cast.find(({ id }) => source.endsWith(id))?.name}`
        : name.replace(/ .*/, ''),
    )
    .filter((name) => ofTheOriginal.test(name) || name === 'cue')
    .filter((name, at, all) => name !== all[at - 1]);
}

test('RP-084 the layout classic has all eleven blocks of a real play in the literal order, dialogue before what comes back to mind', async () => {
  await furnish();
  const opening = ['identity', 'state', 'edge to Tomas', 'edge to Odile'];
  const behindScene = ['current', 'activities', 'threads', 'message', 'memory', 'occasion', 'cue'];
  expect(await blocksOf('classic')).toEqual([...opening, 'group', 'world', ...behindScene]);
  scene.given({ kind: 'character_left', payload: { character: scene.who('Ansel') } });
  expect(await blocksOf('classic')).toEqual([...opening, 'world', 'scene', ...behindScene]);
});

test('RP-084 the layout cache keeps that order within each zone, what changes with each line before what the human said last', async () => {
  await furnish();
  scene.given({ kind: 'character_left', payload: { character: scene.who('Ansel') } });
  const sealed = ['identity', 'edge to Odile', 'edge to Tomas', 'threads', 'memory', 'message'];
  const changing = ['world', 'scene', 'activities', 'occasion'];
  expect(await blocksOf('cache')).toEqual([...sealed, 'state', ...changing, 'message', 'cue']);
  await scene.play.reply('Maren');
  const [from, to] = [scene.who('Maren'), scene.who('Tomas')];
  scene.given({ kind: 'edge_update', payload: { from, to, learns: ['He lies.'], knownTo: [from] } });
  expect(await blocksOf('cache')).toEqual([...sealed, 'edge to Tomas', 'state', ...changing, 'cue']);
});

test.each(['cache', 'classic'] as const)(
  'RP-084 SP-07 what a speaker is like now stands also where a preset leaves lore out, in the layout %s',
  async (order) => {
    await furnish();
    const names = ['main', 'worldInfoAfter', 'chatHistory'];
    const prompts = names.map((identifier) => ({ identifier, content: '' }));
    const chosen = names.map((identifier) => ({ identifier, enabled: identifier !== 'worldInfoAfter' }));
    const preset = { name: 'mine', prompts, prompt_order: [{ character_id: 100_001, order: chosen }] };
    const { settings } = scene.parts;
    const layout = { ...settings.layout, order, preset };
    const play = openPlay({ ...scene.parts, settings: { ...settings, layout } }, scene.id);
    expect((await play.prompt('Maren')).prompt).toContain('Your mood: grim.');
  },
);
