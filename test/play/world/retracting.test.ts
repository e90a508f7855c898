import { beforeEach, describe, expect, test } from 'vitest';
import { edgeIn, entityIn, mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { jobsSeen } from '../../../src/play/jobs/jobs.ts';
import type { Play } from '../../../src/play/play.ts';
import { setEntity } from '../../../src/play/world/edits.ts';
import { askedFor } from '../passed.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };
const mindFor = (name: string) => mindOf(opened(scene.state.world).state, scene.who(name));
const edgeOf = (name: string) => edgeIn(mindFor(name), scene.who(name), scene.who('Tomas'));
const moodOf = (name: string) => entityIn(mindFor(name), scene.who(name)).mood;
const pinsOf = (name: string) =>
  opened(scene.state.world).pins.filter(({ owner }) => owner === scene.who(name)).length;
const record = (name: string, message: string) =>
  scene.store
    .view(scene.id, scene.who(name), scene.state.head)
    .record(`significance:${message}:${scene.who(name)}`)?.value;
const said = (text: string) => scene.seenBy('everyone').find((one) => one.text === text)?.id ?? '';
const sound = () => expect(scene.store.verify(scene.state).differences).toEqual([]);

const noticed = (prompt: string) => {
  const isSecond = prompt.includes('Two.');
  return {
    significance: isSecond ? 1 : 3,
    mood: isSecond ? '' : 'shaken',
    weather: isSecond ? 'rain' : 'fog',
    gains: isSecond ? [] : ['a key'],
    others: {
      Tomas: {
        affinity: isSecond ? 1 : 3,
        facts: [isSecond ? 'He counts.' : 'He stole the key.'],
      },
    },
  };
};

describe('what was made of a message that reads otherwise now', () => {
  let play: Play;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    const { classifier } = smallModel((prompt) => {
      asked.push(prompt);
      return noticed(prompt);
    });
    play = passingPlay({ classifier });
    await play.say('One.', silent);
    await settled(play);
    await play.say('Two.', silent);
    await settled(play);
  });

  test('KT-24 RP-103 is taken back with a message that is deleted, what came from others stays, and undo brings it back', async () => {
    const one = said('One.');
    expect(pinsOf('Maren')).toBe(1);
    await play.remove(one);
    for (const name of ['Maren', 'Ansel']) {
      expect(edgeOf(name)).toMatchObject({ affinity: 1, knowledge: ['He counts.'] });
      expect(mindFor(name).world.weather).toBe('rain');
      expect(entityIn(mindFor(name), scene.who(name))).toMatchObject({ mood: '', inventory: [] });
      expect([record(name, one), pinsOf(name)]).toEqual([undefined, 0]);
    }
    sound();
    await play.undo();
    expect(edgeOf('Maren')).toMatchObject({ affinity: 4, knowledge: ['He stole the key.', 'He counts.'] });
    expect([moodOf('Maren'), record('Maren', one), pinsOf('Maren')]).toEqual(['shaken', 3, 1]);
    await play.redo();
    expect([edgeOf('Maren')?.affinity, moodOf('Maren')]).toEqual([1, '']);
    sound();
  });

  test('KT-24 RP-097 is taken back of those alone who are to know it no longer', async () => {
    const one = said('One.');
    await play.changeAudience(one, { to: ['Maren'] });
    expect(edgeOf('Ansel')).toMatchObject({ affinity: 1, knowledge: ['He counts.'] });
    expect([moodOf('Ansel'), record('Ansel', one), pinsOf('Ansel')]).toEqual(['', undefined, 0]);
    expect(edgeOf('Maren')).toMatchObject({ affinity: 4, knowledge: ['He stole the key.', 'He counts.'] });
    expect([moodOf('Maren'), record('Maren', one), pinsOf('Maren')]).toEqual(['shaken', 3, 1]);
    const seen = scene.store.log.all({ chat: scene.id });
    const others = [...seen].filter(({ payload }) => JSON.stringify(payload).includes('"significance":null'));
    expect(others.every(({ payload }) => (payload as { owner: string }).owner !== scene.who('Maren'))).toBe(
      true,
    );
    sound();
  });

  test('KT-24 RP-103 is found out anew of what an edited message says, once taken back, however often it is edited', async () => {
    const one = said('One.');
    for (const text of ['Once.', 'Once more.']) {
      await play.edit(one, text);
      expect(edgeOf('Maren')).toMatchObject({ affinity: 1, knowledge: ['He counts.'] });
      expect([moodOf('Maren'), record('Maren', one), pinsOf('Maren')]).toEqual(['', undefined, 0]);
      await settled(play);
      expect(edgeOf('Maren')).toMatchObject({ affinity: 4, knowledge: ['He counts.', 'He stole the key.'] });
      expect([moodOf('Maren'), record('Maren', one), pinsOf('Maren')]).toEqual(['shaken', 3, 1]);
    }
    sound();
  });

  test('RP-097 is left alone where a person or a later message has come over it', async () => {
    setEntity(play.chat, 'Maren', 'mood', 'calm');
    await play.remove(said('One.'));
    expect(moodOf('Maren')).toBe('calm');
  });
});

