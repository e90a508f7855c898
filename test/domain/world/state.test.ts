import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { upcast } from '../../../src/domain/events/upcast.ts';
import { edgeIn, entityIn, mindOf } from '../../../src/domain/world/mind.ts';
import { event, fold, joined } from '../facts.ts';
import { knownIn } from '../known-in.ts';

const cast = [joined('a', 'Ansel'), joined('b', 'Bram'), joined('c', 'Cleo')];
const feels = (payload: { affinityDelta?: number; learns?: string[] }): NewEvent => ({
  kind: 'edge_update',
  payload: { from: 'a', to: 'b', knownTo: ['a'], ...payload },
});
const mood = (entity: string, said: string): NewEvent => ({
  kind: 'entity_state_change',
  payload: { entity, mood: said, knownTo: [entity] },
});

describe('the state of the fiction', () => {
  test('RP-053 whatever an older store, a card or a model says of how far a place is heard is read as one of two ranges', () => {
    const rangeOfPlace = (audibleRange?: string) => {
      const change = { what: 'container', container: 'k', name: 'the cellar', audibleRange } as const;
      const payload = { target: 'container' as const, change, knownTo: [] };
      return mindOf(fold(...cast, { kind: 'manual_edit', payload }).state, 'a').containers.k?.audibleRange;
    };
    const inside = [undefined, '', 'inside', ' Inside', 'none', 'None', 'nobody'];
    expect(inside.map(rangeOfPlace)).toEqual(inside.map(() => 'inside'));
    const heard = ['everywhere', 'Everywhere', 'through the floor', '20 m'];
    expect(heard.map(rangeOfPlace)).toEqual(heard.map(() => 'everywhere'));
  });

  test('RP-006 RP-057 an edge is directed: what one feels is nothing that the other feels', () => {
    const { state } = fold(...cast, feels({ affinityDelta: 3 }), feels({ affinityDelta: 2 }));
    expect(edgeIn(mindOf(state, 'a'), 'a', 'b')).toMatchObject({
      affinity: 5,
      shift: { affinity: 2, trust: 0 },
    });
    expect(edgeIn(mindOf(state, 'a'), 'b', 'a')).toBeUndefined();
    expect(mindOf(state, 'b').edges).toEqual({});
    expect(edgeIn(state.all, 'a', 'b')?.affinity).toBe(5);
  });

  test('RP-025 affinity and trust stay between -100 and 100, however often they change', () => {
    const often = Array.from({ length: 50 }, () => feels({ affinityDelta: 3 }));
    expect(edgeIn(fold(...cast, ...often).state.all, 'a', 'b')?.affinity).toBe(100);
  });

  test('RP-025 RP-057 of what one knows of another the newest 24 facts stay, each once', () => {
    const told = Array.from({ length: 30 }, (_, n) => feels({ learns: [`fact ${n}`, 'fact 29'] }));
    const known = edgeIn(fold(...cast, ...told).state.all, 'a', 'b')?.knowledge ?? [];
    expect(known).toHaveLength(24);
    expect(known.at(-1)).toBe('fact 29');
    expect(new Set(known).size).toBe(24);
  });

  test('RP-052 a mood is known to whom it was told, and to nobody else', () => {
    const { state } = fold(...cast, mood('a', 'grim'));
    expect(entityIn(mindOf(state, 'a'), 'a').mood).toBe('grim');
    expect(entityIn(mindOf(state, 'b'), 'a').mood).toBe('');
    expect(entityIn(mindOf(state, 'everyone'), 'a').mood).toBe('grim');
  });

  test('RP-055 what others take somebody to do is theirs, and no fact about them', () => {
    const doing = (verb: string, knownTo: string[]): NewEvent => ({
      kind: 'activity_change',
      payload: { entity: 'a', verb, knownTo },
    });
    const { state } = fold(...cast, doing('rowing', ['a']), doing('resting', ['b']));
    expect(entityIn(state.all, 'a').activity.verb).toBe('rowing');
    expect(entityIn(mindOf(state, 'b'), 'a').activity.verb).toBe('resting');
    expect(entityIn(mindOf(state, 'c'), 'a').activity.verb).toBe('');
  });

  test('RP-053 RP-127 what is so for all is known to those who are there; who is told of the past learns it', () => {
    const rain: NewEvent = { kind: 'world_change', payload: { weather: 'rain', knownTo: [] } };
    const whispered: NewEvent = { kind: 'world_change', payload: { weather: 'hail', knownTo: ['a'] } };
    const gone: NewEvent = { kind: 'character_left', payload: { character: 'c' } };
    const late = (knowsPast: boolean): NewEvent => ({
      kind: 'character_joined',
      payload: { character: 'd', name: 'Dora', card: null, knowsPast },
    });
    const weather = (world: ReturnType<typeof fold>, who: string) => mindOf(world.state, who).world.weather;
    const world = fold(...cast, gone, rain, whispered, late(false));
    expect(['a', 'b', 'c', 'd'].map((who) => weather(world, who))).toEqual(['hail', 'rain', '', '']);
    expect(weather(fold(...cast, rain, whispered, late(true)), 'd')).toBe('rain');
  });

  test('RP-030 a change that names one field leaves the others as they were', () => {
    const set = (payload: object): NewEvent =>
      ({ kind: 'activity_change', payload: { entity: 'a', knownTo: [], ...payload } }) as NewEvent;
    const { state } = fold(...cast, set({ verb: 'rowing', posture: 'bent' }), set({ posture: 'upright' }));
    expect(entityIn(state.all, 'a').activity).toMatchObject({ verb: 'rowing', posture: 'upright' });
  });

  test('ruling 8 the world as somebody knows it holds no mind but theirs', () => {
    const { view: _, ...known } = knownIn(fold(...cast, mood('a', 'grim'), mood('b', 'glad')), 'b');
    expect(entityIn(known.mind, 'b').mood).toBe('glad');
    expect(JSON.stringify(known)).not.toContain('grim');
  });

  test('hostile extraction: a change out of bounds is no event of this program', () => {
    const stored = (payload: object) => upcast({ ...event(feels({})), payload });
    const broken = { unreadable: 'broken_payload' };
    expect(stored({ from: 'a', to: 'b', knownTo: ['a'], affinityDelta: 400 })).toEqual(broken);
    expect(stored({ from: 'a', to: 'b', knownTo: ['a'], learns: ['x'.repeat(100_000)] })).toEqual(broken);
    expect(stored({ from: 'a', to: 'b', knownTo: ['a'], affinityDelta: 3 })).toHaveProperty('payload');
  });
});

