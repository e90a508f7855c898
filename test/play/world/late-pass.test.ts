import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { openStore } from '../../histories.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };

test('RP-078 RP-122 a pass that ends after the next message stands with its own turn wherever the play goes, and no model is asked again', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { classifier, asked } = smallModel(async (prompt) => {
    const isLater = prompt.includes('Two.');
    if (!isLater) await gate;
    return { mood: isLater ? 'late' : 'early' };
  });
  const play = passingPlay({ classifier });
  const mood = (store = scene.store) => {
    const { state } = opened(store.chats.read(scene.id).world);
    return mindOf(state, scene.who('Maren')).entities[scene.who('Maren')]?.mood;
  };
  await play.say('One.', silent);
  const settling = settled(play);
  await expect.poll(() => asked.length).toBe(4);
  await play.say('Two.', silent);
  expect(mood()).toBeUndefined();
  open();
  await settling;
  await expect.poll(() => mood()).toBe('late');
  await play.undo();
  expect(mood()).toBe('early');
  await play.redo();
  expect(mood()).toBe('late');
  await play.branch('aside', '-2');
  expect(mood()).toBe('early');
  await play.say('Three.', silent);
  await play.switchTo('main');
  expect(mood()).toBe('late');
  await play.rewind({ turns: 2 });
  expect(mood()).toBeUndefined();
  await play.redo();
  expect(mood()).toBe('late');
  const before = asked.length;
  const other = openStore(dirname(scene.store.file));
  closers.push(() => other.close());
  expect(mood(other)).toBe('late');
  expect(await settled(passingPlay({ classifier, store: other }))).toEqual([]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
  expect(asked).toHaveLength(before);
});
