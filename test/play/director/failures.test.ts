import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Classifier } from '../../../src/inference/classifier.ts';
import { OpenChat } from '../../../src/play/chat/open-chat.ts';
import { extractFrom } from '../../../src/play/director/asking.ts';
import { playingWith } from '../classifier.ts';
import { anew, scene } from '../scene.ts';

const refused = { model: 'small', reason: 'refusal', detail: 'it refused', raw: 'I cannot say.' } as const;

const veiled = { kind: 'interjection', prompt: '', raw: '', reason: 'refusal' };

/** A classifier that refuses everything, until it is asked again. */
const refusing = async (): Promise<Classifier> => ({
  async ask({ prompt, choices }, _, failed) {
    failed?.({ ...refused, prompt, wanted: { type: 'choice', choices } });
    throw new Error('no answer');
  },
  async extract({ prompt, schema }, _, failed) {
    failed?.({ ...refused, prompt, wanted: { type: 'json', schema: { type: 'object' } } });
    return { type: 'default', value: z.parse(schema, undefined) };
  },
  again: async (_, wanted) => ({ value: wanted.type === 'choice' ? wanted.choices[0] : {}, model: 'small' }),
});

test('RP-031 a failure is told to those who perceived what it was about; prompt and answer to whose prompt it was, and to everyone together', async () => {
  const parts = { classifier: refusing };
  scene.said('Maren', 'The key is mine.', ['Odile']);
  await playingWith(parts).say('Maren?');
  const asked = playingWith(parts).failures();
  expect(asked).toMatchObject([veiled, veiled]);
  expect(JSON.stringify(asked)).not.toMatch(/key|cannot/);
  const own = playingWith(parts, 'Odile').failures();
  expect(own.map(({ prompt }) => prompt)).toEqual(['', expect.stringContaining('The key is mine.')]);
  expect(own[1]).toMatchObject({ reason: 'refusal: it refused', raw: 'I cannot say.' });
  const all = playingWith(parts).failures({ all: true });
  expect(all.map(({ raw }) => raw)).toEqual(['I cannot say.', 'I cannot say.']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2);
});

test('RP-031 a failure about what somebody has not perceived is not there for them', async () => {
  const parts = { classifier: refusing };
  await playingWith(parts).leave('Tomas');
  await playingWith(parts, 'Odile').say('Maren?');
  expect(playingWith(parts, 'Odile').failures().length).toBeGreaterThan(0);
  expect(playingWith(parts, 'Tomas').failures()).toEqual([]);
  const [failure] = playingWith(parts).failures({ all: true });
  const unheard = playingWith(parts, 'Tomas').retry(failure?.id ?? '');
  await expect(unheard).rejects.toMatchObject({ code: 'no_such_failure' });
});

test('RP-031 what somebody is told of failures is the same whether or not others whispered before', async () => {
  const toldAfter = async (whisper: boolean) => {
    if (whisper) scene.said('Odile', 'The key is under the stone.', ['Ansel']);
    else scene.at += 60_000;
    const play = playingWith({ classifier: refusing });
    await play.say('Maren?');
    const told = play.failures();
    const all = play.failures({ all: true }).map(({ prompt }) => prompt);
    anew({});
    return { told, all };
  };
  const [one, other] = [await toldAfter(true), await toldAfter(false)];
  expect(one.told).toEqual(other.told);
  expect(one.told).toHaveLength(2);
  expect(one.all).not.toEqual(other.all);
});

test('retry asks again: with an answer it is no failure any more, and the answer is for its owner alone', async () => {
  const parts = { classifier: refusing };
  const play = playingWith(parts);
  await play.say('Maren?');
  const [first, second] = play.failures();
  expect(await play.retry(first?.id ?? '')).toMatchObject({ model: 'small', answer: null });
  expect(await play.retry(second?.id.slice(0, 12) ?? '', { all: true })).toMatchObject({ answer: 'yes' });
  expect(play.failures({ all: true })).toEqual([]);
  await expect(play.retry(first?.id ?? '')).rejects.toMatchObject({ family: 'not_found' });
  await expect(playingWith({}).retry('x')).rejects.toMatchObject({ code: 'no_such_failure' });
});

const schema = z._default(z.object({ mood: z.string() }), { mood: 'calm' });

test('RP-028 RP-031 what a model did not extract is the default, no outcome, and is kept', async () => {
  const chat = new OpenChat({ ...scene.parts, classifier: refusing }, scene.id);
  const about = { kind: 'state', owner: scene.who('Odile'), message: null };
  const never = new AbortController().signal;
  const extracted = await extractFrom(chat, { schema, prompt: 'How is Odile?' }, about, never);
  expect(extracted).toEqual({ type: 'default', value: { mood: 'calm' } });
  const play = playingWith({ classifier: refusing });
  expect(play.failures({ all: true })).toMatchObject([{ kind: 'state', prompt: 'How is Odile?' }]);
  expect(play.failures()).toEqual([]);
});

test('RP-031 a classifier that cannot be opened is a failure of each question', async () => {
  const away = async () => Promise.reject(new Error('away'));
  await playingWith({ classifier: away }).say('Where is Odile?');
  const kinds = playingWith({}).failures({ all: true });
  expect(kinds[0]).toMatchObject({ kind: 'addressee', model: '', reason: 'error: it failed' });
});
