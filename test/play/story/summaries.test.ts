import { describe, expect, test } from 'vitest';
import { edgeIn, mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { closeScene, exportScene, scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { setGroup } from '../../../src/play/world/edits.ts';
import { scene } from '../scene.ts';
import { passes, settled, smallModel } from '../world/passes.ts';
import { memoriesOf, summaryOf, tellingPlay, tellings, toldFor } from './tellings.ts';

const silent = { reply: [] };
const everyone = ['Maren', 'Ansel', 'Odile', 'Tomas'];
const mindFor = (name: string) => mindOf(opened(scene.state.world).state, scene.who(name));

describe('what is kept of a scene', () => {
  test('RP-050 RP-064 KT-07 is told for each who was there, from what they perceived and nothing else', async () => {
    const { classifier, asked } = smallModel((prompt) => ({ summary: `kept by ${toldFor(prompt)}` }));
    const play = tellingPlay({ classifier });
    await play.say('The key is mine.', { ...silent, to: ['Odile'] });
    await play.say('Fine weather.', silent);
    closeScene(play.chat);
    await settled(play);
    for (const name of everyone) expect(summaryOf(name, 1)).toBe(`kept by ${name}`);
    const heard = asked.filter((prompt) => prompt.includes('The key is mine.')).map(toldFor);
    expect(new Set(heard)).toEqual(new Set(['Tomas', 'Odile']));
    for (const prompt of asked) expect(prompt).toContain('Fine weather.');
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-063 begins behind the close before that its owner saw: who was away tells of all since', async () => {
    const { classifier, asked } = smallModel((prompt) => ({ summary: `kept by ${toldFor(prompt)}` }));
    const play = tellingPlay({ classifier });
    await play.say('One.', silent);
    await play.leave('Odile');
    await play.say('Two.', silent);
    closeScene(play.chat);
    await play.scene(everyone);
    await play.say('Three.', silent);
    closeScene(play.chat);
    await settled(play);
    const of = (name: string) => asked.filter((prompt) => toldFor(prompt) === name);
    expect(of('Maren')).toHaveLength(2);
    expect(of('Maren')[1]).not.toMatch(/One\.|Two\./);
    expect(of('Odile')).toHaveLength(1);
    expect(of('Odile')[0]).toMatch(/One\.[\s\S]*Three\./);
    expect(of('Odile')[0]).not.toContain('Two.');
    expect([summaryOf('Odile', 1), summaryOf('Odile', 2)]).toEqual(['kept by Odile', undefined]);
  });

  test('RP-026 an edge is summed up as a scene closes, for its owner alone', async () => {
    const others = { Tomas: { summary: 'He is up early. I like that.' }, Nobody: { summary: 'Who?' } };
    const { classifier } = smallModel(() => ({ summary: 'A morning.', others }));
    const play = tellingPlay({ classifier });
    await play.say('Good morning.', silent);
    closeScene(play.chat);
    await settled(play);
    const edge = edgeIn(mindFor('Maren'), scene.who('Maren'), scene.who('Tomas'));
    expect(edge?.summary).toBe('He is up early. I like that.');
    expect(Object.keys(mindFor('Maren').edges)).toEqual([scene.who('Maren')]);
    expect(Object.keys(mindFor('Tomas').edges)).toEqual([]);
  });

  test('RP-002 is remembered as well, as much as the most of it mattered', async () => {
    const { classifier } = smallModel((prompt) =>
      toldFor(prompt) === ''
        ? { significance: prompt.includes('father') ? 2 : 0 }
        : { summary: 'He told me.' },
    );
    const play = tellingPlay({ classifier, jobs: [...passes(), ...tellings()] });
    await play.say('I am your father.', { ...silent, to: ['Odile'] });
    await play.say('Fine weather.', silent);
    await settled(play);
    closeScene(play.chat);
    await settled(play);
    const ofScenes = (name: string) => memoriesOf(name).filter(({ of }) => of === null);
    const memory = { text: 'He told me.', scene: 1, pinned: false };
    expect(ofScenes('Odile')).toMatchObject([{ ...memory, significance: 2 }]);
    expect(ofScenes('Maren')).toMatchObject([{ ...memory, significance: 0 }]);
    expect(new Set(ofScenes('Maren')[0]?.witnesses as string[])).toEqual(
      new Set(everyone.map((name) => scene.who(name))),
    );
  });

  test('what a person wrote stays, for the scene and as a memory', async () => {
    const { classifier } = smallModel(() => ({ summary: 'By a model.' }));
    const play = tellingPlay({ classifier });
    await play.say('Good morning.', silent);
    closeScene(play.chat, { summary: 'By hand.' });
    await settled(play);
    expect([summaryOf('Tomas', 1), summaryOf('Maren', 1)]).toEqual(['By hand.', 'By a model.']);
    expect(memoriesOf('Tomas').map(({ text }) => text)).toEqual(['By hand.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('27 those who perceived the same of a scene are asked behind the same words, which a server reads once', async () => {
    const { classifier, asked } = smallModel(() => ({ summary: 'It was told.' }));
    const play = tellingPlay({ classifier });
    await play.say('Good morning.', silent);
    await play.say('For Maren alone: the tide turns at nine.', { ...silent, to: ['Maren'] });
    closeScene(play.chat);
    await settled(play);
    const beginningOf = (name: string) => {
      const prompt = asked.find((one) => toldFor(one) === name) ?? '';
      return prompt.slice(0, prompt.indexOf(`Who ${name} is`));
    };
    expect(beginningOf('Ansel')).toContain('Good morning.');
    expect(beginningOf('Ansel')).toBe(beginningOf('Odile'));
    expect(beginningOf('Maren')).not.toBe(beginningOf('Odile'));
  });

  test('RP-050 a long scene is told in parts, each with what was told of those before', async () => {
    let parts = 0;
    const { classifier, asked } = smallModel((prompt) => {
      parts += Number(toldFor(prompt) === 'Maren');
      return { summary: `part ${parts} ${'\u0007x'.repeat(5000)}` };
    });
    const play = tellingPlay({ classifier, jobs: tellings(1500) });
    for (let n = 0; n < 30; n += 1) await play.say(`Line ${n} ${'so it goes '.repeat(20)}`, silent);
    closeScene(play.chat);
    await settled(play);
    const own = asked.filter((prompt) => toldFor(prompt) === 'Maren');
    expect(own.length).toBeGreaterThan(3);
    expect(own[1]).toMatch(/What came before that in it\npart 1/);
    for (const prompt of asked) expect(prompt.length).toBeLessThan(6000);
    expect(summaryOf('Maren', 1)?.length).toBe(2000);
    expect(summaryOf('Maren', 1)).not.toContain('\u0007');
  });

  test('RP-024 RP-139 a scene too long to be told whole keeps what matters: such a line stays as it was said, those of least significance are left out', async () => {
    const { classifier, asked } = smallModel((prompt) =>
      toldFor(prompt) === ''
        ? { significance: /father[^\n]*\n\n[^\n]*$/.test(prompt.split('\nJSON:')[0] ?? '') ? 3 : 0 }
        : { summary: 'It went on.' },
    );
    const play = tellingPlay({ classifier, jobs: [...passes(), ...tellings(1200)] });
    await play.say('Maren alone may know: I am your father.', { ...silent, to: ['Maren'] });
    await settled(play);
    for (let n = 0; n < 120; n += 1) {
      await play.say(`Line ${n} ${'so it goes '.repeat(20)}`, silent);
      await settled(play);
    }
    closeScene(play.chat);
    await settled(play);
    const own = (name: string) => asked.filter((prompt) => toldFor(prompt) === name);
    expect(own('Maren').length).toBeGreaterThan(3);
    expect(own('Maren').map((prompt) => prompt.split('I am your father.').length - 1)).toEqual(
      own('Maren').map(() => 1),
    );
    expect(own('Maren').some((prompt) => prompt.includes('Line 0 '))).toBe(false);
    expect(own('Maren').at(-1)).toContain('Line 119 ');
    for (const name of ['Ansel', 'Odile'])
      expect(own(name).some((prompt) => prompt.includes('father'))).toBe(false);
    expect(own('Ansel').at(-1)).toContain('Line 119 ');
  });

  test('a scene that reads otherwise since, or is known to others, is not told from what it was, but anew', async () => {
    const { classifier } = smallModel(async (prompt) => {
      await play.changeAudience('last', { to: ['Odile'] }).catch(() => 0);
      return { summary: prompt.includes('Good morning.') ? 'A greeting.' : 'No greeting.' };
    });
    const play = tellingPlay({ classifier });
    await play.say('Good morning.', silent);
    closeScene(play.chat);
    await settled(play);
    const told = everyone.map((name) => [name, summaryOf(name, 1)]);
    expect(told.filter(([, text]) => text === 'A greeting.').map(([name]) => name)).toEqual([]);
    expect(told.filter(([, text]) => text === 'No greeting.').map(([name]) => name)).toEqual([
      'Maren',
      'Ansel',
    ]);
  });

  test('without a classifier the model that plays is asked; the understudy says who spoke and what mattered', async () => {
    const play = tellingPlay({ backend: async () => createUnderstudy() });
    await play.say('Good morning.', silent);
    await play.say('They have murdered the ferryman!', silent);
    closeScene(play.chat);
    await settled(play);
    expect(JSON.stringify(mindFor('Maren').edges)).not.toContain('(affinity');
    expect(summaryOf('Maren', 1)).toBe(
      'Maren and Tomas spoke. Tomas said: “Good morning.” Tomas said: “They have murdered the ferryman!”',
    );
  });
});

describe('what all of them keep of a scene', () => {
  const grouped = () => mindFor('Maren').group;

  test('RP-051 RP-113 ruling 9: is merged from what all of them perceived and what they kept before', async () => {
    const { classifier, asked } = smallModel((prompt) => ({
      summary: `kept by ${toldFor(prompt)}`,
      dynamic: 'wary',
    }));
    const play = tellingPlay({ classifier });
    await play.say('The key is mine.', { ...silent, to: ['Odile'] });
    await play.say('Fine weather.', silent);
    closeScene(play.chat);
    await settled(play);
    expect(grouped()).toEqual({ summary: 'kept by all of them', dynamic: 'wary' });
    await play.say('We go on.', silent);
    closeScene(play.chat);
    await settled(play);
    const [first, second] = asked.filter((prompt) => toldFor(prompt) === 'all of them');
    expect(first).toContain('Fine weather.');
    expect(first).not.toContain('The key is mine.');
    expect(second).toContain('kept by all of them');
    expect(second).not.toContain('Fine weather.');
    expect(scenesSeen(play.chat).map(({ group }) => group)).toEqual([
      'kept by all of them',
      'kept by all of them',
    ]);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-051 RP-095 written by hand it reads so in the last scene too, for those who know of it; undo takes it back', async () => {
    const { classifier } = smallModel(() => ({ summary: 'By a model.' }));
    const play = tellingPlay({ classifier });
    for (const text of ['Good morning.', 'We go on.']) {
      await play.say(text, silent);
      closeScene(play.chat);
      await settled(play);
    }
    setGroup(play.chat, 'dynamic', 'At ease.');
    setGroup(play.chat, 'summary', 'By hand.');
    const read = () => scenesSeen(play.chat).map(({ group }) => group);
    expect(read()).toEqual(['By a model.', 'By hand.']);
    expect(JSON.stringify(exportScene(play.chat, 2))).toContain('By hand.');
    await play.undo();
    expect(read()).toEqual(['By a model.', 'By a model.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-051 RP-064 invariant 2: is kept by whoever knows of nobody away, as if there were nobody', async () => {
    const { classifier, asked } = smallModel((prompt) => ({ summary: `kept by ${toldFor(prompt)}` }));
    const play = tellingPlay({ classifier });
    await play.leave('Maren');
    const bosun = { character: 'bosun', name: 'Bosun', card: null, knowsPast: false };
    scene.given({ kind: 'character_joined', payload: bosun });
    scene.given({ kind: 'character_left', payload: { character: bosun.character } });
    await play.join('Maren');
    await play.say('Good morning.', silent);
    closeScene(play.chat);
    await settled(play);
    const [question = ''] = asked.filter((prompt) => toldFor(prompt) === 'all of them');
    expect(question).toContain('Good morning.');
    expect(question).not.toContain('Bosun');
    expect(grouped().summary).toBe('kept by all of them');
    for (const name of ['Tomas', 'Ansel', 'Odile', 'Bosun']) expect(mindFor(name).group.summary).toBe('');
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-051 is not told while one of them is away', async () => {
    const { classifier, asked } = smallModel(() => ({ summary: 'x' }));
    const play = tellingPlay({ classifier });
    await play.scene(['Tomas', 'Maren', 'Ansel']);
    await play.say('Good morning.', silent);
    closeScene(play.chat);
    await settled(play);
    expect(asked.map(toldFor)).not.toContain('all of them');
    expect(grouped().summary).toBe('');
  });
});
