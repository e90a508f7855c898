import { describe, expect, test } from 'vitest';
import { failuresSeen } from '../../../src/play/director/failures.ts';
import { classifying, playingWith } from '../classifier.ts';
import { Clockwork } from '../clockwork.ts';
import { scene, speakers } from '../scene.ts';

describe('the classifier', () => {
  test('RP-047 says who is spoken to where names leave it open, and is not asked where they do not', async () => {
    const { questions, classifier } = classifying(() => 'Odile');
    const play = playingWith({ classifier });
    await play.setDirector({ talkativeness: { Maren: 0, Ansel: 0, Odile: 0 } });
    await play.say('Where is Odile?');
    await play.say('Ansel, where is Odile?');
    expect(speakers().slice(-4)).toEqual(['Tomas', 'Odile', 'Tomas', 'Ansel']);
    expect(questions.map(({ choices }) => choices)).toEqual([['Odile', 'nobody']]);
    play.drafting('Where is Odile?');
    expect(play.state().next).toEqual({ speakers: [], why: 'the model decides' });
  });

  test.each([
    ['nobody', async () => 'nobody', 'Odile'],
    ['a failure', () => Promise.reject(new Error('down')), 'Odile'],
    ['what is no name', async () => 'Rook', 'Odile'],
  ])('RP-030 after %s it is as without a classifier', async (_, answer, expected) => {
    const { classifier } = classifying((question) => (question.choices.includes('yes') ? 'no' : answer()));
    await playingWith({ classifier }).say('Where is Odile?');
    expect(speakers().at(-1)).toBe(expected);
  });

  test.each([
    ['addressee', 'Where is Odile?', 'natural', 'Odile'],
    ['speaker', 'Well?', 'model', 'Maren'],
    ['interjection', 'Maren?', 'natural', 'Maren'],
  ] as const)(
    'RP-030 a question about the %s is waited for as long as its patience says, then who speaks is chosen without, and one that is late is kept',
    async (kind, text, strategy, expected) => {
      const clock = new Clockwork();
      const { questions, classifier } = classifying(({ choices }) =>
        kind !== 'interjection' && choices.includes('yes') ? 'no' : new Promise(() => {}),
      );
      const settings = { ...scene.parts.settings, patience: 777 };
      const play = playingWith({ classifier, settings, after: clock.after });
      await play.setDirector({ strategy, talkativeness: { Maren: 0.5, Ansel: 0.5, Odile: 0.5 } });
      const said = play.say(text);
      await expect.poll(() => questions.length).toBe(1);
      expect(speakers().at(-1)).toBe(kind === 'interjection' ? 'Maren' : 'Tomas');
      clock.pass(777);
      await said;
      expect(speakers().slice(-2)).toEqual(['Tomas', expected]);
      const [asked] = questions;
      const reason = expect.stringMatching(/^hang: /);
      expect(failuresSeen(play.chat, { all: true })).toMatchObject([
        { kind, reason, prompt: asked?.prompt, raw: '' },
      ]);
    },
  );

  test('the strategy model: it picks, from what all candidates have perceived', async () => {
    scene.said('Maren', 'The key is mine.', ['Tomas']);
    scene.said('Ansel', 'A wet morning.');
    const { questions, classifier } = classifying(() => 'Odile');
    const play = playingWith({ classifier });
    await play.setDirector({ strategy: 'model' });
    await play.say('Well? ((brb))');
    expect(speakers().at(-1)).toBe('Odile');
    expect(questions[0]?.prompt).toContain('Ansel: A wet morning.\nTomas: Well?');
    expect(questions[0]?.prompt).not.toMatch(/key|brb/);
    expect(questions).toHaveLength(1);
  });

  test('RP-048 RP-049 somebody speaks up after the addressee, asked from their own view, in a turn of their own', async () => {
    scene.said('Maren', 'The key is mine.', ['Odile']);
    const { questions, classifier } = classifying(({ prompt }) =>
      prompt.includes('Would Odile') ? 'yes' : 'no',
    );
    await playingWith({ classifier }).say('Maren?');
    expect(speakers().slice(-3)).toEqual(['Tomas', 'Maren', 'Odile']);
    expect(questions.map(({ prompt }) => /Would (\w+)/.exec(prompt)?.[1])).toEqual(['Ansel', 'Odile']);
    expect(questions.map(({ prompt }) => prompt.includes('key'))).toEqual([false, true]);
    const turns = scene
      .seenBy('everyone')
      .slice(-2)
      .map(({ turn }) => turn);
    expect(new Set(turns).size).toBe(2);
  });

  test.each([
    ['after no', async () => 'no'],
    ['after a failure', () => Promise.reject(new Error('down'))],
  ])('RP-048 nobody speaks up %s', async (_, answer) => {
    const { classifier } = classifying(answer);
    await playingWith({ classifier }).say('Maren?');
    expect(speakers().slice(-2)).toEqual(['Tomas', 'Maren']);
  });

  test('RP-048 invariant 2 nobody speaks up whom somebody there takes for the human, though others know better', async () => {
    const quill = { character: 'quill', name: 'Quill', card: null, knowsPast: false };
    const ansel = { character: scene.who('Ansel') };
    scene.given({ kind: 'character_left', payload: ansel });
    scene.given({ kind: 'character_joined', payload: quill });
    scene.given({ kind: 'played_as', payload: { character: 'quill', persona: null } });
    scene.given({ kind: 'character_left', payload: { character: 'quill' } });
    const { questions, classifier } = classifying(() => 'no');
    const asked = async () => {
      await playingWith({ classifier }, 'Odile').say('Well, Maren?');
      const who = questions.splice(0).map(({ prompt }) => /Would (\w+)/.exec(prompt)?.[1]);
      return who.filter((name) => name === 'Tomas').length;
    };
    expect(await asked()).toBe(1);
    const back = { ...ansel, name: 'Ansel', card: { id: 'quay', index: 1 }, knowsPast: false };
    scene.given({ kind: 'character_joined', payload: back });
    expect(await asked()).toBe(0);
    scene.said('Tomas', 'And you, Maren?');
    scene.replied('Maren', 'Aye.');
    await playingWith({ classifier }, 'Odile').regenerate();
    expect(questions.length).toBeGreaterThan(0);
  });

  test('RP-048 nobody is asked after a whisper, when muted, when never talkative, or by another strategy', async () => {
    const { questions, classifier } = classifying(() => 'yes');
    const play = playingWith({ classifier });
    await play.setDirector({ mute: ['Ansel'], talkativeness: { Odile: 0 } });
    await play.say('Maren?');
    await play.setDirector({ unmute: ['Ansel'], strategy: 'list' });
    await play.say('Maren?');
    await play.setDirector({ strategy: 'natural' });
    await play.say('Maren?', { to: ['Maren'] });
    await play.reply('Maren');
    expect(questions).toEqual([]);
  });

  test('RP-030 whoever says something meanwhile does not wait for the question', async () => {
    let asked = () => {};
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { classifier } = classifying(() => {
      asked();
      return new Promise(() => {});
    });
    const play = playingWith({ classifier, after: new Clockwork().after });
    const first = play.say('Maren?');
    await wasAsked;
    await play.say('Never mind.', { reply: [] });
    await first;
    expect(speakers().slice(-2)).toEqual(['Maren', 'Tomas']);
  });

  test('RP-100 regenerate covers whoever spoke up, and lets somebody speak up anew', async () => {
    const { classifier } = classifying(({ prompt }) => (prompt.includes('Would Odile') ? 'yes' : 'no'));
    const play = playingWith({ classifier });
    await play.say('Maren?');
    await play.regenerate();
    expect(speakers().slice(-2)).toEqual(['Maren', 'Odile']);
    await play.rewind({ turns: 1 });
    await play.regenerate();
    expect(speakers().slice(-3)).toEqual(['Tomas', 'Maren', 'Odile']);
  });
});
