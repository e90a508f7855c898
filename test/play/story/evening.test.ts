import { expect, onTestFinished, test } from 'vitest';
import { opened } from '../../../src/domain/world/world.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { worldHash } from '../../../src/store/chats/verify.ts';
import { patience, runs } from '../../cases.ts';
import { freshFolder } from '../../histories.ts';
import { appIn, begunIn, newEvening, playOn, stateOf, tally } from './evening.ts';
import { killingEvenings } from './killed-evenings.ts';

const lines = 300;
const half = lines / 2;

test(
  'invariant 1 RP-036: an evening of 300 lines, twelve scenes, two skips and four occasions beside a failing model is the same folded from nothing, from a snapshot and its tail, and after a rewind and a redo',
  async () => {
    const { folder, remove } = freshFolder();
    const app = appIn(folder);
    onTestFinished(() => {
      app.close();
      remove();
    });
    const id = newEvening(app);
    await playOn(app, id, { lines, begun: begunIn(app, id) });
    const { store } = app;
    const ways = () => {
      const { head, world: whole } = store.chats.read(id);
      const world = opened(whole);
      return [world, opened(store.worlds.fromScratch(id, head)), opened(store.moment(id, head).whole)].map(
        worldHash,
      );
    };
    const end = stateOf(app, id);
    expect(end).toMatchObject({ differences: [], closed: 12 });
    expect([...end.occasions].sort()).toEqual(['cancelled', 'completed', 'completed', 'completed']);
    expect(tally.failed / tally.asked).toBeGreaterThan(0.15);
    const before = ways();
    const play = openPlay(app.playParts, id);
    const { messages } = await play.rewind({ turns: half });
    expect(messages.length).toBe(half);
    const middle = ways();
    expect(stateOf(app, id).closed).toBeLessThan(8);
    await play.redo();
    expect([new Set(before).size, new Set(middle).size]).toEqual([1, 1]);
    expect(ways()).toEqual(before);
    expect(middle).not.toEqual(before);
    expect(stateOf(app, id)).toEqual(end);
    await play.close();
  },
  patience,
);

test(
  'invariant 8: killed at random moments, a process goes on where it was, and the evening ends in the same state as one that was never killed',
  async () => {
    let kills = 0;
    for await (const found of killingEvenings({
      kills: runs(2).numRuns,
      lines: 48,
      apart: 16,
      seed: Number(process.env.SOTTO_SEED),
    })) {
      expect(found.trouble).toEqual([]);
      kills += found.kills;
    }
    expect(kills).toBeGreaterThan(0);
  },
  patience,
);
