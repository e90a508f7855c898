import { describe, expect, test } from 'vitest';
import type { Play } from '../../../src/play/play.ts';
import { audience, scene } from '../scene.ts';
import '../scenes.ts';
import { until as settled } from '../../until.ts';
import { dictated, terminal } from '../two.ts';

const begun = async (work: (play: Play) => Promise<void>, text: string) => {
  const model = dictated();
  const tomas = terminal(scene, 'Tomas', model.backend);
  const odile = terminal(scene, 'Odile');
  const done = work(tomas.play);
  model.write(text);
  await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe(text));
  const finished = (): Promise<void> => {
    model.end();
    return done;
  };
  return { odile, write: model.write, finished };
};

const asked = (play: Play): Promise<void> => play.say('Maren?', { reply: ['Maren'] });

describe('invariant 2 what another terminal changes while a line is written', () => {
  test('who leaves sees no more of it', async () => {
    const { odile, write, finished } = await begun(asked, 'The river ');
    await settled(() => expect(odile.streaming()).toBe('The river'));
    await scene.playing().leave('Odile');
    await settled(() => expect(odile.streaming()).toBe(''));
    write('hides the key.');
    await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toContain('key'));
    await finished();
    await settled(() => expect(odile.play.state().generating).toBe(null));
    expect(JSON.stringify(odile.events)).not.toContain('key');
    expect(scene.texts('Odile').at(-1)).toBe('Maren?');
  });

  test('who has left hears no whisper', async () => {
    const { write, finished } = await begun(asked, 'The key ');
    await scene.playing().leave('Odile');
    write('is here. __known_to_chars__Odile__');
    await finished();
    expect(scene.texts('Odile').at(-1)).toBe('Maren?');
  });

  test('who is now called otherwise by hears the whisper to the name of the prompt', async () => {
    const { write, finished } = await begun(asked, 'The key ');
    await scene.playing().renameCharacter('Odile', 'Ondine');
    write('is here. __known_to_chars__Odile__');
    await finished();
    expect(audience('The key is here.')).toEqual(['Maren', 'Ondine']);
  });

  test('KT-24 the answer to what others may no longer know is not for them either', async () => {
    const { write, finished } = await begun(asked, 'The key ');
    await scene.playing().changeAudience('last', { to: ['Maren'] });
    write('is here.');
    await finished();
    expect(audience('The key is here.')).toEqual(['Maren', 'Tomas']);
  });

  test.each([
    ['its audience', (play: Play) => play.changeAudience('last', { to: ['Tomas'] }), 'The key is here.'],
    ['its text', (play: Play) => play.edit('last', '__known_to_chars__Tomas__A key'), 'A key is here.'],
  ])('what is gone on with keeps %s', async (_, act, text) => {
    scene.replied('Maren', 'The key');
    const { write, finished } = await begun((play) => play.continueReply(), ' is');
    await act(scene.playing());
    write(' here.');
    await finished();
    expect(audience(text)).toEqual(['Maren', 'Tomas']);
  });

  test.each(['before', 'while'])('who leaves %s it is gone on with hears only how it began', async (when) => {
    scene.replied('Maren', 'The river');
    if (when === 'before') await scene.playing().leave('Odile');
    const { odile, write, finished } = await begun((play) => play.continueReply(), 'hides');
    if (when === 'while') await scene.playing().leave('Odile');
    write(' the key.');
    await finished();
    await settled(() => expect(odile.play.state().generating).toBe(null));
    expect(JSON.stringify(odile.events)).not.toContain('key');
    expect(scene.texts('Odile').at(-1)).toBe('The river');
    expect(scene.texts('Tomas').slice(-2)).toEqual(['The river', 'hides the key.']);
  });

  test('what was taken out stays out', async () => {
    scene.replied('Maren', 'The key');
    const { finished } = await begun((play) => play.continueReply(), ' is');
    await scene.playing().remove('last');
    await expect(finished()).rejects.toMatchObject({ code: 'taken_out' });
    expect(scene.texts('everyone')).toHaveLength(1);
  });

  test('a speaker who is sent away has said it all the same', async () => {
    const { finished } = await begun(asked, 'The river');
    await scene.playing().leave('Maren');
    await finished();
    expect(scene.texts('Odile').at(-1)).toBe('The river');
  });
});
