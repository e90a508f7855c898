import { describe, expect, test } from 'vitest';
import type { Backend, CompletionRequest } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { anew, kinds, scene } from '../scene.ts';
import { scripted } from '../scripted.ts';

/** The understudy, and every request that it got. */
const listening = () => {
  const asked: CompletionRequest[] = [];
  const understudy = createUnderstudy();
  const backend = async (): Promise<Backend> => ({
    ...understudy,
    complete: (request, signal) => {
      asked.push(request);
      return understudy.complete(request, signal);
    },
  });
  return { asked, backend };
};

const tell = (isSecret: boolean): void => {
  scene.said('Maren', 'The boat leaves at six.');
  if (isSecret) {
    scene.said('Tomas', 'The key lies under the mat.', ['Maren']);
    scene.replied('Maren', 'Under the mat, then.', { to: ['Tomas'], reasoning: 'Ansel must not know.' });
  }
  scene.said('Odile', 'Oil is dear today.', ['Ansel']);
};

describe('a description by the model', () => {
  test('invariant 2 HC-36 KT-07 is asked for with what its character perceived, byte for byte, and nothing else', async () => {
    const requests: (readonly CompletionRequest[])[] = [];
    for (const isSecret of [true, false]) {
      const { asked, backend } = listening();
      anew({ backend });
      tell(isSecret);
      expect(await scene.playing().describe('Ansel')).not.toBe('');
      requests.push(asked);
    }
    expect(requests[0]).toHaveLength(1);
    expect(requests[0]).toEqual(requests[1]);
    const prompt = requests[0]?.[0]?.prompt ?? '';
    expect(prompt).toContain('Ansel writes letters for others');
    expect(prompt).toContain('Odile: Oil is dear today.');
    expect(prompt).not.toContain('the mat');
    expect(prompt).not.toContain('must not know');
    expect(prompt).not.toContain('keeps the ferry');
  });

  test('comes without thoughts, tags and the heading that was asked for, and stores nothing', async () => {
    anew({
      backend: scripted('<think>Hm.</think>Description of Ansel: Ansel is thin. __known_to_chars__Odile__'),
    });
    const before = kinds();
    expect(await scene.playing().describe('ansel')).toBe('Ansel is thin.');
    expect(kinds()).toEqual(before);
  });

  test('an empty one, a stranger and a failing server are errors', async () => {
    anew({ backend: scripted('  ') });
    await expect(scene.playing().describe('Ansel')).rejects.toMatchObject({ code: 'empty_reply' });
    await expect(scene.playing().describe('Nobody')).rejects.toMatchObject({ code: 'unknown_name' });
    const failure = { code: 'busy', message: 'busy: wait' };
    anew({
      backend: async () => ({
        ...createUnderstudy(),
        async *complete() {
          yield { type: 'failed', text: '', failure };
        },
      }),
    });
    await expect(scene.playing().describe('Ansel')).rejects.toMatchObject(failure);
  });

  test('a long chat gives way from its beginning until it fits', async () => {
    const { asked, backend } = listening();
    anew({ backend, settings: { budget: { context: 0, hard: 900, soft: 800 } } });
    for (let n = 0; n < 150; n += 1) scene.said('Tomas', `Number ${n}, and some words about the weather.`);
    await scene.playing().describe('Ansel');
    const prompt = asked[0]?.prompt ?? '';
    expect(prompt).toContain('Number 149,');
    expect(prompt).not.toContain('Number 0,');
    expect(prompt).toContain('Ansel writes letters');
  });
});
