import { describe, expect, test } from 'vitest';
import { sceneWith } from './scenes.ts';
import { scripted } from './scripted.ts';

describe('RP-015 RP-016 out of character', () => {
  test('is in the log and on the screen, and in no prompt', async () => {
    const scene = sceneWith({ backend: scripted('Aye. ((rolled a 20))') });
    await scene.play.say('Well, Ansel? ((brb (5 min)))');
    expect(scene.texts('Tomas').slice(-2)).toEqual(['Well, Ansel? ((brb (5 min)))', 'Aye. ((rolled a 20))']);
    await scene.playing('Maren').pin('-2');
    for (const name of ['Maren', 'Ansel', 'Odile']) {
      const { prompt } = await scene.play.prompt(name);
      expect(prompt).toMatch(/\nTomas: Well, Ansel\?\n(?:\[.*\]\n)?Ansel: Aye\.\n/);
      expect(prompt).not.toMatch(/brb|5 min|rolled/);
    }
  });

  test('a message that is nothing else is no row, is answered by nobody, and wakes nothing', async () => {
    const scene = sceneWith();
    await scene.play.say('Evening, Ansel.', { reply: [] });
    const { blocks, prompt } = await scene.play.prompt('Ansel');
    const count = scene.texts('everyone').length;
    await scene.play.say('(ooc: back in five, Ansel)');
    expect(scene.texts('everyone')).toHaveLength(count + 1);
    const after = await scene.play.prompt('Ansel');
    expect(after.prompt).toBe(prompt);
    expect(after.blocks).toEqual(blocks);
  });

  test('is not what a reply answers: an aside in a whisper makes no answer private', async () => {
    const scene = sceneWith({ backend: scripted('Aye.') });
    scene.said('Tomas', 'Well?');
    scene.said('Tomas', '((brb))', ['Ansel']);
    await scene.play.reply('Ansel');
    expect(scene.seenBy('everyone').at(-1)).toMatchObject({ text: 'Aye.', knownTo: [] });
  });

  test('what is gone on with is sent as far as it is in character', async () => {
    const scene = sceneWith({ backend: scripted(' And more.') });
    scene.replied('Ansel', 'Aye. ((sorry', { cut: true });
    const { prompt } = await scene.playing().prompt('Maren');
    expect(prompt).toContain('\nAnsel: Aye.\n');
    await scene.playing().continueReply();
    expect(scene.texts('Tomas').at(-1)).toBe('Aye. ((sorry And more.');
  });

  test('a chat that begins out of character keeps its window and its examples', async () => {
    const scene = sceneWith();
    for (let n = 0; n < 40; n += 1) scene.said('Tomas', `((note ${n}))`);
    await scene.play.reply('Ansel');
    const { dropped, blocks } = await scene.play.prompt('Ansel');
    expect(dropped).toEqual([]);
    expect(blocks.filter(({ zone }) => zone === 'history').every(({ text }) => !text.includes('note'))).toBe(
      true,
    );
  });
});
