import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { memberOf, type World } from '../../../src/domain/world/world.ts';
import { timeInWords } from '../../../src/domain/world/world-time.ts';
import { worldInserts } from '../../../src/play/world/lines/world-inserts.ts';
import { fold, joined } from '../../domain/facts.ts';
import { knownIn } from '../../domain/known-in.ts';

const cast = [joined('a', 'Ansel'), joined('b', 'Bram'), joined('c', 'Cleo')];
const inserted = (world: World, who: string, room = 1000) => {
  const speaker = memberOf(world, who);
  if (!speaker) throw new Error(`${who} is nobody`);
  return worldInserts({ known: knownIn(world, who), speaker, room });
};
const told = (world: World, who: string, room?: number) =>
  Object.fromEntries(inserted(world, who, room).map(({ name, text }) => [name, text]));

const doing = (entity: string, verb: string, more: object = {}): NewEvent =>
  ({ kind: 'activity_change', payload: { entity, verb, knownTo: [], ...more } }) as NewEvent;
const edge = (from: string, to: string, more: object): NewEvent =>
  ({ kind: 'edge_update', payload: { from, to, knownTo: [from], ...more } }) as NewEvent;

describe('what a speaker is told of the state of the fiction', () => {
  test('RP-032 RP-056 RP-116 one block of activities, a bullet for each who is there, the speaker in the second person first', () => {
    const boat: NewEvent = {
      kind: 'container_change',
      payload: { container: 'k', name: 'the boat', knownTo: [] },
    };
    const how = {
      container: 'k',
      slot: 'bow',
      duration: 'an hour',
      interruptible: false,
      holding: ['an oar'],
    };
    const world = fold(...cast, boat, doing('a', 'rowing', how), doing('b', 'asleep'));
    expect(told(world, 'a').activities).toBe(
      '[Now:\n- You: in the boat (bow), rowing (an hour; not to be interrupted), holding an oar\n- Bram: asleep]',
    );
    expect(told(world, 'b').activities).toMatch(/^\[Now:\n- You: asleep\n- Ansel: /);
    expect(inserted(world, 'a').filter(({ name }) => name === 'activities')).toMatchObject([
      { tier: 'must' },
    ]);
  });

  test('RP-053 a speaker is told that a place moves, and that it is public', () => {
    const tram: NewEvent = {
      kind: 'container_change',
      payload: { container: 'k', name: 'the tram', moving: true, public: true, knownTo: ['a'] },
    };
    const sitting = { container: 'k', slot: 'window seat' };
    const world = fold(...cast, tram, doing('a', 'reading', sitting), doing('c', '', { container: 'k' }));
    expect(told(world, 'a').activities).toBe(
      '[Now:\n- You: in the tram (window seat; moving; public), reading\n- Cleo: in the tram (moving; public)]',
    );
    expect(JSON.stringify(told(world, 'b'))).not.toMatch(/tram|moving|public/);
  });

  test('RP-116 where there is no room bullets go one by one, the speaker’s own never', () => {
    const world = fold(...cast, doing('a', 'rowing'), doing('b', 'bailing'), doing('c', 'asleep'));
    expect(told(world, 'b', 40).activities).toBe('[Now:\n- You: bailing\n- Ansel: rowing]');
    expect(told(world, 'b', 1).activities).toBe('[Now:\n- You: bailing]');
  });

  test('RP-033 attention is left out when there is none', () => {
    expect(told(fold(...cast, doing('a', 'rowing', { attention: '' })), 'a').activities).not.toContain(
      'attention',
    );
    expect(told(fold(...cast, doing('a', 'rowing', { attention: 'the fog' })), 'a').activities).toContain(
      'attention on the fog',
    );
  });

  test('RP-083 RP-084 own state and own edges, in the order of the original', () => {
    const mood: NewEvent = {
      kind: 'entity_state_change',
      payload: { entity: 'a', mood: 'grim', knownTo: ['a'] },
    };
    const dusk: NewEvent = {
      kind: 'world_change',
      payload: { time: '2026-03-01T18:00', weather: 'rain', knownTo: [] },
    };
    const thread: NewEvent = {
      kind: 'thread_change',
      payload: { thread: 't', text: 'Who rang?', knownTo: [] },
    };
    const together: NewEvent = { kind: 'group_node_updated', payload: { dynamic: 'Wary.', knownTo: [] } };
    const feels = edge('a', 'b', { affinityDelta: 3, learns: ['He lies.'] });
    const world = fold(
      ...cast,
      mood,
      dusk,
      thread,
      together,
      feels,
      edge('b', 'a', { trustDelta: -3 }),
      doing('a', 'rowing'),
    );
    expect(inserted(world, 'a').map(({ name, zone }) => `${zone} ${name}`)).toEqual([
      ...['live state', 'epoch edge', 'epoch group', 'live world', 'live activities', 'epoch threads'],
    ]);
    expect(told(world, 'a').edge).toBe(
      'You and Bram: affinity 3, trust 0, each of 100.\nAbout Bram: He lies.',
    );
    expect(told(world, 'a').world).toBe('[Time: Sunday, 1 March 2026, 18:00 (evening). Weather: rain.]');
    expect(JSON.stringify(inserted(world, 'c'))).not.toMatch(/grim|affinity|lies/);
  });

  test('RP-058 ruling 9 the group is told only while all who belong to it are there', () => {
    const together: NewEvent = { kind: 'group_node_updated', payload: { dynamic: 'Wary.', knownTo: [] } };
    const away = (isGone?: boolean): NewEvent => ({
      kind: 'character_left',
      payload: { character: 'c', ...(isGone && { isGone }) },
    });
    const dora = joined('d', 'Dora');
    expect(told(fold(...cast, together), 'a').group).toContain('Wary.');
    expect(told(fold(...cast, together, away()), 'a').group).toBeUndefined();
    expect(told(fold(...cast, dora, together, away(true)), 'a').group).toContain(
      'Ansel, Bram and Dora together',
    );
  });

  test('RP-044 where nothing is known nothing is told', () => {
    expect(inserted(fold(...cast), 'a')).toEqual([]);
  });
});

test('RP-127 a time of the world reads as words', () => {
  expect(timeInWords('2026-03-01T18:00')).toBe('Sunday, 1 March 2026, 18:00 (evening)');
  expect(timeInWords('0901-12-24')).toBe('Saturday, 24 December 901');
  expect(timeInWords('late evening')).toBe('late evening');
});
