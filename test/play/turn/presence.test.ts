import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import { opened } from '../../../src/domain/world/world.ts';
import type { PlayEvent } from '../../../src/play/chat/play-state.ts';
import { addContainer, moveTo } from '../../../src/play/world/container-edits.ts';
import { anew, audience, scene, speakers } from '../scene.ts';
import { scripted } from '../scripted.ts';

const comes = (name: string, knowsPast = false) =>
  scene.play.join(name, { knowsPast, newcomer: () => ({ name, card: null }) });
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isSottoError(error) ? error.code : String(error);
};
const prompt = async (name: string) => (await scene.playing().prompt(name)).prompt;

describe('coming and going', () => {
  test('RP-059 who goes perceives nothing until they come back, and others are told nothing of it later', async () => {
    expect(await scene.play.leave('odile')).toBe('Odile');
    scene.said('Maren', 'While she is out.');
    expect(await scene.play.join('ODILE')).toBe('Odile');
    scene.said('Maren', 'Now she is in.');
    expect(scene.texts('Odile').slice(1)).toEqual(['Now she is in.']);
    expect(await prompt('Odile')).not.toContain('While she is out.');
  });

  test('RP-110 a newcomer comes by a card or by a name, and is asked for only when the cast has nobody called so', async () => {
    let asked = 0;
    const newcomer = () => {
      asked += 1;
      return { name: 'Quill', card: { id: 'quay', index: 1 } };
    };
    expect(await scene.play.join('quill', { newcomer })).toBe('Quill');
    await scene.play.leave('Quill');
    await scene.play.join('quill', { newcomer });
    expect(asked).toBe(1);
    expect(opened(scene.state.world).cast.at(-1)).toMatchObject({
      name: 'Quill',
      card: { id: 'quay', index: 1 },
    });
    expect(await refusal(scene.play.join('Rook'))).toBe('unknown_name');
  });

  test('a name that somebody gave up is somebody else’s: two characters, two ids', async () => {
    await comes('Quill');
    const first = scene.who('Quill');
    await scene.play.renameCharacter('Quill', 'Rook');
    await comes('Quill');
    expect(
      opened(scene.state.world)
        .cast.map(({ name }) => name)
        .slice(-2),
    ).toEqual(['Rook', 'Quill']);
    expect(scene.who('Quill')).not.toBe(first);
  });

  test('RP-059 undo takes back what was done while away, and nothing before it', async () => {
    await scene.play.leave('Tomas');
    await scene.play.leave('Maren');
    await scene.play.undo();
    expect((await scene.playing('Ansel').scene()).present).toEqual(['Maren', 'Ansel', 'Odile']);
    await scene.play.join('Tomas');
    expect((await scene.play.scene()).present).toContain('Maren');
  });

  test('RP-059 somebody who is away can neither speak nor be made to', async () => {
    await scene.play.leave('Odile');
    expect(await refusal(scene.play.say('Hi.', { as: 'Odile' }))).toBe('absent');
    expect(await refusal(scene.play.reply('Odile'))).toBe('absent');
    expect(await refusal(scene.play.say('Hi.', { reply: ['Odile'] }))).toBe('absent');
    expect(await refusal(scene.play.say('Hi.', { to: ['Odile'], reply: [] }))).toBe('absent_audience');
    expect(scene.texts('everyone')).toHaveLength(1);
  });

  test('RP-053 whoever asks somebody out of hearing is told so, and nobody who is asked beside them or only spoken of', async () => {
    const { play } = scene;
    for (const place of ['deck', 'cellar']) addContainer(play.chat, place, {});
    moveTo(play.chat, 'Tomas', 'deck');
    moveTo(play.chat, 'Odile', 'cellar');
    const told: string[] = [];
    scene.play.subscribe((event) => event.type === 'notice' && told.push(event.message));
    const silent = { reply: [] };
    await scene.play.say('Maren, where is she?', silent);
    await scene.play.say('Odile is asleep. Is it late?', silent);
    await scene.play.say('I saw Odile go down.', silent);
    await scene.play.say('Ansel, or you, Odile, who has the key?', silent);
    expect(told).toEqual([]);
    await scene.play.say('Odile, do you hear me?', silent);
    expect(told).toEqual(['Odile is away and hears nothing; `sotto join "Odile"` brings them in']);
    moveTo(play.chat, 'Odile', 'deck');
    await scene.play.say('And now, Odile?', silent);
    expect(told).toHaveLength(1);
  });

  test('KT-05 a model cannot whisper to one who is away', async () => {
    anew({
      backend: scripted(
        'Psst. (ooc: __known_to_chars__Odile,Ansel__)',
        'Psst! (ooc: __known_to_chars__Odile__)',
      ),
    });
    await scene.play.leave('Odile');
    await scene.play.reply('Maren');
    expect(audience('Psst.')).toEqual(['Maren', 'Ansel']);
    scene.said('Tomas', 'Well?');
    await scene.play.reply('Maren');
    expect(audience('Psst!')).toEqual(['Maren']);
  });

  test('RP-097 a solo chat becomes a group chat: what the two confided stays theirs', async () => {
    await scene.play.scene(['Maren', 'Tomas']);
    await scene.play.say('Only for you. __known_to_chars__Maren__', { reply: [] });
    await scene.play.say('For whoever is here.', { reply: [] });
    await comes('Quill', true);
    expect(scene.texts('Quill').slice(1)).toEqual(['For whoever is here.']);
    expect(scene.texts('Maren').slice(1)).toEqual(['Only for you.', 'For whoever is here.']);
  });

  test('KT-16 a reply that is whispered to everyone who is there is theirs alone as well', async () => {
    anew({ backend: scripted('Ours. (ooc: __known_to_chars__Ansel,Odile,Tomas__)') });
    await scene.play.reply('Maren');
    await comes('Quill', true);
    expect(audience('Ours.')).toEqual([]);
    expect(scene.texts('Tomas')).toContain('Ours.');
    expect(scene.texts('Quill')).not.toContain('Ours.');
  });

  test('a rename reaches every name of the old one, and the old name is nobody’s', async () => {
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.play.renameCharacter('Ansel', 'Brother Ansel, of the Quay');
    expect(await prompt('Maren')).toContain('__known_to_chars__Brother Ansel, of the Quay__');
    expect(await prompt('Maren')).not.toMatch(/__known_to_chars__Ansel/);
    expect(await refusal(scene.play.leave('Ansel'))).toBe('unknown_name');
  });

  test('KT-05 a refusal lists nobody whom the played character does not know of', async () => {
    await scene.playing('*').scene(['Ansel']);
    await comes('Quill');
    const error = await scene.play.leave('Nobody').catch(String);
    expect(error).toContain('Maren, Ansel, Odile or Tomas');
    expect(error).not.toContain('Quill');
  });
});

