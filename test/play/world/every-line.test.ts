import { describe, expect, test } from 'vitest';
import { significanceKey } from '../../../src/domain/rows/records.ts';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { score } from '../../../src/play/world/edits.ts';
import { statePass } from '../../../src/play/world/pass/state-pass.ts';
import { askedFor } from '../passed.ts';
import { scene } from '../scene.ts';
import { over, passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };

/** How much each line of the play counts for somebody; null where it was not asked. */
const weights = (name: string) => {
  const view = scene.store.view(scene.id, scene.who(name), scene.state.head);
  return scene
    .seenBy(name)
    .slice(1)
    .map(({ id }) => view.record(significanceKey(scene.who(name), id))?.value ?? null);
};

/** The numbers that are asked for. */
const wanted = (prompt: string): number => Number(/significance \[(\d+)/.exec(prompt)?.[1] ?? 1);

describe('what is said faster than it is asked about', () => {
  test('RP-023 RP-087 RP-114 ten lines and their answers are asked about in one question for each, each line with a number of its own', async () => {
    const { classifier, asked } = smallModel((prompt) => ({
      significance: Array.from({ length: wanted(prompt) }, (_, line) => line % 4),
    }));
    const play = passingPlay({ classifier });
    for (let n = 0; n < 10; n += 1) {
      await play.say(`Line ${n}.`, silent);
      await play.reply('Odile');
    }
    await settled(play);
    expect(weights('Maren')).toEqual(Array.from({ length: 20 }, (_, line) => line % 4));
    expect(asked).toHaveLength(4);
  });

  test('RP-135 each who perceived a line that matters to them remembers that line, in the order of the play, and nobody else', async () => {
    const { classifier } = smallModel((prompt) => {
      const count = wanted(prompt);
      const all = Array.from({ length: count }, (_, line) => (line % 2 === 0 ? 2 : 0));
      return { significance: askedFor(prompt) === 'Ansel' ? all.map(() => 0) : all };
    });
    const play = passingPlay({ classifier });
    for (let n = 0; n < 9; n += 1) await play.say(`Line ${n}.`, silent);
    await play.say('Not for Ansel and Odile.', { ...silent, to: ['Maren'] });
    await settled(play);
    const texts = (name: string) => memoriesOf(play.chat, name, true).map(({ text }) => text);
    expect(texts('Odile')).toEqual([0, 2, 4, 6, 8].map((n) => `Tomas: Line ${n}.`));
    expect(texts('Ansel')).toEqual([]);
    expect(texts('Maren')).toEqual(texts('Odile'));
    await play.rewind({ turns: 3 });
    expect(texts('Maren')).toEqual([]);
    await settled(play);
    expect(texts('Maren')).toEqual([0, 2, 4, 6].map((n) => `Tomas: Line ${n}.`));
  });

  test('RP-087 what is too much for one question is asked in pieces, none of it left out and none asked twice', async () => {
    const { classifier, asked } = smallModel((prompt) => ({ significance: Array(wanted(prompt)).fill(1) }));
    const jobs = [statePass({ pinsMost: () => 8, linesMost: () => 60, over })];
    const play = passingPlay({ classifier, jobs });
    for (let n = 0; n < 12; n += 1) await play.say(`${n} ${'and so on '.repeat(n === 7 ? 60 : 5)}`, silent);
    await settled(play);
    for (const name of ['Maren', 'Ansel', 'Odile', 'Tomas']) expect(weights(name)).toEqual(Array(12).fill(1));
    expect(asked.length).toBeGreaterThan(8);
    const counts = asked.filter((prompt) => askedFor(prompt) === 'Maren').map(wanted);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(12);
  });

  test('RP-087 a line out of character, an edit and a continuation behind other lines leave none of these unasked', async () => {
    const { classifier } = smallModel((prompt) => ({ significance: Array(wanted(prompt)).fill(1) }));
    const play = passingPlay({ classifier });
    await play.say('One.', silent);
    await play.say('((a word aside))', silent);
    await settled(play);
    expect(weights('Maren')).toEqual([1, null]);
    await play.say('Two.', silent);
    await play.say('Three.', silent);
    await play.edit('-2', 'Two, rather.');
    await settled(play);
    expect(weights('Maren')).toEqual([1, null, 1, 1]);
    await play.edit('-4', 'One, rather.');
    await play.say('Four.', silent);
    await settled(play);
    expect(weights('Maren')).toEqual([1, null, 1, 1, 1]);
  });

  test('a small model that gives one number for several lines means all of them; one that gives too few the last', async () => {
    const answers: unknown[] = [2, [1]];
    const { classifier } = smallModel(() => ({ significance: answers[0] }));
    const play = passingPlay({ classifier });
    for (const round of [1, 2]) {
      await play.say(`One ${round}.`, silent);
      await play.say(`Two ${round}.`, silent);
      await settled(play);
      answers.shift();
    }
    expect(weights('Maren')).toEqual([2, 2, 0, 1]);
  });
});

test('RP-023 what is said by hand to matter much is remembered as a pass would, by whom it matters to; undo takes it back', async () => {
  const play = passingPlay({ ...smallModel(() => ({})) });
  await play.say('I am your father.', silent);
  await play.say('Fine weather.', silent);
  score(play.chat, '-2', 3, 'Maren');
  const of = (name: string) => memoriesOf(play.chat, name, true);
  expect(of('Maren')).toMatchObject([{ text: 'Tomas: I am your father.', significance: 3, auto: false }]);
  expect(of('Tomas')).toEqual([]);
  score(play.chat, '-2', 3, 'Maren');
  expect(of('Maren')).toHaveLength(1);
  await play.undo();
  await play.undo();
  expect(of('Maren')).toEqual([]);
});

test('RP-087 while the play goes on, who has just spoken is asked after eight lines and the others after twelve; what others alone heard counts for neither', async () => {
  const jobs = [statePass({ pinsMost: () => 8, over })];
  const play = passingPlay({ ...smallModel(() => ({})), jobs });
  const due = () => {
    const waiting = scene.store.jobs.of(scene.id, ['waiting', 'covered']);
    const names = ['Maren', 'Ansel', 'Odile', 'Tomas'];
    return names.filter((name) => {
      const own = waiting.filter(({ owner }) => owner === scene.who(name));
      const last = own.at(-1);
      return last && jobs[0]?.isDue?.(last, own.slice(0, -1), play.chat);
    });
  };
  for (let n = 0; n < 7; n += 1) await play.say(`Line ${n}.`, silent);
  expect(due()).toEqual([]);
  await play.say('Only for Odile.', { ...silent, to: ['Odile'] });
  expect(due()).toEqual(['Tomas']);
  await play.reply('Maren');
  expect(due()).toEqual(['Maren']);
  for (let n = 9; n < 12; n += 1) await play.say(`Line ${n}.`, silent);
  expect(due()).toEqual(['Odile', 'Tomas']);
  await play.say('Line 12.', silent);
  expect(due()).toEqual(['Maren', 'Ansel', 'Odile', 'Tomas']);
});

test('RP-087 who has just spoken is asked sooner where long lines fill half of what one question may hold', async () => {
  const jobs = [statePass({ pinsMost: () => 8, linesMost: () => 400, over })];
  const play = passingPlay({ ...smallModel(() => ({})), jobs });
  await play.say('and so on '.repeat(90), silent);
  const own = scene.store.jobs.of(scene.id, ['waiting']);
  const due = own.filter((job) => jobs[0]?.isDue?.(job, [], play.chat)).map(({ owner }) => owner);
  expect(due).toEqual([scene.who('Tomas')]);
});