describe('pins', () => {
  const scored = (message: string, significance = 3): NewEvent => ({
    kind: 'significance_scored',
    payload: { owner: 'a', message, significance, pinsMost: 3 },
  });
  const byHand = (message: string): NewEvent => ({
    kind: 'message_pinned',
    payload: { message, owner: 'a' },
  });
  const pinned = (...facts: NewEvent[]) => fold(...facts).pins.map(({ message }) => message);

  test('RP-023 a pivotal message pins itself for its witness, a significant one does not', () => {
    expect(fold(scored('m1'), scored('m2', 2)).pins).toEqual([{ message: 'm1', owner: 'a', auto: true }]);
  });

  test('RP-035 RP-036 of too many the oldest that nobody set by hand gives way, one by hand never', () => {
    expect(pinned(byHand('h'), scored('m1'), scored('m2'), scored('m3'))).toEqual(['h', 'm2', 'm3']);
    expect(pinned(byHand('h1'), byHand('h2'), byHand('h3'), scored('m1'))).toEqual(['h1', 'h2', 'h3']);
    expect(pinned(scored('m1'), byHand('h1'), byHand('h2'), byHand('h3'), byHand('h4'))).toHaveLength(5);
  });

  test('RP-036 what pinned itself and is pinned by hand stays', () => {
    expect(pinned(scored('m1'), byHand('m1'), scored('m2'), scored('m3'), scored('m4'))).toEqual([
      'm1',
      'm3',
      'm4',
    ]);
  });
});
