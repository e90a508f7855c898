import { expect, test } from 'vitest';
import { noMind, noOccasion } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { addOccasion, startOccasion, turnOccasion } from '../../../src/play/story/occasion-acts.ts';
import { propsAtRest, withoutProps } from '../../../src/play/story/occasions/props.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { scene } from '../scene.ts';
import { passes, settled, smallModel } from '../world/passes.ts';
import { memoriesOf, summaryOf, tellingPlay, tellings } from './tellings.ts';

test.each([
  ['They ate. The Basket was empty! All slept.', ['basket'], 'They ate. All slept.'],
  ['Baskets are not meant, nor is a basketful.', ['basket'], 'Baskets are not meant, nor is a basketful.'],
  ['“Is it the red\n rug?” she asked. No.', ['red rug'], '“Is it the red\n rug?” she asked. No.'],
  ['A (c++) mug. B.', ['(c++) mug'], 'B.'],
  ['Only the basket', ['basket'], ''],
  ['Der Korb. Der KÖRBCHEN-Deckel.', ['körbchen'], 'Der Korb.'],
  ['All of it stays.', ['', ' '], 'All of it stays.'],
])('RP-064 sentences that name a prop are left out: %j', (text, props, left) => {
  expect(withoutProps(text, props)).toBe(left);
});

test('props rest while their occasion is not active, unless another uses them', () => {
  const occasion = (state: 'active' | 'completed' | 'planned', ...props: string[]) => ({
    ...noOccasion,
    state,
    props,
  });
  const occasions = {
    one: occasion('completed', 'basket', 'rug'),
    two: occasion('active', 'Rug', 'kite'),
    three: occasion('planned', 'ring'),
  };
  expect(propsAtRest({ ...noMind, occasions })).toEqual(['basket', 'ring']);
});

test('no prop of an occasion that is over is in what is asked, kept and remembered of a scene', async () => {
  const { classifier, asked } = smallModel(() => ({
    summary: 'We talked. The basket stood there.',
    others: { Tomas: { summary: 'He carries a basket.' } },
  }));
  const play = tellingPlay({ classifier });
  const change = {
    what: 'occasion',
    occasion: 'o',
    name: 'picnic',
    state: 'completed',
    props: ['basket'],
  } as const;
  scene.given({
    kind: 'manual_edit',
    payload: { target: 'occasion', change: { ...change, props: ['basket'] }, knownTo: [] },
  });
  await play.say('Look at the basket. Good morning.', { reply: [] });
  closeScene(play.chat);
  await settled(play);
  expect(asked.length).toBeGreaterThan(3);
  for (const prompt of asked) expect(prompt).not.toContain('basket');
  for (const prompt of asked) expect(prompt).toContain('Tomas: Good morning.');
  expect(summaryOf('Maren', 1)).toBe('We talked.');
  expect(JSON.stringify([memoriesOf('Maren'), opened(scene.state.world).state.minds])).not.toMatch(
    /The basket|a basket/,
  );
});

test('RP-070 a memory made while an occasion goes on, of a line or of a scene, names none of its props', async () => {
  const { classifier, asked } = smallModel((prompt) =>
    prompt.includes('what has changed for')
      ? { significance: 2 }
      : { summary: 'We talked. The basket stood there.' },
  );
  const play = tellingPlay({ classifier, jobs: [...passes(), ...tellings()] });
  addOccasion(play.chat, 'picnic', { props: ['a basket'] });
  startOccasion(play.chat, 'picnic');
  await play.say('Look at the basket. I am your father.', { reply: [] });
  await play.say('The basket!', { reply: [] });
  await settled(play);
  closeScene(play.chat);
  await settled(play);
  turnOccasion(play.chat, 'picnic', 'completed');
  const texts = memoriesOf('Maren').map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Tomas: I am your father.', 'We talked.']));
  expect(JSON.stringify(texts)).not.toContain('basket');
  const ofScene = asked.filter((prompt) => prompt.includes('as this scene ends'));
  expect(ofScene.join()).not.toContain('basket');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
