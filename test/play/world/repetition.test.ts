import { expect, test } from 'vitest';
import type { PromptPlan } from '../../../src/prompt/plan.ts';
import { askedFor } from '../passed.ts';
import { scripted } from '../scripted.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const turns = 200;
const silent = { reply: [] };

let word = 0;
/** A sentence none of whose words was ever written before. */
const fresh = (words = 6): string =>
  `${Array.from({ length: words }, () => `w${(word++).toString(36)}`).join(' ')}.`;

const otherNames = ['Maren', 'Ansel', 'Odile', 'Tomas'];

/** What somebody makes of a line: something of everything that the state of the fiction can hold, always in new words. */
const noticed = (prompt: string) => {
  const others = otherNames.filter((name) => name !== askedFor(prompt));
  const of = () => ({ affinity: 1, trust: -1, facts: [fresh()], verb: fresh(2) });
  return {
    ...{
      significance: word % 5 === 0 ? 3 : 1,
      mood: fresh(1),
      status: fresh(3),
      goals: [fresh(3), fresh(3)],
    },
    ...{ verb: fresh(2), posture: fresh(1), gains: [fresh(1)], time: fresh(1), place: fresh(2) },
    others: Object.fromEntries(others.map((name) => [name, of()])),
  };
};

/** What sotto itself puts into a prompt: neither what was said nor what the card says. */
const ownPart = ({ blocks }: PromptPlan): string[] =>
  blocks
    .filter(({ zone, source }) => zone !== 'history' && !source.startsWith('card of'))
    .map(({ text }) => text);

const sentences = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(/\n|(?<=[.!?])\s/))
    .map((one) => one.trim())
    .filter((one) => one !== '');

const twice = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at);

/** The share of 4-grams that have stood before, from 0 to 1. */
function repeatedShare(texts: readonly string[]): number {
  const grams = texts.flatMap((text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.slice(3).map((_, at) => words.slice(at, at + 4).join(' '));
  });
  return 1 - new Set(grams).size / grams.length;
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

test('RP-003 over 200 turns nothing that sotto adds to a prompt repeats itself, late no more than early', async () => {
  const { classifier } = smallModel(noticed);
  const lines = Array.from({ length: turns }, () => fresh(12));
  const play = passingPlay({ backend: scripted(...lines), classifier });
  const shares: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await play.say(fresh(12), silent);
    await settled(play);
    const own = ownPart(await play.prompt('Maren'));
    expect(twice(sentences(own)), `turn ${turn}`).toEqual([]);
    shares.push(repeatedShare(own));
    await play.reply('Maren');
  }
  expect(Math.max(...shares)).toBeLessThan(0.15);
  expect(Math.max(...shares.slice(-100))).toBeLessThan(0.05);
  expect(mean(shares.slice(-50))).toBeLessThan(mean(shares.slice(0, 50)));
});
