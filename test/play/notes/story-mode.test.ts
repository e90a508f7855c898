import { expect, test } from 'vitest';
import { withoutAsking } from '../../../src/play/notes/story-mode.ts';
import { modelOf, playOn } from '../calling/model.ts';
import { scene } from '../scene.ts';

test.each([
  ['The door gives. What do you do?', 'The door gives.'],
  ['*The door gives.* What do you do now?', '*The door gives.*'],
  ['"Run!" So, what will you do next?', '"Run!"'],
  ['The lamp dies.\n\n**What do you do?**', 'The lamp dies.'],
  ['It is dark. Ann, what do you do?', 'It is dark.'],
])('HC-38 the end of %j is taken out', (text, left) => {
  expect(withoutAsking(text)).toBe(left);
});

test.each([
  'What do you do?',
  'What do you do? he asks, and does not wait.',
  'The clerk leans over: "What is in the box?"',
  'The clerk leans over: "What do you do?"',
  'The door gives. Who is there?',
  `${'It rains. '.repeat(50)}Nobody asks.`,
  '',
])('HC-38 %j stays as it is', (text) => {
  expect(withoutAsking(text)).toBe(text);
});

test('HC-38 in story mode what is written asks nobody what they do; in initiative mode it does', async () => {
  const { backend } = modelOf([' The gate is shut. What do you do?']);
  const said = async (mode: string) => {
    playOn(backend, []);
    await scene.play.setScenario('Maren', `${mode} mode: as it is.`);
    scene.said('Tomas', 'I go on.');
    await scene.play.reply('Maren');
    return scene.texts('Tomas').at(-1);
  };
  expect(await said('Story')).toBe('The gate is shut.');
  expect(await said('Initiative')).toBe('The gate is shut. What do you do?');
});
