import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createClassifier } from '../../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { beginMeanwhile } from '../../../src/play/story/meanwhile.ts';
import { addOccasion } from '../../../src/play/story/occasion-acts.ts';
import { occasionTriggers } from '../../../src/play/story/occasions/trigger-job.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import { scene } from '../scene.ts';
import { usage } from '../usage.ts';

/** Lets the scene judge what occasions begin after, by a model that says yes where the lamp is lit. Returns what it is asked. */
function judging(): string[] {
  const asked: string[] = [];
  const backend: Backend = {
    ...createUnderstudy(),
    async *complete({ prompt }) {
      asked.push(prompt);
      const text = prompt.includes('lights the lamp.') ? 'yes' : 'no';
      yield { type: 'finished', text, reason: 'eos', usage };
    },
  };
  const over = async () =>
    createClassifier({
      models: [{ name: 'judge', backend }],
      ...{ hard: 1e6, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens },
    });
  Object.assign(scene.parts, {
    classifier: () => over(),
    jobs: [occasionTriggers({ isOff: () => null, over })],
  });
  return asked;
}

const stateOf = (who: string): string | undefined =>
  Object.values(mindOf(opened(scene.state.world).state, scene.who(who)).occasions)[0]?.state;
const say = (text: string, to?: string[]) =>
  scene.playing('Tomas').say(text, { reply: [], settle: true, ...(to && { to }) });

test('RP-126 an occasion begins when a model judges that what it waits for has come about, in front of all', async () => {
  const asked = judging();
  addOccasion(scene.play.chat, 'feast', { props: ['lanterns'], condition: 'the lamp is lit' });
  await say('It is dark.');
  expect([asked.length, stateOf('Maren')]).toEqual([1, 'planned']);
  await say('Tomas lights the lamp.', ['Maren']);
  expect([asked.length, stateOf('Maren')]).toEqual([1, 'planned']);
  await say('Look at the river.');
  expect(asked.length).toBe(2);
  expect(asked.join('\n')).not.toContain('lights the lamp');
  await say('Tomas lights the lamp.');
  expect(['Maren', 'Ansel', 'Odile', 'Tomas'].map(stateOf)).toEqual(Array(4).fill('active'));
  await say('And now?');
  expect(asked.length).toBe(3);
  await scene.playing('Tomas').rewind({ turns: 2 });
  expect(stateOf('Maren')).toBe('planned');
});

test('RP-126 what is judged waits for what it needs, as far as all who are there know', async () => {
  const asked = judging();
  addOccasion(scene.play.chat, 'feast', { condition: 'the lamp is lit', needs: ['Quill'] });
  await say('Tomas lights the lamp.');
  expect([asked.length, stateOf('Maren')]).toEqual([0, 'planned']);
  await scene.play.join('Quill', { newcomer: () => ({ name: 'Quill', card: null }) });
  await say('Tomas lights the lamp.');
  expect(stateOf('Ansel')).toBe('active');
});

test('RP-083 RP-126 what one says who does not know of an occasion lets it not begin, and nothing is judged', async () => {
  const asked = judging();
  addOccasion(scene.playing('Tomas').chat, 'feast', { condition: 'the lamp is lit', to: ['Maren'] });
  await scene.playing('Ansel').say('Ansel lights the lamp.', { reply: [], settle: true });
  expect([asked.length, stateOf('Maren'), stateOf('Ansel')]).toEqual([0, 'planned', undefined]);
  await say('Tomas lights the lamp.');
  expect(['Maren', 'Ansel'].map(stateOf)).toEqual(['active', 'active']);
});

test('RP-059 a scene without the human is looked at through one of those in it, and played by nobody', async () => {
  const play = scene.playing();
  const before = play.view().count();
  beginMeanwhile(play.chat, ['Maren', 'Ansel']);
  expect(play.state()).toMatchObject({ playing: { name: 'Maren' }, isOnlooker: true });
  await expect(play.say('Psst.')).rejects.toMatchObject({ code: 'looking_on' });
  expect(await play.goOn()).toBe(true);
  expect(scene.playing('Tomas').view().count()).toBe(before);
  await play.scene(['Tomas', 'Maren']);
  expect(play.state()).toMatchObject({ playing: { name: 'Tomas' } });
  expect(play.state().isOnlooker).toBeUndefined();
});
