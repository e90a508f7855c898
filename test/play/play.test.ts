import { describe, expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { anew, audience, kinds, scene, speakers } from './scene.ts';
import { scripted } from './scripted.ts';

describe('a chat begins', () => {
  test('SP-14 SP-15 with the greeting of the host, its macros filled in', () => {
    expect(scene.texts('Odile')).toEqual(['*Maren coils a wet rope.* "You are early, Tomas."']);
    expect(scene.play.state()).toMatchObject({ playing: { name: 'Tomas' }, branch: 'main', unperceived: 0 });
  });

  test('KT-19 with everyone in the cast, the host first', () => {
    expect(opened(scene.state.world).cast.map(({ name }) => name)).toEqual([
      'Maren',
      'Ansel',
      'Odile',
      'Tomas',
    ]);
  });
});

describe('saying', () => {
  test('KT-14 RP-046 the one who is named answers, publicly', async () => {
    await scene.play.say('Ansel, what do you read?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Ansel']);
    expect(scene.seenBy('Odile')).toHaveLength(3);
  });

  test('KT-01 KT-07 a whisper is answered by its recipients alone, and by nobody else perceived', async () => {
    await scene.play.say('Where is the key? (ooc: __known_to_chars__Odile__)');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Odile']);
    expect(speakers('Odile')).toEqual(['Maren', 'Tomas', 'Odile']);
    expect(speakers('Ansel')).toEqual(['Maren']);
    expect((await scene.play.prompt('Ansel')).prompt).not.toContain('key?');
    expect((await scene.play.prompt('Odile')).prompt).toContain('key? (ooc: __known_to_chars__Odile__)');
  });

  test('KT-13 as somebody else, to some, with chosen repliers', async () => {
    await scene.play.say('Meet me.', { as: 'maren', to: ['Ansel'], reply: ['Ansel'] });
    expect(speakers()).toEqual(['Maren', 'Maren', 'Ansel']);
    expect(audience('Meet me.')).toEqual(['Maren', 'Ansel']);
    expect(speakers('Tomas')).toEqual(['Maren']);
    expect(scene.play.state().unperceived).toBe(2);
  });

  test('an empty list of repliers is silence', async () => {
    await scene.play.say('Hm.', { reply: [] });
    expect(speakers()).toEqual(['Maren', 'Tomas']);
  });

  test.each([
    ['Hush. __known_to_chars__Eve__', {}, 'unknown_name'],
    ['Hush. __known_to_chars__Odile', {}, 'unclosed_tag'],
    [' ', {}, 'empty_text'],
    ['Hush.', { as: 'Eve' }, 'unknown_name'],
    ['Hush.', { to: ['Eve'] }, 'unknown_name'],
    ['Hush.', { reply: ['Eve'] }, 'unknown_name'],
  ])('KT-05 what is wrong is told before anything is stored: %j %j', async (text, options, code) => {
    const before = kinds();
    await expect(scene.play.say(text, options)).rejects.toMatchObject({ code });
    expect(kinds()).toEqual(before);
  });

  test('KT-10 a model whispers with a tag; KT-04 it is in the audience itself', async () => {
    anew({ backend: scripted('Under the stone. (ooc: __known_to_chars__Odile__)') });
    await scene.play.say('Maren?');
    expect(audience('Under the stone.')).toEqual(['Maren', 'Odile']);
    expect(scene.texts('Tomas')).not.toContain('Under the stone.');
  });

  test('KT-09 with the feature off a tag is text and hides nothing', async () => {
    anew({ settings: { tag: { enabled: false, tag: '__known_to_chars__', end: '__' } } });
    await scene.play.say('Hush. __known_to_chars__Odile__', { reply: [] });
    expect(scene.texts('Ansel')).toContain('Hush. __known_to_chars__Odile__');
  });
});

describe('turns without the human', () => {
  const gossip = 'Psst. (ooc: __known_to_chars__Ansel__)';

  test('KT-15 KT-18 a whisper that misses the human is answered, up to the hop limit', async () => {
    anew({
      settings: { autoTurn: true, maxHops: 3 },
      backend: scripted(gossip, 'Aye. (ooc: __known_to_chars__Maren__)'),
    });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren', 'Ansel', 'Maren', 'Ansel']);
    expect(speakers('Tomas')).toEqual(['Maren', 'Tomas']);
  });

  test('KT-16 the chain stops at a public message, and where the human is in the audience', async () => {
    anew({
      settings: { autoTurn: true },
      backend: scripted(gossip, 'I say it aloud. __known_to_chars__Maren,Ansel,Odile,Tomas__'),
    });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren', 'Ansel']);
    anew({ settings: { autoTurn: true }, backend: scripted('Psst. (ooc: __known_to_chars__Tomas,Odile__)') });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren']);
  });

  test('KT-15 it is off unless it is switched on', async () => {
    anew({ backend: scripted(gossip) });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren']);
  });
});
