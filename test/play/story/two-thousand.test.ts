import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { findMemories } from '../../../src/play/story/memories/memories.ts';
import { addOccasion, startOccasion, turnOccasion } from '../../../src/play/story/occasion-acts.ts';
import { closeScene, scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { runs } from '../../cases.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { scripted } from '../scripted.ts';
import { passes, settled, smallModel } from '../world/passes.ts';
import { tellings, toldFor } from './tellings.ts';

const turns = Math.max(480, Math.min(2000, runs(2000).numRuns));
const sceneLength = 60;
const played = 3;
const checksEvery = 50;
const fewestRows = 8;
const cast = ['Tomas', 'Maren', 'Ansel', 'Odile'] as const;
const speakers = ['Maren', 'Ansel', 'Odile'] as const;
const silent = { reply: [] };
const early = 'Under the third stone of the lighthouse lies the deed.';

const rambling = (about: string, length: number): string =>
  `${about}: ${'and so it went on, as it does with us '.repeat(80)}`.slice(0, length);

/** A small model that makes as much of everything as it may. */
const verbose = (prompt: string): unknown => {
  const n = prompt.length;
  const named = JSON.parse(`[${/by name \((.*?)\)/.exec(prompt)?.[1] ?? ''}]`) as string[];
  const of = <T>(one: T) => Object.fromEntries(named.map((name) => [name, one]));
  const who = toldFor(prompt);
  if (who !== '') {
    const summary = rambling(`${who} keeps ${n}`, 2000);
    return { summary, dynamic: rambling('as ever', 200), others: of({ summary }) };
  }
  const facts = [1, 2, 3].map((one) => rambling(`fact ${one} of ${n}`, 200));
  return {
    significance: prompt.includes('third stone') ? 3 : n % 3,
    ...{
      mood: rambling('moody', 80),
      goals: facts,
      status: rambling('so', 200),
      verb: rambling('doing', 80),
    },
    ...{ holding: facts, gains: facts, attention: rambling('minding', 80) },
    others: of({ affinity: 2, facts, verb: 'waits', holding: facts }),
  };
};

/** So many lines as they were said, in one transaction. */
function said(from: number, to: number): void {
  scene.store.atomically(() => {
    for (let n = from; n < to; n += 1) {
      const by = cast[n % cast.length] ?? '';
      const toSome = n % 9 === 4 ? [cast[(n + 1) % cast.length] ?? ''] : [];
      const text = rambling(`Line ${n}`, 40 + ((n * 37) % 400));
      if (by === 'Tomas') scene.said(by, text, toSome);
      else scene.replied(by, text, { to: toSome });
    }
  });
}

/** The n-th line by the play itself, passed over by the small model. */
async function playedOn(play: Play, n: number): Promise<void> {
  scene.at += 60_000;
  if (n === 5) await play.say(early, { ...silent, to: ['Odile'] });
  else await play.say(rambling(`Line ${n}`, 300), silent);
  await settled(play);
}

async function occasion(play: Play, n: number): Promise<void> {
  const name = `feast ${n}`;
  addOccasion(play.chat, name, { props: [`hamper ${n}`], gist: `They ate for the ${n}th time.` });
  startOccasion(play.chat, name);
  if (n % 3 > 0)
    turnOccasion(play.chat, name, 'completed', {
      teaches: [{ who: 'Maren', about: 'Ansel', fact: `He ate ${n}.` }],
    });
}

/** What is wrong with the prompts of these speakers. */
async function wrongIn(play: Play, turn: number, names: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of names) {
    const { tokens, budget, blocks } = await play.prompt(name);
    const rows = blocks.filter(({ zone }) => zone === 'history').length;
    if (tokens > budget || budget > 8192 || rows < Math.min(fewestRows, turn))
      wrong.push(`${turn} ${name}: ${tokens} of ${budget} tokens, ${rows} rows`);
  }
  return wrong;
}

/** Who remembers something that holds this word, of all of them. */
const rememberedBy = (word: string): string[] => {
  const play = scene.playing('*');
  return cast.filter((name) => findMemories(play.chat, word, { limit: 20, of: name }).length > 0);
};

test('RP-002 RP-088 RP-090 from turn 1 to turn 2,000, fewer outside a soak, a prompt fits with eight rows of dialogue at least, and what was told on turn 5 is remembered by those who heard the whisper alone', async () => {
  const { classifier } = smallModel(verbose);
  const jobs = [...passes(), ...tellings(8000)];
  const backend = scripted(rambling('A reply', 200), rambling('Another', 500));
  const play = openPlay({ ...scene.parts, backend, classifier, jobs }, scene.id);
  closers.push(() => play.close());
  const wrong: string[] = [];
  for (let n = 0; n < turns; ) {
    const end = Math.min(turns, n + sceneLength);
    for (const upTo = n === 0 ? 8 : n + played; n < upTo; n += 1) {
      await playedOn(play, n);
      if (n < fewestRows) wrong.push(...(await wrongIn(play, n + 1, ['Maren'])));
    }
    said(n, Math.min(end, n + checksEvery) - 1);
    n = Math.min(end, n + checksEvery);
    const speaker = speakers[Math.floor(n / sceneLength) % speakers.length] ?? '';
    await play.reply(speaker);
    wrong.push(...(await wrongIn(play, n, [speaker])));
    said(n, end);
    n = end;
    if ((n / sceneLength) % 4 === 1) await occasion(play, n / sceneLength);
    closeScene(play.chat);
    await settled(play);
  }
  wrong.push(...(await wrongIn(play, turns, speakers)));
  expect(wrong).toEqual([]);
  expect(scenesSeen(play.chat).length).toBeGreaterThan(turns / sceneLength - 4);
  expect(rememberedBy('lighthouse')).toEqual(['Tomas', 'Odile']);
});
