import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/domain/events/events.ts';
import { opened } from '../../src/domain/world/world.ts';
import { worldHash } from '../../src/store/chats/verify.ts';
import { patience, runs } from '../cases.ts';
import { anything, type Command, carryOut, names, presence } from '../commands.ts';
import { freshFolder, openStore, Scene } from '../histories.ts';

/** What somebody makes of one of the last messages, whenever it is found. */
interface Finding {
  readonly type: 'finds';
  readonly who: (typeof names)[number];
  readonly of: (typeof names)[number];
  readonly pick: number;
  /** Whether it is found of all messages from there on at the same time. */
  readonly isOfAll: boolean;
  readonly what: readonly (
    | 'edge'
    | 'mood'
    | 'activity'
    | 'weather'
    | 'pivotal'
    | 'routine'
    | 'thread'
    | 'presence'
  )[];
}

const whats = ['edge', 'mood', 'activity', 'weather', 'pivotal', 'routine', 'thread', 'presence'] as const;
const finding: fc.Arbitrary<Finding> = fc.record({
  type: fc.constant('finds' as const),
  who: fc.constantFrom(...names),
  of: fc.constantFrom(...names),
  pick: fc.oneof(fc.constant(0), fc.nat(4)),
  isOfAll: fc.boolean(),
  what: fc.subarray([...whats], { minLength: 1, maxLength: 3 }),
});

const history = fc.array(
  fc.oneof<fc.WeightedArbitrary<Command | Finding>[]>(
    { arbitrary: anything, weight: 4 },
    { arbitrary: presence, weight: 1 },
    { arbitrary: finding, weight: 6 },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

function factsOf(scene: Scene, { who, of, what }: Finding, message: string, n: number): NewEvent[] {
  const [owner, other] = [scene.who(who), scene.who(of)];
  const knownTo = [owner];
  const fact = (one: (typeof whats)[number]): NewEvent => {
    switch (one) {
      case 'edge':
        return {
          kind: 'edge_update',
          payload: { from: owner, to: other, affinityDelta: 2, learns: [`${n}`], knownTo },
        };
      case 'mood':
        return {
          kind: 'entity_state_change',
          payload: { entity: owner, mood: `${n}`, gains: [`${n}`], knownTo },
        };
      case 'activity':
        return { kind: 'activity_change', payload: { entity: other, verb: `${n}`, knownTo } };
      case 'weather':
        return { kind: 'world_change', payload: { weather: `${n}`, knownTo } };
      case 'presence':
        return { kind: 'proposal_made', payload: { message, what: 'leaves', who: other, knownTo } };
      case 'thread':
        return { kind: 'thread_change', payload: { thread: `t${n % 3}`, text: `${n}`, knownTo: [] } };
      default: {
        const significance = one === 'pivotal' ? 3 : 0;
        return { kind: 'significance_scored', payload: { owner, message, significance, pinsMost: 2 } };
      }
    }
  };
  return what.map(fact);
}

const often = { everyEvents: 4, everyMinutes: 30, keep: 2, preRewindDays: 14 };

test(
  'invariant 1 RP-118: for all histories, what is found about any message is at the head as if all were folded from nothing, to the byte',
  async () => {
    const { folder, remove } = freshFolder();
    const store = openStore(folder, { snapshots: often });
    let chats = 0;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        chats += 1;
        const scene = new Scene(store, { title: `The quay ${chats}` });
        for (const [n, step] of steps.entries()) {
          if (step.type !== 'finds') await carryOut(scene, step);
          else {
            const messages = store.view(scene.id, 'everyone', scene.state.head).last(step.pick + 1);
            const about = step.isOfAll ? messages : messages.slice(0, 1);
            const found = about.map(({ id }) => {
              const facts = factsOf(scene, step, id, n);
              return { job: 'state', about: id, source: `${n}`, facts };
            });
            store.chats.conclude(scene.id, { actor: 'model', at: scene.parts.now() }, ...found.reverse());
          }
          const { head, world: whole } = scene.state;
          const world = opened(whole);
          const folded = opened(store.worlds.fromScratch(scene.id, head));
          expect(JSON.stringify(world)).toBe(JSON.stringify(folded));
          expect(worldHash(opened(store.moment(scene.id, head).whole))).toBe(worldHash(folded));
        }
        expect(store.verify(scene.state).differences).toEqual([]);
      }),
      runs(60),
    );
    store.close();
    remove();
  },
  patience,
);
