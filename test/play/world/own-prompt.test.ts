import { describe, expect, onTestFinished, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { encode } from '../../../src/inference/understudy/tokens.ts';
import { failuresSeen } from '../../../src/play/director/failures.ts';
import { bookkeepingCost, jobsSeen } from '../../../src/play/jobs/jobs.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import type { FakeServerOptions, GenerationStep } from '../../fake-server/server-state.ts';
import { patience } from '../../inference/replies.ts';
import { askedFor } from '../passed.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled } from './passes.ts';

const silent = { reply: [] };
const answer = (prompt: string) =>
  askedFor(prompt) === '' ? null : { text: JSON.stringify({ mood: `like ${askedFor(prompt)}` }) };

/** The scene on a server whose every request is heard. */
async function served(options: FakeServerOptions = {}, maxTokens = scene.parts.settings.maxTokens) {
  const steps: GenerationStep[] = [];
  const record = (step: GenerationStep) => steps.push(step);
  const server = await startFakeServer({ slots: 8, record, script: answer, ...options });
  onTestFinished(() => server.close());
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const settings = { ...scene.parts.settings, maxTokens };
  const play = passingPlay({ backend: async () => backend, settings });
  const prompts = (what: GenerationStep['type'] = 'begins') =>
    steps.filter(({ type }) => type === what).map(({ prompt }) => prompt);
  return { play, prompts, steps };
}

const shared = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

test('what would have to be read anew beyond 512 tokens waits until the play pauses, but for what no reply reads: that is read piece by piece before it is asked', async () => {
  const { play, prompts } = await served({ slots: 4 });
  play.attend();
  const long = 'the ferry is late again and nobody knows why '.repeat(60);
  for (const n of [1, 2]) await play.say(`${n}: ${long}`, silent);
  await expect.poll(() => prompts('ends').map(askedFor), { timeout: 20_000 }).toContain('Tomas');
  expect(new Set(prompts().map(askedFor))).toEqual(new Set(['', 'Tomas']));
  const ended = prompts('ends').filter((prompt) => prompt !== '.');
  const read = ended.slice(0, ended.map(askedFor).indexOf('Tomas') + 1);
  expect(read.length).toBeGreaterThan(1);
  for (const [at, prompt] of read.slice(0, -1).entries()) expect(read[at + 1]?.startsWith(prompt)).toBe(true);
  await settled(play);
  expect(new Set(prompts().map(askedFor))).toEqual(new Set(['', 'Tomas', 'Maren', 'Ansel', 'Odile']));
});

test('what questions cost is kept with their jobs, and told of those that are made of what somebody knows', async () => {
  const { play } = await served();
  await play.say('Maren, is the ferry late?');
  await settled(play);
  const own = bookkeepingCost(play.chat);
  const all = bookkeepingCost(play.chat, true);
  expect(own).toMatchObject({ replies: 1, questions: 1, answered: 1 });
  expect(all).toMatchObject({ replies: 1, questions: 4, answered: 1 });
  expect(all?.read).toBeGreaterThan(own?.read ?? 0);
  expect(own?.written).toBeGreaterThan(0);
  expect(play.state().bookkeeping).toEqual(own);
});

describe('without a classifier', () => {
  test('ruling 10: the question stands behind the prompt of its owner, whole through the last line, and only it is new to the cache', async () => {
    const { play, prompts } = await served();
    await play.say('Maren, is the ferry late?');
    await settled(play);
    const all = prompts();
    const line = all.find((prompt) => askedFor(prompt) === '') ?? '';
    const pass = all.find((prompt) => askedFor(prompt) === 'Maren') ?? '';
    const question = pass.indexOf('Beside the play:');
    const own = pass.slice(0, question);
    expect(own.endsWith(`${scene.texts('Maren').at(-1)}\n`)).toBe(true);
    expect(shared(line, pass)).toBeGreaterThan(line.length - 'Maren:'.length - 2);
    expect((await play.prompt('Maren')).prompt.startsWith(own)).toBe(true);
    expect(
      mindOf(opened(scene.state.world).state, scene.who('Maren')).entities[scene.who('Maren')]?.mood,
    ).toBe('like Maren');
  });

  test('KT-07 a whisper stands in the question of those who heard the whisper alone', async () => {
    const { play, prompts } = await served();
    await play.say('The key is wet.', { ...silent, to: ['Odile'] });
    await settled(play);
    await play.say('Fine weather.', silent);
    await settled(play);
    const heard = prompts().filter((prompt) => prompt.includes('The key is wet.'));
    expect(new Set(heard.map(askedFor))).toEqual(new Set(['Tomas', 'Odile']));
    expect(
      new Set(
        prompts()
          .map(askedFor)
          .filter((name) => name !== ''),
      ),
    ).toEqual(new Set(['Tomas', 'Odile', 'Maren', 'Ansel']));
  });

  test('RP-087 whoever a person plays is asked behind the scene so far, which the server reads on: another question about it reads itself alone', async () => {
    const { play, prompts } = await served({ slots: 4 });
    for (const text of ['The ferry is late.', 'The lamp is lit.']) {
      await play.say(text, silent);
      await settled(play);
    }
    const asked = prompts().filter((one) => askedFor(one) === 'Tomas');
    const [first = '', second = ''] = asked;
    const question = first.indexOf('Beside the play:');
    expect(first.slice(0, question)).toMatch(
      /^A scene of a roleplay\.\n\nWhat was said\n[\s\S]*Tomas: The ferry is late\.\n\n$/,
    );
    expect(second.startsWith(first.slice(0, question - 1))).toBe(true);
  });

  test('27 with a context no larger than a prompt may be, a question and its answer still have room behind it', async () => {
    const contextSize = 2048;
    const asked: number[] = [];
    const script = (prompt: string) => {
      if (askedFor(prompt) === 'Maren') asked.push(encode(prompt).length);
      return answer(prompt);
    };
    const { play } = await served({ slots: 4, contextSize, script }, 16);
    for (let n = 0; n < 12; n += 1) {
      await play.say(`${n}: ${'the ferry is late again and nobody knows why '.repeat(12)}`, {
        reply: ['Maren'],
      });
      await settled(play);
    }
    expect(Math.max(...asked)).toBeGreaterThan(contextSize - 600);
    expect(Math.max(...asked)).toBeLessThanOrEqual(contextSize - 64);
    expect(failuresSeen(play.chat, { all: true })).toEqual([]);
  });

  test('the last line is in it, too, where a reminder stands before the line that is answered', async () => {
    const { play, prompts } = await served();
    await play.say('Is the ferry late?', silent);
    await settled(play);
    for (const prompt of prompts().filter((one) => askedFor(one) !== ''))
      expect(prompt.slice(0, prompt.indexOf('Beside the play:'))).toMatch(/Tomas: Is the ferry late\?\n+$/);
  });

  test('the understudy behind a llama.cpp server answers by the schema that it is sent', async () => {
    const { play } = await served({ script: () => null });
    await play.say('Thank you, my friend. Night falls.', silent);
    expect(await settled(play)).toEqual(['done']);
    expect(failuresSeen(play.chat, { all: true })).toEqual([]);
    expect(mindOf(opened(scene.state.world).state, scene.who('Maren')).world.time).toBe('night');
  });

  test('at a chat endpoint it is asked behind the messages of the prompt', async () => {
    const steps: GenerationStep[] = [];
    const server = await startFakeServer({
      dialect: 'openai',
      record: (step) => steps.push(step),
      script: answer,
    });
    onTestFinished(() => server.close());
    const backend = await openBackend({ kind: 'openai-chat', url: server.url, ...patience });
    const play = passingPlay({ backend: async () => backend });
    await play.say('Good morning.', silent);
    expect(await settled(play)).toEqual(['done']);
    const pass = steps.find(({ prompt }) => askedFor(prompt) === 'Odile')?.prompt ?? '';
    expect(pass.indexOf('Good morning.')).toBeLessThan(pass.indexOf('Beside the play:'));
  });

  test.each(['hang', 'stall', 'die', 'error', 'reset'] as const)(
    'RP-030 RP-031 a server that does nothing but %s leaves no outcome and keeps why',
    async (fault) => {
      const { play } = await served({
        script: (prompt) => (askedFor(prompt) === '' ? null : { fault }),
      });
      await play.say('Good morning.', silent);
      const waiting = settled(play);
      if (fault === 'hang' || fault === 'stall') {
        await expect
          .poll(() => jobsSeen(play.chat, true).some(({ state }) => state === 'running'))
          .toBe(true);
        play.stop();
        expect(await waiting).toEqual([]);
      } else expect(new Set(await waiting)).toEqual(new Set(['failed']));
      const isKept = fault !== 'hang' && fault !== 'stall';
      expect(failuresSeen(play.chat, { all: true }).length > 0).toBe(isKept);
      expect(opened(scene.state.world).state.minds).toEqual({});
    },
  );
});
