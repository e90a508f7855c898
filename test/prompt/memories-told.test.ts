import { expect, test } from 'vitest';
import type { Insert, PromptEpoch } from '../../src/prompt/input.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { epochAfter, epochAt, input, message } from './scene.ts';

const memory = (text: string, match: number): Insert => ({
  ...{ name: 'memories', source: `message ${text}`, reason: 'recalled', worth: 1, match },
  ...{ zone: 'told', tier: 'nice', isByWords: true, isFilled: true, text },
});

/** What of these is told to somebody who was told so many memories before, of a match of a half each. */
function toldAfter(count: number, inserts: readonly Insert[]): string[] {
  const lines = [message(0, 'Good evening.'), message(1, 'Who lit the lamp?', { speaker: 'Tomas' })];
  const texts = Array.from({ length: count }, (_, n) => ({
    ...{ name: 'memories', source: ['message', `${n}`], text: `It was so, the ${n}th time.`, match: 0.5 },
  }));
  const epoch = { from: 'm0', sealed: [], told: [{ after: 'm0', texts }] };
  const { told } = buildPrompt(input(lines, { epoch, inserts }));
  return told.flatMap((turn) => turn.texts.map(({ text }) => text));
}

test('RP-089 once ten memories stand in a prompt, a further one is told only if it matches better than all of them', () => {
  const worse = memory('The lamp was lit once.', 0.4);
  const better = memory('Odile lit the lamp.', 0.6);
  expect(toldAfter(9, [worse, better])).toEqual([worse.text, better.text]);
  expect(toldAfter(10, [worse])).toEqual([]);
  expect(toldAfter(10, [worse, better])).toEqual([better.text]);
});

test('RP-089 how well a memory matched is recorded with it, and a memory that is pinned is told in any case', () => {
  const { match: _, ...pinned } = memory('Never trust the ferryman.', 0);
  expect(toldAfter(10, [pinned])).toEqual([pinned.text]);
});

test('RP-089 when an epoch ends what matched best in it stands before the history of the next, and of no third', () => {
  const lines = [message(0, 'Good evening.'), message(1, 'Who lit the lamp?', { speaker: 'Tomas' })];
  const texts = [0.3, 0.9, 0.6].map((match, n) => ({
    ...{ name: 'memories', source: ['message', `${n}`], text: `It was${' so'.repeat(200)}, ${n}.`, match },
  }));
  const told = [{ after: 'm0', texts }];
  const next = (epoch: PromptEpoch | null) => buildPrompt(input(lines, { epoch }));
  const first = next({ from: 'm0', told });
  expect(first.sealed).toEqual([texts[1]]);
  expect(first.told).toEqual([]);
  expect(next(epochAfter(first)).prompt).toBe(first.prompt);
  const unpinned = epochAt(0, ['m1']).sealed ?? [];
  expect(next({ from: 'm0', sealed: [...(first.sealed ?? []), ...unpinned] }).sealed).toEqual([]);
  expect(next({ from: 'm0', told, isOver: true }).sealed).toEqual([]);
});
