import { expect, test } from 'vitest';
import { threadsIn } from '../../../src/play/world/lines/known.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };
const threadsOf = (who: string) =>
  threadsIn(passingPlay({}, who).known()).map(({ text, state }) => `${state}: ${text}`);

/** Finds a letter that is missing, until it is found. */
const letters = () =>
  smallModel((prompt) => {
    const [said = ''] = prompt.split('\n\nBeside');
    if (said.endsWith('is gone!')) return { unresolved: ['Who took the letter?', 'who took the letter'] };
    return said.endsWith('It was me.') ? { resolved: ['Who took the letter'] } : {};
  });

test('RP-134 RP-062 a pass finds what is unresolved and what is over, for each who heard it alone', async () => {
  const { classifier, asked } = letters();
  const play = passingPlay({ classifier }, 'Tomas');
  await play.say('My letter is gone!', { ...silent, to: ['Maren'] });
  await settled(play);
  expect(['Tomas', 'Maren', 'Ansel'].map(threadsOf)).toEqual([
    ['open: Who took the letter?'],
    ['open: Who took the letter?'],
    [],
  ]);
  expect((await play.prompt('Maren')).prompt).toContain('[Unresolved: Who took the letter?]');
  expect((await play.prompt('Ansel')).prompt).not.toContain('Who took');
  await play.say('The other one is gone!', { ...silent, to: ['Maren'] });
  await settled(play);
  expect(threadsOf('Maren')).toEqual(['open: Who took the letter?']);
  expect(asked.at(-1)).toContain('unresolved ["Who took the letter?"]');
  await play.say('It was me.', { ...silent, to: ['Maren'] });
  await settled(play);
  expect(['Tomas', 'Maren'].map(threadsOf)).toEqual(Array(2).fill(['resolved: Who took the letter?']));
  await play.rewind({ turns: 1 });
  expect(threadsOf('Maren')).toEqual(['open: Who took the letter?']);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-134 KT-24 what a line opened or closed is taken back where the line is edited, and may come up again', async () => {
  const { classifier } = letters();
  const play = passingPlay({ classifier }, 'Tomas');
  await play.say('My letter is gone!', silent);
  await settled(play);
  await play.edit('last', 'My letter is here.');
  await settled(play);
  expect(threadsOf('Maren')).toEqual([]);
  await play.edit('last', 'My letter is gone!');
  await settled(play);
  expect(threadsOf('Maren')).toEqual(['open: Who took the letter?']);
  await play.say('It was me.', silent);
  await settled(play);
  await play.remove('last');
  await settled(play);
  expect(threadsOf('Ansel')).toEqual(['open: Who took the letter?']);
});