test('KT-24 a pass that is under way while its message is deleted finds nothing', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { classifier, asked } = smallModel(async (prompt) => {
    await gate;
    return { mood: `from ${askedFor(prompt)}` };
  });
  const play = passingPlay({ classifier });
  await play.say('One.', silent);
  const settling = settled(play);
  await expect.poll(() => asked.length).toBe(4);
  await play.remove(said('One.'));
  open();
  await settling;
  await expect.poll(() => jobsSeen(play.chat, true)).toEqual([]);
  expect(moodOf('Maren')).toBe('');
  await play.undo();
  await play.say('Two.', silent);
  await settled(play);
  expect(moodOf('Maren')).toBe('from Maren');
});

describe('what one pass made of several lines', () => {
  const feels = (prompt: string) => ({
    significance: 1,
    mood: prompt.includes('One.') ? 'shaken' : 'at ease',
    others: {
      Tomas: {
        affinity: 1,
        facts: ['One.', 'Two.', 'Three.'].filter((line) => prompt.includes(line)),
      },
    },
  });

  async function passedTogether(): Promise<Play> {
    const play = passingPlay({ classifier: smallModel(feels).classifier });
    for (const line of ['One.', 'Two.', 'Three.']) await play.say(line, silent);
    await settled(play);
    expect(edgeOf('Maren')).toMatchObject({ affinity: 1, knowledge: ['One.', 'Two.', 'Three.'] });
    return play;
  }

  test.each(['One.', 'Three.'])(
    'KT-24 is taken back with %s, and found anew of the others alone; undo brings it back',
    async (line) => {
      const play = await passedTogether();
      const gone = said(line);
      const rest = ['One.', 'Two.', 'Three.'].filter((one) => one !== line);
      await play.remove(gone);
      expect(edgeOf('Maren')).toMatchObject({ affinity: 0, knowledge: [] });
      expect(rest.map((one) => record('Maren', said(one)))).toEqual([undefined, undefined]);
      await settled(play);
      for (const name of ['Maren', 'Ansel'])
        expect(edgeOf(name)).toMatchObject({ affinity: 1, knowledge: rest });
      expect(rest.map((one) => record('Maren', said(one)))).toEqual([1, 1]);
      sound();
      await play.undo();
      expect(edgeOf('Maren')).toMatchObject({ affinity: 1, knowledge: ['One.', 'Two.', 'Three.'] });
      expect([moodOf('Maren'), record('Maren', gone)]).toEqual(['shaken', 1]);
      sound();
    },
  );

  test('KT-24 stays as it is for those whose line it still is', async () => {
    const play = await passedTogether();
    await play.changeAudience(said('One.'), { to: ['Maren'] });
    await settled(play);
    expect(edgeOf('Ansel')).toMatchObject({ affinity: 1, knowledge: ['Two.', 'Three.'] });
    expect(edgeOf('Maren')).toMatchObject({ knowledge: ['One.', 'Two.', 'Three.'] });
    sound();
  });

  test('KT-24 RP-023 lines that wait to be asked about are asked about after another is deleted', async () => {
    const play = passingPlay({ classifier: smallModel(feels).classifier });
    for (const line of ['One.', 'Two.', 'Three.']) await play.say(line, silent);
    await play.remove(said('One.'));
    await settled(play);
    for (const name of ['Maren', 'Ansel'])
      expect(edgeOf(name)).toMatchObject({ affinity: 1, knowledge: ['Two.', 'Three.'] });
    expect(['Two.', 'Three.'].map((one) => record('Maren', said(one)))).toEqual([1, 1]);
    sound();
  });

  test('KT-24 RP-023 lines of a pass that is under way are asked about again when another of them is edited', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { classifier, asked } = smallModel(async (prompt) => {
      await gate;
      return feels(prompt);
    });
    const play = passingPlay({ classifier });
    for (const line of ['One.', 'Two.']) await play.say(line, silent);
    const settling = settled(play);
    await expect.poll(() => asked.length).toBe(4);
    await play.edit(said('One.'), 'Three.');
    open();
    await settling;
    await settled(play);
    expect([...(edgeOf('Maren')?.knowledge ?? [])].sort()).toEqual(['Three.', 'Two.']);
    expect(['Two.', 'Three.'].map((one) => record('Maren', said(one)))).toEqual([1, 1]);
    sound();
  });
});
