import fc from 'fast-check';
import type { Store } from '../../src/store/store.ts';
import { fly } from '../canary/flight.ts';
import { killing } from '../cli/kills.ts';
import { freshFolder, openStore } from '../histories.ts';
import { anyCase, anyPassedCase, compare, compareDoors, noTally } from '../play/interference.ts';
import { anyLives, compareLives } from '../play/memory/across.ts';
import { killingEvenings } from '../play/story/killed-evenings.ts';
import { anyScenes, povTrouble } from '../play/story/per-pov.ts';
import { anyPlay, picnicTrouble } from '../play/story/picnic.ts';

/** A part of a soak: every `of`-th piece of work from `shard` on. */
export interface Share {
  readonly what:
    | 'across'
    | 'canary'
    | 'doors'
    | 'evenings'
    | 'kills'
    | 'non-interference'
    | 'picnic'
    | 'scenes';
  readonly shard: number;
  readonly of: number;
  /** Chats, kills or histories of all shares together. */
  readonly count: number;
  readonly turns: number;
  readonly seed: number;
  /** When no more work is begun, in milliseconds since 1970; null = once all is done. */
  readonly until: number | null;
}

/** How far a share has come, and what was found; `trouble` is empty when nothing was. */
export interface Progress {
  readonly done: number;
  /** Words on wires and screens that were read, doors that were opened, replies that were cut short, or events that a character did not perceive. */
  readonly checked: number;
  readonly trouble: readonly string[];
}

/** Passes over what is said by a model that tells all take longer: a part of the histories has them. */
const anyHistory = fc.oneof({ weight: 9, arbitrary: anyCase }, { weight: 1, arbitrary: anyPassedCase });
/** What was drawn where a property failed, and what differed there. */
const reportOf = <Ts>(found: fc.RunDetails<Ts>): string =>
  [fc.defaultReportMessage(found) ?? 'it failed', String(found.errorInstance ?? '')].join('\n');

const batch = 100;
const chatsInAStore = 5;

async function* canary({ shard, of, count, turns }: Share): AsyncGenerator<Progress> {
  for (let first = shard; first < count; first += of * chatsInAStore) {
    const { folder, remove } = freshFolder();
    const store = openStore(folder);
    for (let chat = first; chat < Math.min(count, first + of * chatsInAStore); chat += of) {
      const { leaks, failures, read } = await fly(store, chat, turns);
      const trouble = [
        ...leaks.map((leak) => JSON.stringify(leak)),
        ...failures.map((one) => `chat ${chat}: ${one}`),
      ];
      yield { done: 1, checked: read.wire + read.screen, trouble };
    }
    store.close();
    remove();
  }
}

async function* nonInterference({ shard, of, count, seed }: Share): AsyncGenerator<Progress> {
  const own = Math.ceil(count / of);
  for (let done = 0; done < own; done += batch) {
    const tally = noTally();
    const numRuns = Math.min(batch, own - done);
    const found = await fc.check(
      fc.asyncProperty(anyHistory, (one) => compare(one, tally)),
      { numRuns, seed: seed + shard + of * done },
    );
    const trouble = found.failed ? [reportOf(found)] : [];
    yield { done: numRuns, checked: tally.left, trouble };
    if (found.failed) return;
  }
}

/** A history at a time: to open all doors of one takes a while. */
async function* doors({ shard, of, count, seed }: Share): AsyncGenerator<Progress> {
  const own = Math.ceil(count / of);
  for (let done = 0; done < own; done += 1) {
    const tally = noTally();
    const found = await fc.check(
      fc.asyncProperty(anyHistory, (one) => compareDoors(one, tally)),
      { numRuns: 1, seed: seed + shard + of * done, endOnFailure: true },
    );
    const trouble = found.failed ? [reportOf(found)] : [];
    yield { done: 1, checked: tally.doors, trouble };
    if (found.failed) return;
  }
}

const livesAtOnce = 10;

async function* across({ shard, of, count, seed }: Share): AsyncGenerator<Progress> {
  const own = Math.ceil(count / of);
  const tally = { cases: 0, left: 0, surfaced: 0, elsewhere: 0, memories: 0 };
  for (let done = 0; done < own; done += livesAtOnce) {
    const numRuns = Math.min(livesAtOnce, own - done);
    const before = tally.left;
    const found = await fc.check(
      fc.asyncProperty(anyLives, (lives) => compareLives(lives, tally)),
      { numRuns, seed: seed + shard + of * done },
    );
    const trouble = found.failed ? [reportOf(found)] : [];
    yield { done: numRuns, checked: tally.left - before, trouble };
    if (found.failed) return;
  }
}

async function* kills({ shard, of, count, seed }: Share): AsyncGenerator<Progress> {
  for await (const found of killing(Math.ceil(count / of), seed + 1_000_000 * shard))
    yield { done: found.kills, checked: found.cut, trouble: found.trouble };
}

async function* evenings({ shard, of, count, seed }: Share): AsyncGenerator<Progress> {
  const how = { kills: Math.ceil(count / of), lines: 300, apart: 10, seed: seed + shard };
  for await (const { kills, trouble } of killingEvenings(how)) yield { done: kills, checked: 1, trouble };
}

const playsInAStore = 10;

/** Plays drawn and judged by a property, some at a time; `play` returns what is wrong. */
async function* plays<Play>(
  { of, shard, count, seed }: Share,
  any: fc.Arbitrary<Play>,
  judge: (play: Play, store: Store, title: string) => Promise<string[]>,
): AsyncGenerator<Progress> {
  const own = Math.ceil(count / of);
  for (let done = 0; done < own; done += playsInAStore) {
    const { folder, remove } = freshFolder();
    const store = openStore(folder);
    const numRuns = Math.min(playsInAStore, own - done);
    let title = 0;
    const judged = fc.asyncProperty(any, async (play) => {
      title += 1;
      const trouble = await judge(play, store, `Play ${title}`);
      if (trouble.length > 0) throw new Error(trouble.join('\n'));
    });
    const found = await fc.check(judged, { numRuns, seed: seed + shard + of * done });
    store.close();
    remove();
    const trouble = found.failed ? [reportOf(found)] : [];
    yield { done: numRuns, checked: title, trouble };
    if (found.failed) return;
  }
}

const picnic = (share: Share) =>
  plays(share, anyPlay, (acts, store, title) =>
    picnicTrouble(store, title, acts, { ended: 0, noticed: 0, remembered: 0 }),
  );

const scenes = (share: Share) =>
  plays(share, anyScenes, (steps) => povTrouble(steps, { requests: 0, group: 0, kept: 0 }));

const work = {
  ...{ across, picnic, scenes, canary, doors, evenings, kills },
  'non-interference': nonInterference,
};

/** Does its share, a piece at a time. */
export const soak = (share: Share): AsyncGenerator<Progress> => work[share.what](share);
