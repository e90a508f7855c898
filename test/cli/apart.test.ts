import { expect, onTestFinished, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { memoriesOf } from '../../src/play/story/memories/memories.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { until } from '../until.ts';
import { atTheInn } from './inn.ts';

const isQuestion = (prompt: string): boolean => prompt.includes('Beside the play');

test('RP-122 while a reply streams from its server, what was said before is asked about at the classifier’s own', async () => {
  const stage = await atTheInn();
  const heard: string[] = [];
  const narrator = await startFakeServer({
    tokensPerSecond: 5,
    script: (prompt) => {
      if (isQuestion(prompt)) heard.push('narrator');
      return { text: 'And so it went on through the night. '.repeat(100) };
    },
  });
  const small = await startFakeServer({
    script: (prompt) => {
      heard.push(isQuestion(prompt) ? 'small' : 'other');
      return { text: '{"significance":2}' };
    },
  });
  onTestFinished(narrator.close);
  onTestFinished(small.close);
  const config = stage.file(
    'apart.toml',
    `[backend]\nkind = "llamacpp"\nurl = "${narrator.url}"\n[backend.classifier]\nenabled = true\nkind = "llamacpp"\nurl = "${small.url}"\n`,
  );
  const app = new App({ data: stage.data, config });
  onTestFinished(() => app.close());
  const play = app.play(undefined);
  play.attend();
  await play.connect();
  const said = play.say('I am your father, Bob.', { reply: ['Bob'] });
  await until(() => expect(memoriesOf(play.chat, 'Bob', true)).toMatchObject([{ significance: 2 }]));
  expect(play.state().generating).not.toBeNull();
  expect(new Set(heard)).toEqual(new Set(['small']));
  play.stop();
  await said.catch(() => undefined);
  await play.close();
});
