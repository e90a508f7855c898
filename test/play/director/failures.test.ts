import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Classifier } from '../../../src/inference/questions/classifier.ts';
import { extractFrom } from '../../../src/play/director/asking.ts';
import { failuresSeen, retry } from '../../../src/play/director/failures.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { classifying, playingWith } from '../classifier.ts';
import { anew, scene } from '../scene.ts';

const refused = { model: 'small', reason: 'refusal', detail: 'it refused', raw: 'I cannot say.' } as const;

/** A classifier that refuses everything. */
const refusing = async (): Promise<Classifier> => ({
  async ask({ prompt, choices }, _, failed) {
    failed?.({ ...refused, prompt, wanted: { type: 'choice', choices } });
    throw new Error('no answer');
  },
  async extract({ prompt, schema }, _, failed) {
    failed?.({ ...refused, prompt, wanted: { type: 'json', schema: { type: 'object' } } });
    return { type: 'default', value: z.parse(schema, undefined) };
  },
  again: () => Promise.reject(new Error('nothing is asked again here')),
});

test('RP-031 invariant 2 a failure is told to whose prompt it was, and to everyone together, with prompt and raw answer', async () => {
  const parts = { classifier: refusing };
  scene.said('Maren', 'The key is mine.', ['Odile']);
  await playingWith(parts).say('Maren?');
  expect(failuresSeen(playingWith(parts).chat)).toEqual([]);
  const own = failuresSeen(playingWith(parts, 'Odile').chat);
  expect(own).toMatchObject([{ kind: 'interjection', reason: 'refusal: it refused', raw: 'I cannot say.' }]);
  expect(own[0]?.prompt).toContain('The key is mine.');
  const all = failuresSeen(playingWith(parts).chat, { all: true });
  expect(all.map(({ raw }) => raw)).toEqual(['I cannot say.', 'I cannot say.']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2);
  const others = retry(playingWith(parts, 'Tomas').chat, own[0]?.id ?? '');
  await expect(others).rejects.toMatchObject({ code: 'no_such_failure' });
});

test('RP-031 invariant 2 what failed where a speaker was picked is told to whoever perceived what it was picked by', async () => {
  const { classifier } = classifying(() => Promise.reject(new Error('down')));
  const play = playingWith({ classifier });
  await play.setDirector({ strategy: 'model' });
  await play.say('Well?');
  expect(failuresSeen(play.chat)).toMatchObject([{ kind: 'speaker', reason: 'error: it failed' }]);
  expect(failuresSeen(playingWith({}, 'Maren').chat)).toEqual([]);
});

test('RP-031 what failed of what all know who perceive a message is told to them', async () => {
  const chat = new OpenChat({ ...scene.parts, classifier: refusing }, scene.id);
  const message = scene.said('Maren', 'The tide turns.', ['Odile']);
  const never = new AbortController().signal;
  await extractFrom(chat, { schema, prompt: 'How late?' }, { kind: 'hour', owner: null, message }, never);
  const told = (name: string) => failuresSeen(playingWith({}, name).chat);
  expect(['Maren', 'Odile', 'Ansel'].map((name) => told(name).length)).toEqual([1, 1, 0]);
});

test('RP-031 what somebody is told of failures is the same whether or not others whispered before', async () => {
  const toldAfter = async (whisper: boolean) => {
    if (whisper) scene.said('Odile', 'The key is under the stone.', ['Ansel']);
    else scene.at += 60_000;
    await playingWith({ classifier: refusing }).say('Maren?');
    const told = (name: string) => failuresSeen(playingWith({}, name).chat);
    const both = { maren: told('Maren'), odile: told('Odile'), all: told('*') };
    anew({});
    return both;
  };
  const [one, other] = [await toldAfter(true), await toldAfter(false)];
  expect(one.maren).toEqual(other.maren);
  expect([one.odile.length, one.all.length]).toEqual([1, 2]);
  expect(one.odile).not.toEqual(other.odile);
  expect(one.all).not.toEqual(other.all);
});

const schema = z._default(z.object({ mood: z.string() }), { mood: 'calm' });

test('RP-028 RP-031 what a model did not extract is the default, no outcome, and is kept', async () => {
  const chat = new OpenChat({ ...scene.parts, classifier: refusing }, scene.id);
  const about = { kind: 'state', owner: scene.who('Odile'), message: null };
  const never = new AbortController().signal;
  const extracted = await extractFrom(chat, { schema, prompt: 'How is Odile?' }, about, never);
  expect(extracted).toEqual({ type: 'default', value: { mood: 'calm' } });
  const play = playingWith({ classifier: refusing });
  expect(failuresSeen(play.chat, { all: true })).toMatchObject([{ kind: 'state', prompt: 'How is Odile?' }]);
  expect(failuresSeen(play.chat)).toEqual([]);
});

test('RP-031 a classifier that cannot be opened is a failure of each question', async () => {
  const away = async () => Promise.reject(new Error('away'));
  await playingWith({ classifier: away }).say('Where is Odile?');
  const kinds = failuresSeen(playingWith({}).chat, { all: true });
  expect(kinds[0]).toMatchObject({ kind: 'addressee', model: '', reason: 'error: it failed' });
});
