import { describe, expect, test } from 'vitest';
import { kinds, scene, speakers } from '../scene.ts';

describe('what the director is told', () => {
  test('strategy, mutes, talkativeness and self-reply are facts of the chat; a rewind leaves them', async () => {
    const { play } = scene;
    await play.setDirector({
      strategy: 'list',
      mute: ['ansel'],
      talkativeness: { Odile: 0.2 },
      selfReply: true,
    });
    await play.say('Well?');
    expect(speakers().slice(-2)).toEqual(['Maren', 'Odile']);
    await play.rewind({ turns: 2 });
    expect(play.director()).toEqual({
      strategy: 'list',
      selfReply: true,
      muted: ['Ansel'],
      talkativeness: { Maren: 0.5, Ansel: 0.5, Odile: 0.2, Tomas: 0.5 },
      hasClassifier: false,
    });
    await play.setDirector({ unmute: ['Ansel'] });
    expect(scene.playing().director()).toMatchObject({ strategy: 'list', muted: [] });
  });

  test('what cannot be told is refused whole', async () => {
    const { play } = scene;
    const before = kinds();
    await expect(play.setDirector({ mute: ['Ansel'], talkativeness: { Odile: 2 } })).rejects.toMatchObject({
      code: 'bad_talkativeness',
    });
    await expect(play.setDirector({ mute: ['Nobody'] })).rejects.toMatchObject({ code: 'unknown_name' });
    expect(() => play.auto(-1)).toThrow(expect.objectContaining({ code: 'bad_pause' }));
    expect(kinds()).toEqual(before);
  });

  test('--reply overrides a mute', async () => {
    await scene.play.setDirector({ mute: ['Ansel'] });
    await scene.play.say('Well?', { reply: ['Ansel'] });
    expect(speakers().at(-1)).toBe('Ansel');
  });

  test('invariant 2 nobody reads of those whom they do not know', async () => {
    const character = 'stranger';
    scene.given({ kind: 'character_left', payload: { character: scene.who('Tomas') } });
    scene.given({
      kind: 'character_joined',
      payload: { character, name: 'Rook', card: null, knowsPast: false },
    });
    const play = scene.playing('*');
    await play.setDirector({ mute: ['Rook'], talkativeness: { Rook: 1 } });
    expect(play.director().muted).toEqual(['Rook']);
    expect(JSON.stringify(scene.playing('Tomas').director())).not.toContain('Rook');
    expect(JSON.stringify(scene.playing('Tomas').state())).not.toContain('Rook');
  });
});

describe('choose who speaks next', () => {
  const next = (play = scene.play) => {
    const { speakers: those = [], why } = play.state().next ?? {};
    return [...those.map(({ name }) => name), why];
  };

  test('is told while the human types, with the reason, and is who answers then', async () => {
    const { play } = scene;
    expect(next()).toEqual(['Maren', 'spoke last']);
    play.drafting('Ansel, O');
    expect(next()).toEqual(['Ansel', 'named']);
    play.drafting('Ansel, Odile?');
    expect(next()).toEqual(['Ansel', 'Odile', 'named']);
    await play.say('Ansel, Odile?');
    expect(speakers().slice(-2)).toEqual(['Ansel', 'Odile']);
    expect(next()).toEqual(['Odile', 'spoke last']);
  });

  test('a whisper is answered by its audience, an untold strategy by nobody', async () => {
    const { play } = scene;
    play.drafting('Hush (ooc: __known_to_chars__Ansel__)');
    expect(next()).toEqual(['Ansel', 'whispered to']);
    play.drafting('Ask Odile.', ['Ansel']);
    expect(next()).toEqual(['Ansel', 'whispered to']);
    await play.setDirector({ strategy: 'manual' });
    expect(next()).toEqual(['manual']);
    expect(next(scene.playing('*'))).toEqual([undefined]);
  });

  test('the human chooses otherwise, for one message', async () => {
    const { play } = scene;
    play.chooseNext('Odile');
    expect(next()).toEqual(['Odile', 'chosen']);
    play.chooseNext(null);
    expect(next()).toEqual(['Maren', 'spoke last']);
    play.chooseNext('Odile');
    await play.say('Hush.', { to: ['Ansel'] });
    expect(speakers().at(-1)).toBe('Ansel');
    expect(next()).toEqual(['Odile', 'chosen']);
    await play.say('Ansel?');
    expect(speakers().at(-1)).toBe('Odile');
    await play.say('Ansel?');
    expect(speakers().at(-1)).toBe('Ansel');
    expect(() => play.chooseNext('Nobody')).toThrow(expect.objectContaining({ code: 'unknown_name' }));
  });

  test('whom the human chose is next only while they are there and hear it', async () => {
    const { play } = scene;
    play.chooseNext('Odile');
    play.drafting('Hush.', ['Ansel']);
    expect(next()).toEqual(['Ansel', 'whispered to']);
    play.drafting('');
    expect(next()).toEqual(['Odile', 'chosen']);
    await play.leave('Odile');
    expect(next()).toEqual(['Maren', 'spoke last']);
  });

  test('invariant 2 who spoke unheard is not next, and never has been', async () => {
    const before = next();
    scene.said('Odile', 'Psst, Maren.', ['Maren']);
    expect(next(scene.playing())).toEqual(before);
    expect(next(scene.playing('Maren'))).toEqual(['Odile', 'spoke last']);
  });

  test('pooled tells whom it will draw', async () => {
    await scene.play.setDirector({ strategy: 'pooled' });
    for (let turn = 0; turn < 4; turn += 1) {
      const [name] = next();
      await scene.play.say('Well?');
      expect(speakers().at(-1)).toBe(name);
    }
  });
});
