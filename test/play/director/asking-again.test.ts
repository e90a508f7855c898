import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { opened as whole } from '../../../src/domain/world/world.ts';
import type { JobKind } from '../../../src/play/chat/job-kind.ts';
import { extractFrom } from '../../../src/play/director/asking.ts';
import { failuresSeen, retry } from '../../../src/play/director/failures.ts';
import { jobsSeen, settleJobs } from '../../../src/play/jobs/jobs.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { playingWith } from '../classifier.ts';
import { faultyClassifier, type Reaction } from '../faulty.ts';
import { kinds, scene, speakers } from '../scene.ts';

/** A classifier that does what the test says now, and how often it was asked. */
function moody(first: Reaction) {
  const mood = { does: first, asked: 0 };
  const react = (): Reaction => {
    mood.asked += 1;
    return mood.does;
  };
  return { mood, classifier: async () => faultyClassifier(react) };
}

const judged = () => kinds().filter((kind) => kind === 'judged').length;
const refusal = { says: "I'm sorry, I can't help with that." };

describe('RP-132 a question that is asked again', () => {
  test('lets its answer stand with its turn, where the default that was taken was no outcome; what was said stays', async () => {
    const { mood, classifier } = moody(refusal);
    const play = playingWith({ classifier });
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    const of = scene.seenBy('Tomas').find(({ text }) => text === 'Well?')?.id;
    expect([speakers().at(-1), judged()]).toEqual(['Maren', 0]);
    const [{ id } = { id: '' }] = failuresSeen(play.chat);
    mood.does = { says: 'Odile' };
    const retried = await retry(play.chat, id.slice(0, 12));
    expect(retried).toEqual({ id, kind: 'speaker', became: 'outcome', model: 'small', answer: 'Odile', of });
    expect([speakers().at(-1), judged()]).toEqual(['Maren', 1]);
    expect(failuresSeen(play.chat)).toEqual([]);
    expect(failuresSeen(play.chat, { answered: true })).toMatchObject([
      { id, answer: 'Odile', raw: refusal.says },
    ]);
    await expect(retry(play.chat, id)).rejects.toMatchObject({ code: 'no_such_failure' });
    const before = mood.asked;
    await play.rewind({ turns: 1 });
    await play.regenerate();
    expect([speakers().at(-1), mood.asked]).toEqual(['Odile', before]);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('in a turn that has left the line stands there, and counts when it comes back', async () => {
    const { mood, classifier } = moody(refusal);
    const play = playingWith({ classifier });
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    await play.rewind({ turns: 2 });
    await play.say('Else.', { reply: [] });
    mood.does = { says: 'Odile' };
    const [{ id } = { id: '' }] = failuresSeen(play.chat);
    expect(await retry(play.chat, id)).toMatchObject({ became: 'outcome', of: null });
    const before = mood.asked;
    await play.swipe('prev');
    await play.rewind({ message: scene.seenBy('Tomas').find(({ text }) => text === 'Well?')?.id ?? '' });
    await play.regenerate();
    expect([speakers().at(-1), mood.asked]).toEqual(['Odile', before]);
  });

  test('asks nobody where the turn has been judged since', async () => {
    const { mood, classifier } = moody({ says: 'The sea is wide.' });
    const play = playingWith({ classifier });
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    const [first, second] = failuresSeen(play.chat).map(({ id }) => id);
    mood.does = { says: 'Odile' };
    await retry(play.chat, first ?? '');
    const before = mood.asked;
    expect(await retry(play.chat, second ?? '')).toMatchObject({
      became: 'known',
      answer: 'Odile',
      model: '',
    });
    expect([mood.asked, judged(), failuresSeen(play.chat)]).toEqual([before, 1, []]);
  });

  test.each<[string, Reaction, string]>([
    ['refuses', refusal, refusal.says],
    ['talks nonsense', { says: 'The sea is wide.' }, 'The sea is wide.'],
    ['hangs', 'hang', ''],
    ['comes to no end', 'stall', 'Perh'],
    ['is down', 'down', ''],
  ])('and %s again is another failure with prompt and raw answer, and says so', async (_, does, raw) => {
    const { classifier } = moody(does);
    const play = playingWith({ classifier });
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    const before = failuresSeen(play.chat);
    const again = retry(play.chat, before[0]?.id ?? '');
    await expect(again).rejects.toMatchObject({
      code: 'no_answer',
      message: expect.stringMatching(/`sotto failures` lists it once more/),
    });
    const now = failuresSeen(play.chat);
    expect(now.slice(0, before.length)).toEqual(before);
    const [added] = now.slice(before.length);
    const { kind, prompt } = before[0] ?? {};
    expect(added).toMatchObject({ kind, prompt, raw });
    expect(judged()).toBe(0);
    await expect(retry(play.chat, added?.id ?? '')).rejects.toMatchObject({ code: 'no_answer' });
  });

  test('without a classifier is refused, and stays', async () => {
    const play = playingWith(moody(refusal));
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    const open = failuresSeen(play.chat);
    const again = retry(playingWith({}).chat, open[0]?.id ?? '');
    await expect(again).rejects.toMatchObject({ code: 'no_classifier' });
    expect(failuresSeen(play.chat)).toEqual(open);
  });
});

const schema = z._default(z.object({ mood: z.string() }), { mood: 'calm' });

/** A job after each message that asks a model how Maren is, and fails where no model says it. */
const moodJob = (classifier: () => Promise<ReturnType<typeof faultyClassifier>>): JobKind => ({
  kind: 'mood',
  priority: 1,
  of: ({ events }) =>
    events.flatMap(({ id, kind }) => (kind === 'message_said' ? [{ about: id, source: id }] : [])),
  async run({ id: job, about }, { signal }) {
    const chat = new OpenChat({ ...scene.parts, classifier }, scene.id);
    const asked = { kind: 'mood', owner: scene.who('Tomas'), message: about, job };
    const found = await extractFrom(chat, { schema, prompt: 'How is Maren?' }, asked, signal);
    if (found.type === 'default') throw new Error('nobody says how Maren is');
    return [{ kind: 'scenario_set', payload: { character: scene.who('Maren'), text: found.value.mood } }];
  },
});

describe('RP-132 what a job asked in vain', () => {
  const opened = (first: Reaction) => {
    const { mood, classifier } = moody(first);
    const play = playingWith({ classifier, jobs: [moodJob(classifier)] });
    const settle = async () => {
      for await (const _ of settleJobs(play.chat));
    };
    return { mood, play, settle };
  };

  test('puts the job back when it is asked again, which the next settle runs', async () => {
    const { mood, play, settle } = opened(refusal);
    await play.say('Well?', { reply: [] });
    const of = scene.seenBy('Tomas').at(-1)?.id;
    await settle();
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'failed' }]);
    const [{ id } = { id: '' }] = failuresSeen(play.chat);
    const before = mood.asked;
    expect(await retry(play.chat, id)).toMatchObject({ became: 'job', model: '', answer: null, of });
    expect([mood.asked, failuresSeen(play.chat)]).toEqual([before, []]);
    expect(failuresSeen(play.chat, { answered: true })).toMatchObject([{ id, answer: null }]);
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'waiting' }]);
    mood.does = { says: '{"mood":"wet"}' };
    await settle();
    expect(jobsSeen(play.chat)).toEqual([]);
    expect(whole(scene.state.world).scenarios[scene.who('Maren')]?.text).toBe('wet');
  });

  test('is another failure where the job fails once more; that can be asked again as well', async () => {
    const { mood, play, settle } = opened('down');
    await play.say('Well?', { reply: [] });
    await settle();
    await retry(play.chat, failuresSeen(play.chat)[0]?.id ?? '');
    await settle();
    const [second] = failuresSeen(play.chat);
    expect(second?.id).not.toBe(failuresSeen(play.chat, { answered: true })[0]?.id);
    mood.does = { says: '{"mood":"dry"}' };
    await retry(play.chat, second?.id ?? '');
    await settle();
    expect([failuresSeen(play.chat), whole(scene.state.world).scenarios[scene.who('Maren')]?.text]).toEqual([
      [],
      'dry',
    ]);
  });

  test('is known where the job has ended well since', async () => {
    const { mood, play, settle } = opened(refusal);
    await play.say('Well?', { reply: [] });
    await settle();
    const [failed] = scene.store.jobs.of(scene.id, ['failed']);
    scene.store.jobs.change(failed?.id ?? '', scene.parts.now(), { state: 'waiting' });
    mood.does = { says: '{"mood":"wet"}' };
    await settle();
    expect(await retry(play.chat, failuresSeen(play.chat)[0]?.id ?? '')).toMatchObject({
      became: 'known',
      answer: null,
    });
    expect(jobsSeen(play.chat)).toEqual([]);
  });
});
