import { expect, onTestFinished, test } from 'vitest';
import type { Backend, CompletionRequest, Usage } from '../../../src/inference/backend.ts';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { encode } from '../../../src/inference/understudy/tokens.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { patience } from '../../inference/replies.ts';
import { anew, scene } from '../scene.ts';
import { chatBeside } from './questions.ts';

const memory = { scope: 'all', most: 5, perChat: 2, shape: 'plain' } as const;

interface Spent extends Usage {
  readonly request: CompletionRequest;
}

/** The scene on a server with a slot for each; what each request costs. */
async function served(more: Partial<Backend> = {}): Promise<Spent[]> {
  const server = await startFakeServer({ slots: 8, contextSize: 8192 });
  onTestFinished(() => server.close());
  const opened = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const spent: Spent[] = [];
  const backend: Backend = {
    ...{ ...opened, ...more },
    async *complete(request, signal) {
      for await (const event of opened.complete(request, signal)) {
        if (event.type === 'finished') spent.push({ request, ...event.usage });
        yield event;
      }
    },
  };
  anew({ backend: async () => backend, settings: { memory } });
  return spent;
}

/** Tokens of the own prompt of whoever is asked that are read anew. */
const ownReadAnew = ({ request: { prompt, settled = 0 }, reusedTokens }: Spent): number =>
  Math.max(0, encode(prompt.slice(0, settled)).length - reusedTokens);

function talk(): void {
  for (let at = 0; at < 60; at += 1) scene.said('Maren', `The tide is at mark ${at}, and it rises, I think.`);
  const then = chatBeside('Then');
  for (let at = 0; at < 300; at += 1)
    then.said('Ansel', `The ferry brought ${at} barrels of salt and tar, and nobody to carry them.`);
}

test('ruling 10 a question about a long chat reads nothing of the own prompt anew that the server holds, nor does the next line', async () => {
  const spent = await served();
  talk();
  await scene.play.reply('Odile');
  await scene.play.ask('Odile', { text: 'What is the tide?' });
  spent.length = 0;
  const answer = await scene.play.ask('Odile', { text: 'How many barrels of salt?', chat: 'Then' });
  const asked = spent.filter(({ request }) => !request.standing);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.map(ownReadAnew)).toEqual(asked.map(() => 0));
  expect(answer.reusedTokens).toBe(asked.reduce((sum, one) => sum + one.reusedTokens, 0));
  expect(answer.promptTokens).toBe(asked.reduce((sum, one) => sum + one.promptTokens, 0));
  spent.length = 0;
  await scene.play.reply('Odile');
  const [line] = spent;
  expect(line!.promptTokens - line!.reusedTokens).toBeLessThan(100);
});

test('behind a long text the server is left with the own prompt alone, and nothing is sent for that where it costs money', async () => {
  const leaving = (spent: readonly Spent[]) => spent.filter(({ request }) => request.standing);
  const spent = await served();
  talk();
  await scene.play.ask('Odile', { text: 'How many barrels?', chat: 'Then' });
  expect(leaving(spent)).toMatchObject([{ generatedTokens: 1, request: { maxTokens: 1 } }]);
  const [own] = leaving(spent).map(({ request }) => request);
  expect(own?.prompt).toBe(spent[0]?.request.prompt.slice(0, own?.settled));
  spent.length = 0;
  await scene.play.ask('Odile', { text: 'What is the tide?' });
  expect(leaving(spent)).toEqual([]);
  const metered = await served({ isMetered: true });
  talk();
  await scene.play.ask('Odile', { text: 'How many barrels?', chat: 'Then' });
  expect(metered.length).toBeGreaterThan(2);
  expect(leaving(metered)).toEqual([]);
});
