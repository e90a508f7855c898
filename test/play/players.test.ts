import { describe, expect, test } from 'vitest';
import { openPlay } from '../../src/play/open-play.ts';
import { scene } from './scene.ts';
import { log, sceneWith } from './scenes.ts';

describe('the humans of a chat', () => {
  const persona = { name: 'Tom', description: 'A late guest.' };

  test('HC-37 a message keeps whom the human was while saying it', async () => {
    scene.store.library.setPersona(persona.name, persona.description);
    await scene.play.playAs('Tomas', 'Tom');
    await scene.play.say('Good evening.', { reply: [] });
    await scene.play.say('And you are?', { as: 'Odile', reply: [] });
    await scene.play.playAs('Tomas');
    await scene.play.say('Forget it.', { reply: [] });
    const said = log(scene).filter(({ kind }) => kind === 'message_said');
    expect(said.map(({ payload }) => (payload as { persona?: unknown }).persona)).toEqual([
      persona,
      undefined,
      undefined,
    ]);
  });

  test('issue 29 whoever plays another for a while and comes back wears the persona of before, and takes it off by a word', async () => {
    scene.store.library.setPersona(persona.name, persona.description);
    await scene.play.playAs('Tomas', 'Tom');
    await scene.play.playAs('Odile');
    expect(scene.play.state().persona).toBeNull();
    await scene.play.playAs('Tomas');
    expect(scene.play.state().persona).toBe('Tom');
    await scene.play.playAs('Tomas');
    expect(scene.play.state().persona).toBeNull();
  });

  test('HC-37 each character may have a human of its own, who gives it back', async () => {
    await scene.play.setPlayer('odile', ' Ann ');
    await scene.play.setPlayer('Tomas', 'Ben');
    const of = (name: string) => scene.play.state().players[scene.who(name)];
    expect([of('Odile'), of('Tomas'), of('Maren')]).toEqual(['Ann', 'Ben', undefined]);
    await scene.play.setPlayer('Odile', null);
    expect(scene.play.state().players).toEqual({ [scene.who('Tomas')]: 'Ben' });
  });

  test('HC-37 nobody is told of the player of somebody whom they do not know', async () => {
    const lonely = sceneWith();
    const payload = { character: 'stranger', name: 'Quill', card: null, knowsPast: false };
    lonely.given({ kind: 'character_left', payload: { character: lonely.who('Odile') } });
    lonely.given({ kind: 'character_joined', payload });
    await lonely.play.setPlayer('Quill', 'Ann');
    expect(Object.values(lonely.playing('Tomas').state().players)).toEqual(['Ann']);
    expect(lonely.playing('Odile').state().players).toEqual({});
  });

  test('KT-07 HC-37 who plays somebody whom a character does not know takes no persona from it', async () => {
    const lonely = sceneWith();
    const payload = { character: 'stranger', name: 'Quill', card: null, knowsPast: false };
    lonely.given({ kind: 'played_as', payload: { character: lonely.who('Odile'), persona } });
    lonely.given({ kind: 'character_left', payload: { character: lonely.who('Odile') } });
    lonely.given({ kind: 'character_joined', payload });
    lonely.given({ kind: 'played_as', payload: { character: 'stranger', persona: null } });
    const play = lonely.playing('Odile');
    expect(play.state().persona).toBe('Tom');
    lonely.given({ kind: 'played_as', payload: { character: lonely.who('Tomas'), persona: null } });
    expect(lonely.playing('Odile').state().persona).toBeNull();
  });

  test('HC-37 a line that another player was spoken to for is told of before it goes, once, and not where it was asked', async () => {
    await scene.play.setPlayer('Odile', 'Ann');
    await scene.play.setPlayer('Tomas', 'Ben');
    scene.said('Maren', 'What is that in your hand, Odile?');
    const play = openPlay(scene.parts, scene.id, 'Tomas');
    const told: string[] = [];
    play.subscribe((event) => {
      if (event.type === 'notice' || event.type === 'message')
        told.push(event.type === 'notice' ? event.message : event.message.text);
    });
    const doubt = { by: 'Maren', to: 'Odile', as: 'Tomas' };
    expect(openPlay(scene.parts, scene.id, 'Tomas').state().spokenTo).toEqual(doubt);
    expect(openPlay(scene.parts, scene.id, 'Odile').state().spokenTo).toBeNull();
    await play.say('A lamp.', { reply: [] });
    expect(told).toEqual([
      'Maren spoke to Odile, and this was written as Tomas; `sotto as "Odile"` changes who you play',
      'A lamp.',
    ]);
    scene.said('Maren', 'And you, Odile?');
    await openPlay(scene.parts, scene.id, 'Tomas').say('Hm.', { reply: [], isMeant: true });
    expect(told).toHaveLength(2);
  });
});
