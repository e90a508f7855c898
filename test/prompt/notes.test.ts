import { expect, test } from 'vitest';
import { sceneWith } from '../play/scenes.ts';

test('HC-09 HC-19 HC-20 HC-21 the prompt with a note, a scenario, letters, an instruction and status rows, each at its depth', async () => {
  const scene = sceneWith({ settings: { status: ['persona', 'time', 'idle', 'model'], loreIsExact: true } });
  scene.said('Tomas', 'I was told to ask for you, Maren.');
  scene.replied('Maren', 'Then ask.');
  scene.said('Tomas', 'Where is the key?', ['Maren']);
  scene.said('Odile', 'Lamp oil, anyone?');
  const play = scene.playing();
  const note = { depth: 1, role: 'user', every: 1, to: ['Maren', 'Ansel'] } as const;
  await play.setNote({ ...note, text: 'It rains, and {{char}} has no coat.' });
  await play.setScenario('Ansel', 'You saw {{user}} take the key.');
  await play.sendLetter({ to: ['Ansel'], subject: 'Tonight', text: 'Come to the quay.\nMaren: never.' });
  const ansel = scene.who('Ansel');
  scene.given({
    kind: 'letter_sent',
    payload: { from: null, to: [ansel], subject: '', text: 'Say less than you know.' },
  });
  const { blocks, prompt } = await scene.playing().prompt('Ansel');
  const rows = blocks
    .filter(({ zone }) => zone === 'live')
    .map((b) => `${b.zone} ${b.tier} ${b.role} ${b.name} | ${b.name === 'letter' ? '' : b.reason}`);
  const printed = [prompt, '=====', ...rows, ''].join('\n');
  await expect(printed).toMatchFileSnapshot('golden/notes.golden.txt');
});