describe('RP-059 four scenes of a human and two others', () => {
  const present = async (...names: string[]) => {
    await scene.play.leave('Odile');
    return scene.play.scene(names);
  };

  test.each([
    ['the human and the one', ['Tomas', 'Maren'], { Maren: true, Ansel: false, Tomas: true }],
    ['the human and the other', ['Tomas', 'Ansel'], { Maren: false, Ansel: true, Tomas: true }],
    ['all three', ['Tomas', 'Maren', 'Ansel'], { Maren: true, Ansel: true, Tomas: true }],
    ['the two without the human', ['Maren', 'Ansel'], { Maren: true, Ansel: true, Tomas: false }],
  ])('%s: whoever is there has it in its prompt, and nobody else', async (_, names, heard) => {
    await present(...names);
    const by = names[1] ?? '';
    await scene.play.say('The boat is late.', { as: by, reply: [] });
    for (const [name, isHeard] of Object.entries(heard)) {
      expect([name, (await prompt(name)).includes('The boat is late.')]).toEqual([name, isHeard]);
    }
  });

  test('meanwhile: replies of the others leave no trace on the human’s screen, not even while they stream', async () => {
    anew({ backend: scripted('The boat is late.') });
    await present('Maren', 'Ansel');
    const before = JSON.stringify([scene.play.view().last(100), scene.play.view().count()]);
    const heard: PlayEvent[] = [];
    scene.play.subscribe((event) => heard.push(event));
    await scene.play.reply('Maren');
    expect(JSON.stringify([scene.play.view().last(100), scene.play.view().count()])).toBe(before);
    expect(heard.filter(({ type }) => type !== 'state')).toEqual([]);
    expect(scene.play.state().present).toEqual([]);
    expect(scene.texts('Ansel')).toContain('The boat is late.');
  });

  test('meanwhile: who is writing is hidden from the human', async () => {
    anew({ backend: scripted('The boat is late.') });
    await present('Maren', 'Ansel');
    const seen = new Set<unknown>();
    scene.play.subscribe(() => seen.add(scene.play.state().generating));
    await scene.play.reply('Maren');
    expect([...seen]).toEqual(['hidden', null]);
  });

  test('the director sees all of it, is nobody, and may let others speak', async () => {
    anew({ backend: scripted('The boat is late.') });
    await present('Maren', 'Ansel');
    const director = scene.playing('*');
    expect(director.state()).toMatchObject({ playing: { name: '*' }, unperceived: 0 });
    expect(director.state().present).toEqual([scene.who('Maren'), scene.who('Ansel')]);
    await director.reply('Maren');
    expect(director.view().last(1)).toMatchObject([{ text: 'The boat is late.' }]);
    expect(await refusal(director.say('Hello.'))).toBe('looking_on');
    await director.say('Hello.', { as: 'Ansel', reply: [] });
    expect(speakers('Maren').at(-1)).toBe('Ansel');
  });

  test('who is there is told to one who is there', async () => {
    expect(await present('Maren', 'Tomas')).toEqual({
      present: ['Maren', 'Tomas'],
      away: ['Ansel', 'Odile'],
    });
    expect(await scene.play.scene(['Maren'])).toEqual({ present: [], away: ['Tomas'] });
  });
});

describe('the prompt says who is there', () => {
  test('when somebody whom the speaker knows is away', async () => {
    const line = async (name: string) => /\[Here now.*\]/.exec(await prompt(name))?.[0];
    expect(await line('Maren')).toBeUndefined();
    await scene.play.leave('Odile');
    expect(await line('Maren')).toBe('[Here now: Maren, Ansel and Tomas. Odile is elsewhere.]');
    await scene.play.leave('Tomas');
    expect(await line('Maren')).toBe('[Here now: Maren and Ansel. Odile and Tomas are elsewhere.]');
    expect(await line('Odile')).toBeUndefined();
  });

  test('and never names one whom the speaker has not met', async () => {
    await scene.play.leave('Odile');
    await comes('Quill');
    await scene.play.leave('Quill');
    await scene.play.join('Odile');
    expect(await prompt('Odile')).not.toContain('Quill');
    expect(await prompt('Maren')).toContain('Quill is elsewhere');
  });

  test('and a name is no macro there', async () => {
    await comes('{{char}} Quill');
    await scene.play.leave('{{char}} Quill');
    expect(await prompt('Maren')).toContain('{{char}} Quill is elsewhere.]');
  });
});
