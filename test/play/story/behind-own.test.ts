import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { patience } from '../../inference/replies.ts';
import { scene } from '../scene.ts';
import { settled } from '../world/passes.ts';
import { summaryOf, tellingPlay, toldFor } from './tellings.ts';

const silent = { reply: [] };

/** The scene on a server that keeps a prompt for each, whose every request is heard. */
async function served() {
  const prompts: string[] = [];
  const server = await startFakeServer({
    slots: 4,
    record: ({ type, prompt }) => type === 'begins' && prompts.push(prompt),
  });
  onTestFinished(() => server.close());
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const asked = (name: string) => prompts.findLast((prompt) => toldFor(prompt) === name) ?? '';
  return { play: tellingPlay({ backend: async () => backend }), asked };
}

test('27 who has answered in a scene is asked behind their own prompt what they keep of it, which holds all of it; the others behind the scene', async () => {
  const { play, asked } = await served();
  await play.say('Before all this.', silent);
  closeScene(play.chat);
  await settled(play);
  await play.say('Maren, is the ferry late?');
  await play.say('For Maren alone: the tide turns at nine.', { ...silent, to: ['Maren'] });
  closeScene(play.chat);
  await settled(play);
  const [own, other] = [asked('Maren'), asked('Odile')];
  expect(own.slice(own.indexOf('Beside the play:'))).toContain(
    'as this scene ends, which began with the line "Maren, is the ferry late?"',
  );
  const end = own.indexOf(`${scene.texts('Maren').at(-2)}\n`);
  expect(end).toBeGreaterThan(0);
  expect((await play.prompt('Maren')).prompt.startsWith(own.slice(0, end))).toBe(true);
  expect(other).toMatch(/^A scene of a roleplay\.\n\nWhat was said\n/);
  expect([own.includes('the tide turns'), other.includes('the tide turns')]).toEqual([true, false]);
  expect(summaryOf('Maren', 2)).toMatch(/^Tomas and Maren spoke\. /);
  expect(summaryOf('Maren', 2)).not.toContain('Before all this');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
