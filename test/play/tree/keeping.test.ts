import { describe, expect, test } from 'vitest';
import type { Play } from '../../../src/play/play.ts';
import { messageVersions } from '../../../src/play/tree/message-versions.ts';
import { anew, kinds, scene } from '../scene.ts';
import { listening, scripted } from '../scripted.ts';

const texts = (name = 'everyone') => scene.texts(name).slice(1);
const idOf = (text: string) => scene.seenBy('everyone').find((one) => one.text === text)?.id ?? '';

/** Three lines, the first of which was put right when all were said. */
async function edited(): Promise<Play> {
  for (const line of ['One.', 'Two.', 'Three.']) await scene.play.say(line, { reply: [] });
  await scene.play.edit('-3', 'Uno.');
  return scene.play;
}

describe('issue 29.8 branch and rewind keep the text one sees', () => {
  test.each<[string, (play: Play) => Promise<unknown>]>([
    ['rewind to a message', (play) => play.rewind({ message: '-2' })],
    ['rewind by turns', (play) => play.rewind({ turns: 1 })],
    ['a branch', (play) => play.branch('other', '-2')],
  ])('%s', async (_, go) => {
    const play = await edited();
    await go(play);
    expect(texts('Tomas')).toEqual(['Uno.', 'Two.']);
    expect(messageVersions(scene.play.chat, idOf('Uno.')).map(({ text }) => text)).toEqual(['One.', 'Uno.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('what is listed as undone says nothing of a line that stays as it is', async () => {
    const play = await edited();
    expect(play.undoneBy({ message: '-2' }).facts).toEqual([]);
    expect((await play.rewind({ message: '-2' })).returns).toEqual([]);
  });

  test('undo takes back what was said last, not that an edit was kept, and redo goes to where the head was', async () => {
    const play = await edited();
    await play.rewind({ message: '-2' });
    await play.undo();
    expect(texts('Tomas')).toEqual(['Uno.']);
    await play.redo();
    await play.redo();
    expect(texts('Tomas')).toEqual(['Uno.', 'Two.', 'Three.']);
    await play.undo();
    expect(texts('Tomas')).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('a version made anew answers what one reads, and going to the other keeps it', async () => {
    anew({ backend: scripted('A.', 'B.') });
    await scene.play.say('One?', { reply: ['Maren'] });
    await scene.play.edit('-2', 'Uno?');
    await scene.play.regenerate();
    expect(texts('Tomas')).toEqual(['Uno?', 'B.']);
    expect((await scene.play.prompt('Maren')).prompt).not.toContain('One?');
    await scene.play.edit('-2', 'Eins?');
    await scene.play.swipe('prev');
    expect(texts('Tomas')).toEqual(['Eins?', 'A.']);
  });

  test('invariant 2 a whisper that was put right stays so, and who did not hear it is shown nothing of that', async () => {
    scene.said('Maren', 'Psst.', ['Odile']);
    await scene.play.say('One.', { reply: [] });
    await scene.playing('Maren').edit('-2', 'Hush.');
    const tomas = scene.playing('Tomas');
    const before = tomas.branches();
    await tomas.rewind({ turns: 1 });
    expect(texts('Odile')).toEqual(['Hush.']);
    expect(
      scene
        .playing('Tomas')
        .branches()
        .map(({ name }) => name),
    ).toEqual(before.map(({ name }) => name));
  });
});

describe('issue 29.6 any line of a character has a new version where it stands', () => {
  const asked = async (): Promise<Play> => {
    anew({ backend: scripted('A1.', 'A2.', 'B1.', 'C1.') });
    await scene.play.say('Q1?', { reply: ['Maren'] });
    await scene.play.say('Q2?', { reply: ['Odile'] });
    return scene.play;
  };

  test('what came later stands, and how it read before is among its versions', async () => {
    const play = await asked();
    await play.regenerateKeeping(idOf('A1.'));
    expect(texts()).toEqual(['Q1?', 'B1.', 'Q2?', 'A2.']);
    const [message] = scene.play.view().last(3);
    expect(messageVersions(play.chat, message?.id ?? '').map(({ text }) => text)).toEqual(['A1.', 'B1.']);
    expect(kinds().filter((kind) => kind === 'reply_received')).toHaveLength(2);
    await play.undo();
    expect(texts()).toEqual(['Q1?', 'A1.', 'Q2?', 'A2.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  /** Which of how many versions a line is, and whether it was put right. */
  const standing = (back: number) => {
    const { play } = scene;
    const message = play.view().last(back)[0];
    if (message === undefined) throw new Error('nothing stands there');
    const { version, of } = play.figures(message);
    return { version, of, isEdited: message.edited === true };
  };

  test('it is another version and no edit, also on a branch; an edit of it is one, and stays with that version', async () => {
    const play = await asked();
    await play.regenerateKeeping(idOf('A2.'));
    expect(standing(1)).toEqual({ version: 2, of: 2, isEdited: false });
    expect(await play.swipe('prev')).toEqual({ index: 1, of: 2 });
    expect([texts().at(-1), standing(1)]).toEqual(['A2.', { version: 1, of: 2, isEdited: false }]);
    await play.edit('last', 'A 2.');
    expect(standing(1)).toEqual({ version: 1, of: 2, isEdited: true });
    expect(await play.swipe('next')).toEqual({ index: 2, of: 2 });
    expect([texts().at(-1), standing(1)]).toEqual(['B1.', { version: 2, of: 2, isEdited: false }]);
    await play.swipe(1);
    expect([texts().at(-1), standing(1)]).toEqual(['A 2.', { version: 1, of: 2, isEdited: true }]);
    expect(play.versions().map(({ text, current }) => [text, current])).toEqual([
      ['A 2.', true],
      ['B1.', false],
    ]);
    await play.swipe(2);
    await play.say('Q3?', { reply: [] });
    await play.branch('dawn', '-2');
    expect([texts().at(-1), standing(1)]).toEqual(['B1.', { version: 2, of: 2, isEdited: false }]);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('KT-07 an earlier version that was a whisper is one again for those who heard it, and to nobody else a version', async () => {
    anew({ backend: scripted('A1. __known_to_chars__Tomas__', 'B1. __known_to_chars__Odile,Tomas__') });
    await scene.playing('Tomas').say('Q1?', { reply: ['Maren'] });
    await scene.playing('Tomas').regenerateKeeping('last');
    expect([texts('Odile').at(-1), texts('Tomas').at(-1)]).toEqual(['B1.', 'B1.']);
    const last = scene.playing('Odile').view().last(1)[0];
    expect(last && scene.playing('Odile').figures(last)).toMatchObject({ version: 1, of: 1 });
    await scene.playing('Tomas').swipe('prev');
    expect([texts('Odile').includes('A1.'), texts('Tomas').at(-1)]).toEqual([false, 'A1.']);
  });

  test('its prompt ends where the line stood: nothing that came later is in it', async () => {
    const prompts: string[] = [];
    anew({ backend: listening(prompts, 'A1.', 'A2.', 'B1.') });
    await scene.play.say('Q1?', { reply: ['Maren'] });
    await scene.play.say('Q2?', { reply: ['Odile'] });
    await scene.play.regenerateKeeping(idOf('A1.'));
    expect(prompts[2]).toBe(prompts[0]);
  });

  test('KT-07 a new version of a whisper is heard by those who heard the old one', async () => {
    anew({ backend: scripted('A1.', 'B1.') });
    const play = scene.playing('Maren');
    await play.say('Psst?', { to: ['Tomas'], reply: ['Tomas'] });
    scene.said('Ansel', 'Fog.');
    await scene.playing('Maren').regenerateKeeping(idOf('A1.'));
    expect([texts('Ansel'), texts('Maren')]).toEqual([['Fog.'], ['Psst?', 'B1.', 'Fog.']]);
  });

  test('stopped in its midst it stands as far as it came, cut short', async () => {
    const play = await asked();
    play.subscribe(({ type }) => {
      if (type === 'delta') play.stop();
    });
    await play.regenerateKeeping(idOf('A1.'));
    expect(scene.seenBy('everyone').map(({ text, truncated }) => [text, truncated])).toContainEqual([
      'B',
      true,
    ]);
    expect(texts().at(-1)).toBe('A2.');
  });

  test('a line of a person has none', async () => {
    const play = await asked();
    await expect(play.regenerateKeeping('-2')).rejects.toMatchObject({ code: 'no_reply' });
  });

  test('invariant 2 they are so too for who did not hear what others whispered at that place and took back', async () => {
    const rows = async (isWhispered: boolean) => {
      anew({ backend: scripted('A.', 'A1.', 'B1.') });
      await scene.play.say('One?', { reply: ['Maren'] });
      await scene.play.edit('-2', 'Uno?');
      await scene.play.rewind({ message: '-2' });
      if (isWhispered) await scene.playing('Maren').say('Psst.', { to: ['Tomas'], reply: [] });
      if (isWhispered) await scene.playing('Maren').undo();
      await scene.playing('Ansel').reply('Ansel');
      await scene.playing('Ansel').regenerate();
      const seen = scene.playing('Ansel').branches('rows');
      return seen.map(({ current, from, preview }) => ({ current, from, preview }));
    };
    const untold = await rows(false);
    expect(untold).toEqual([{ current: true, from: null, preview: 'B1.' }]);
    expect(await rows(true)).toEqual(untold);
  });

  test('versions of one line are one row of the branches', async () => {
    const play = await asked();
    await play.regenerate();
    await play.regenerate();
    expect(play.branches()).toHaveLength(3);
    expect(play.branches('rows')).toMatchObject([{ current: true, preview: 'C1.', from: null }]);
    await play.say('Q3?', { reply: [] });
    expect(play.branches('rows')).toMatchObject([{ current: true, preview: 'Q3?', from: null }]);
    await play.switchTo('main');
    await play.say('Q4?', { reply: [] });
    expect(play.branches('rows').map(({ preview }) => preview)).toEqual(['Q4?', 'Q3?']);
  });
});
