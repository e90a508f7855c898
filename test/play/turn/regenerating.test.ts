import { describe, expect, test } from 'vitest';
import { Perspective } from '../../../src/play/open/perspective.ts';
import type { Play } from '../../../src/play/play.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { setEntity } from '../../../src/play/world/edits.ts';
import { anew, audience, kinds, scene, speakers } from '../scene.ts';
import { scripted } from '../scripted.ts';

const texts = (name = 'everyone') => scene.seenBy(name as 'everyone').map(({ text }) => text);
const idOf = (text: string) => scene.seenBy('everyone').find((one) => one.text === text)?.id ?? '';

/** Three questions and their answers, the second in a whisper. */
async function asked(): Promise<Play> {
  anew({ backend: scripted('A1.', 'A2.', 'A3.', 'B1.', 'B2.', 'B3.') });
  const play = scene.playing('Maren');
  await play.say('Q1?', { reply: ['Odile'] });
  await play.say('Q2?', { to: ['Tomas'], reply: ['Tomas'] });
  await play.say('Q3?', { reply: ['Ansel'] });
  return play;
}

test('issue 29.6 while a line is written anew where it stands it is told in whose place, to those who know of that', async () => {
  const play = await asked();
  const seen: unknown[] = [];
  play.subscribe(({ type }) => {
    if (type === 'delta') seen.push(play.state().generating);
  });
  const replaces = idOf('A2.');
  await play.regenerateKeeping(replaces);
  expect(seen[0]).toMatchObject({ speaker: { name: 'Tomas' }, replaces });
  const line = {
    speaker: { id: scene.who('Tomas'), name: 'Tomas' },
    reading: null,
    isHidden: false,
    replaces,
  };
  const told = (name: string) => new Perspective(play.chat, scene.who(name)).generating(line);
  expect([told('Maren'), told('Odile')]).toEqual([
    { speaker: line.speaker, reading: null, replaces },
    { speaker: line.speaker, reading: null },
  ]);
});

describe('a message taken out, and every reply after it made anew', () => {
  test('RP-103 what people said stays as it was and to whom, each reply is by the same speaker, and the old ones stay in the tree', async () => {
    const play = await asked();
    const before = texts().slice(0, -6);
    await play.regenerate(idOf('A1.'));
    expect(texts().slice(before.length)).toEqual(['Q1?', 'Q2?', 'B1.', 'Q3?', 'B2.']);
    expect(speakers().slice(before.length)).toEqual(['Maren', 'Maren', 'Tomas', 'Maren', 'Ansel']);
    expect([audience('Q2?'), audience('B1.')]).toEqual([
      ['Maren', 'Tomas'],
      ['Maren', 'Tomas'],
    ]);
    expect(texts('Odile')).not.toContain('B1.');
    const old = play.branches().find(({ current }) => !current)?.name ?? '';
    play.switchTo(old);
    expect(texts().slice(before.length)).toEqual(['Q1?', 'A1.', 'Q2?', 'A2.', 'Q3?', 'A3.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-103 what else is taken back is told by what it says, and by no id', async () => {
    const play = await asked();
    setEntity(play.chat, 'Maren', 'mood', 'wary');
    const told: string[] = [];
    play.subscribe((event) => {
      if (event.type === 'notice') told.push(event.message);
    });
    await play.regenerate(idOf('A1.'));
    expect(told).toContain('undone with it: entity Maren mood wary; `sotto branches` shows where it is kept');
  });

  test('RP-103 the last message is taken out alone: nothing follows it', async () => {
    const play = await asked();
    await play.regenerate(idOf('A3.'));
    expect(texts().at(-1)).toBe('Q3?');
    expect(kinds().filter((kind) => kind === 'reply_received')).toHaveLength(3);
  });

  test('RP-103 where something else stands behind it that cannot be made anew nothing is done', async () => {
    const play = await asked();
    skipTime(play.chat, 'the next morning');
    const before = [texts(), kinds().length];
    await expect(play.regenerate(idOf('A1.'))).rejects.toMatchObject({ code: 'cannot_regenerate' });
    expect([texts(), kinds().length]).toEqual(before);
  });

  test('RP-103 Esc ends it: no later line is said, and the rest stays in the tree', async () => {
    const play = await asked();
    play.subscribe(({ type }) => {
      if (type === 'delta') play.stop();
    });
    await play.regenerate(idOf('A1.'));
    expect(texts()).not.toContain('Q3?');
    expect(play.branches()).toHaveLength(2);
  });
});
