import { expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { setGroup } from '../../../src/play/world/edits.ts';
import { askedFor } from '../passed.ts';
import { kinds, scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { tellings } from '../story/telling-jobs.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };
const mindFor = (name: string) => mindOf(opened(scene.state.world).state, scene.who(name));
const gone = (name: string): NewEvent => ({
  kind: 'character_left',
  payload: { character: scene.who(name), isGone: true },
});
const comes = (play: Play, name: string) => play.join(name, { newcomer: () => ({ name, card: null }) });

/** A model to which each of the others who are asked about matters a little more. */
const warmer = (names: readonly string[]) =>
  smallModel((prompt) => {
    const others = names.filter((name) => name !== askedFor(prompt));
    return { others: Object.fromEntries(others.map((name) => [name, { affinity: 1 }])) };
  });
/** Who feels something about whom, each as its owner knows it. */
const felt = (names: readonly string[]): string[] =>
  names.flatMap((from) =>
    names.filter((to) => mindFor(from).edges[scene.who(from)]?.[scene.who(to)]).map((to) => `${from} ${to}`),
  );
const pairs = (names: readonly string[]): string[] =>
  names.flatMap((from) => names.filter((to) => to !== from).map((to) => `${from} ${to}`));

test('RP-045 with a guest all three stand in each prompt, perceive what is said, and have six edges', async () => {
  const three = ['Maren', 'Tomas', 'Quill'];
  for (const name of ['Ansel', 'Odile']) scene.given(gone(name));
  const play = passingPlay({ classifier: warmer(three).classifier });
  await play.say('Just us two.', silent);
  await settled(play);
  expect(felt(three)).toEqual(pairs(['Maren', 'Tomas']));
  await comes(play, 'Quill');
  await play.say('Welcome aboard.', silent);
  await settled(play);
  expect(felt(three).sort()).toEqual(pairs(three).sort());
  const [said] = scene.seenBy('everyone').slice(-1);
  expect(new Set(said?.perceived)).toEqual(new Set(three.map(scene.who.bind(scene))));
  for (const name of three) {
    const { prompt } = await play.prompt(name);
    for (const other of three) if (other !== name) expect(prompt).toContain(`You and ${other}: affinity`);
    expect(prompt).toContain('Tomas: Welcome aboard.');
    expect(prompt.includes('Just us two.')).toBe(name !== 'Quill');
  }
});

test('RP-128 a cast of eight has an edge from each to each, and who is there is told of all', async () => {
  const names = ['Maren', 'Ansel', 'Odile', 'Tomas', 'Quill', 'Rook', 'Ida', 'Nell'];
  const play = passingPlay({ classifier: warmer(names).classifier });
  for (const name of names.slice(4)) await comes(play, name);
  await play.say('All aboard.', silent);
  await settled(play);
  expect(felt(names).sort()).toEqual(pairs(names).sort());
  expect((await play.prompt('Nell')).blocks.filter(({ name }) => name === 'edge')).toHaveLength(7);
  await expect(comes(play, 'Ninth')).rejects.toMatchObject({ code: 'cast_too_large' });
});

test('RP-076 guests who come and go for good, the group as it is first made and as it goes on are events of their own', async () => {
  const { classifier } = smallModel(() => ({ summary: 'They wait.', dynamic: 'Wary.' }));
  const play = passingPlay({ classifier, jobs: tellings() });
  const scenes = async () => {
    await play.say('Good morning.', silent);
    closeScene(play.chat);
    await settled(play);
  };
  const before = kinds().length;
  const since = () =>
    kinds()
      .slice(before)
      .filter((kind) => /^(character|group)_|manual_edit/.test(kind));
  await comes(play, 'Quill');
  await scenes();
  expect(since()).toEqual(['character_joined', 'group_node_initialized']);
  await scenes();
  setGroup(play.chat, 'dynamic', 'At ease.');
  await play.leave('Quill');
  expect(since().slice(2)).toEqual(['group_node_updated', 'manual_edit', 'character_left']);
  const [left] = [...scene.store.log.all({ chat: scene.id, kind: 'character_left' })].slice(-1);
  expect(left?.payload).toMatchObject({ character: scene.who('Quill'), isGone: true });
  for (const name of ['Maren', 'Quill'])
    expect(mindFor(name).group).toEqual({ summary: 'They wait.', dynamic: 'At ease.' });
  const { prompt } = await passingPlay({ jobs: [] }).prompt('Maren');
  expect(prompt).toContain('Maren, Ansel, Odile and Tomas together:\nThey wait.');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-060 what one was told alone is a fact that the prompts of witnesses read and no other', async () => {
  const { classifier } = smallModel((prompt) =>
    prompt.includes('The key is wet.') && askedFor(prompt) === 'Odile'
      ? { place: 'the lamp room', others: { Tomas: { facts: ['He has the key.'] } } }
      : {},
  );
  const play = passingPlay({ classifier });
  await play.say('The key is wet.', { ...silent, to: ['Odile'] });
  await settled(play);
  const has = async (name: string) => /He has the key|the lamp room/.test((await play.prompt(name)).prompt);
  expect([await has('Odile'), await has('Maren'), await has('Ansel'), await has('Tomas')]).toEqual([
    ...[true, false, false, false],
  ]);
});

test.each(['Ansel', 'Odile', 'Tomas'])(
  'RP-117 witnesses go by who speaks: what %s whispers to another is theirs, and not the host’s',
  async (name) => {
    const other = name === 'Odile' ? 'Ansel' : 'Odile';
    const { classifier, asked } = smallModel(() => ({}));
    const play = passingPlay({ classifier }, name);
    await play.say('Psst.', { ...silent, to: [other] });
    await settled(play);
    expect(new Set(asked.map(askedFor))).toEqual(new Set([name, other]));
    expect(scene.texts(name)).toContain('Psst.');
    expect(scene.texts('Maren')).not.toContain('Psst.');
  },
);

test('RP-001 what is so is in the log: it stands in the prompt when its line has long left the window and no model is there', async () => {
  const { classifier } = smallModel((prompt) =>
    prompt.includes('The lamp falls.') ? { mood: 'shaken', holding: ['a broken lamp'] } : {},
  );
  const budget = { context: 0, hard: 1500, soft: 1100 };
  const settings = { ...scene.parts.settings, budget };
  const play = passingPlay({ classifier, settings });
  await play.say('The lamp falls.', silent);
  await settled(play);
  for (let n = 0; n < 60; n += 1) scene.said('Tomas', `${n} ${'water '.repeat(20)}`);
  const backend = () => Promise.reject(new Error('no model'));
  const later = openPlay({ ...scene.parts, settings, backend }, scene.id);
  closers.push(() => later.close());
  const { prompt } = await later.prompt('Maren');
  expect(prompt).not.toContain('The lamp falls.');
  expect(prompt).toContain('Your mood: shaken.');
  expect(prompt).toContain('holding a broken lamp');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
