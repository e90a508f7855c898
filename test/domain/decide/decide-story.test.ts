import { expect, test } from 'vitest';
import { decide } from '../../../src/domain/decide/decide.ts';
import type { StoryCommand } from '../../../src/domain/decide/decide-story.ts';
import { after } from '../../../src/domain/decide/occasion-events.ts';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { entityIn, mindOf, type Occasion } from '../../../src/domain/world/mind.ts';
import { stateEvent } from '../../../src/domain/world/minds.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';

const idFor = (about: string) => about;

const style = { enabled: true, heads: false, tag: '(to:', end: ')' } as never;
const joined = (id: string, name: string): NewEvent => ({
  kind: 'character_joined',
  payload: { character: id, name, card: null, knowsPast: false },
});
const quay = after(initialWorld, [joined('a', 'Ansel'), joined('b', 'Bram'), joined('c', 'Cleo')]);
type Wanted = StoryCommand extends infer C
  ? C extends StoryCommand
    ? Omit<C, 'by' | 'idFor'>
    : never
  : never;
const events = (world: World, wanted: Wanted): readonly NewEvent[] => {
  const decision = decide(world, { by: 'a', idFor, ...wanted } as StoryCommand, style);
  if ('refused' in decision) throw new Error(decision.refused.code);
  return decision.events;
};
const done = (world: World, wanted: Wanted): World => after(world, events(world, wanted));
const plan = (occasion: string, fields: Partial<Occasion> = {}): Wanted => ({
  type: 'add_occasion',
  occasion,
  fields: { name: occasion, ...fields },
});
const turn = (
  occasion: string,
  to: 'active' | 'completed' | 'cancelled',
  effects = {},
  gist?: string,
): Wanted => ({
  ...{ type: 'turn_occasion', occasion, to, effects },
  ...(gist !== undefined && { gist }),
});
const stateOf = (world: World, occasion: string, who = 'a') =>
  mindOf(world.state, who).occasions[occasion]?.state;

test('RP-061 an occasion goes from planned to active to completed or cancelled, and no other way', () => {
  const world = done(quay, plan('picnic'));
  expect(stateOf(world, 'picnic', 'c')).toBe('planned');
  expect(() => done(world, turn('picnic', 'completed'))).toThrow('bad_transition');
  const active = done(world, turn('picnic', 'active'));
  expect(stateOf(active, 'picnic', 'b')).toBe('active');
  expect(() => done(active, turn('picnic', 'active'))).toThrow('bad_transition');
  expect(() => done(active, plan('Picnic'))).toThrow('occasion_exists');
  const over = done(active, turn('picnic', 'completed'));
  expect(stateOf(over, 'picnic')).toBe('completed');
  expect(() => done(over, turn('picnic', 'cancelled'))).toThrow('bad_transition');
  expect(stateOf(done(over, plan('picnic 2', { name: 'picnic' })), 'picnic 2')).toBe('planned');
});

const holding = (who: string, knownTo: string[]): NewEvent[] => [
  stateEvent(
    {
      what: 'activity',
      entity: who,
      holding: ['the Basket', 'a cup'],
      attention: 'on the basket',
      verb: 'packs the basket',
    },
    knownTo,
  ),
  stateEvent(
    { what: 'entity', entity: who, gains: ['basket', 'basketry'], status: 'sits by the basket' },
    knownTo,
  ),
];

test('RP-067 RP-068 RP-069 RP-070 only what is given, taught, related and told stays of an occasion, in every mind that took its props in', () => {
  let world = done(
    quay,
    plan('picnic', { props: ['basket', 'knife'], onComplete: { gives: [{ who: 'b', object: 'knife' }] } }),
  );
  world = done(world, turn('picnic', 'active'));
  world = after(world, [...holding('b', []), ...holding('c', ['a'])]);
  const effects = {
    teaches: [{ who: 'b', about: 'a', fact: 'Ansel sings' }],
    relates: [{ from: 'a', to: 'b', text: 'They are friends.' }],
  };
  const closing = events(world, turn('picnic', 'completed', effects, 'They ate by the river.'));
  const over = after(world, closing);
  for (const who of ['a', 'b', 'c'])
    expect(JSON.stringify(mindOf(over.state, who).entities).replaceAll('basketry', '')).not.toMatch(
      /basket/i,
    );
  expect(entityIn(mindOf(over.state, 'b'), 'b')).toMatchObject({ inventory: ['basketry', 'knife'] });
  expect(entityIn(mindOf(over.state, 'a'), 'c').activity).toMatchObject({
    holding: ['a cup'],
    verb: '',
    attention: '',
  });
  expect(mindOf(over.state, 'b').edges.b?.a?.knowledge).toEqual(['Ansel sings']);
  expect(mindOf(over.state, 'a').edges.a?.b?.summary).toBe('They are friends.');
  expect(mindOf(over.state, 'a').entities.b?.inventory).toEqual(['basketry']);
  const told = closing.flatMap((event) => (event.kind === 'memory_written' ? [event.payload] : []));
  expect(told.map(({ owner, text, of, significance }) => [owner, text, of, significance])).toEqual(
    ['a', 'b', 'c'].map((who) => [who, 'They ate by the river.', null, 0]),
  );
});

test('RP-070 what stays cannot name a prop that goes', () => {
  const world = done(done(quay, plan('picnic', { props: ['basket'] })), turn('picnic', 'active'));
  expect(() => done(world, turn('picnic', 'completed', {}, 'The basket fell.'))).toThrow('names_prop');
  const given = { gives: [{ who: 'b', object: 'the basket' }] };
  expect(stateOf(done(world, turn('picnic', 'completed', given, 'The basket fell.')), 'picnic')).toBe(
    'completed',
  );
  expect(() => done(quay, plan('x', { props: ['basket'], gist: 'A basket.' }))).toThrow('names_prop');
});

test('RP-070 who goes leaves the props behind, and who comes in again sees what has become of it', () => {
  let world = done(done(quay, plan('picnic', { props: ['basket'] })), turn('picnic', 'active'));
  world = after(world, [...holding('c', []), { kind: 'character_left', payload: { character: 'c' } }]);
  expect(JSON.stringify(mindOf(world.state, 'c')).replaceAll('basketry', '')).not.toMatch(/basket/i);
  expect(JSON.stringify(mindOf(world.state, 'a'))).toMatch(/the Basket/);
  const over = done(world, turn('picnic', 'completed'));
  expect(stateOf(over, 'picnic', 'c')).toBe('active');
  expect(stateOf(after(over, [joined('c', 'Cleo')]), 'picnic', 'c')).toBe('completed');
});

test('RP-126 what is due begins when the time of the world is set, in order, and waits for what it needs', () => {
  let world = done(quay, plan('duel', { at: '2026-01-31T09:00', needs: ['picnic'] }));
  world = done(world, plan('picnic', { at: '2026-01-31T08:00', needs: ['Bram'] }));
  const set = (time: string) => {
    const edits = [{ target: 'world', change: { what: 'world', time } }] as const;
    const decision = decide(world, { type: 'edit_state', by: 'a', idFor, edits }, style);
    return 'refused' in decision ? world : after(world, decision.events);
  };
  expect(stateOf(set('2026-01-31T07:59'), 'picnic')).toBe('planned');
  world = set('2026-01-31T10:00');
  expect([stateOf(world, 'picnic'), stateOf(world, 'duel')]).toEqual(['active', 'planned']);
  world = done(world, turn('picnic', 'completed'));
  expect(stateOf(set('2026-01-31T10:01'), 'duel', 'c')).toBe('active');
});

test('RP-066 a skip runs what falls due in order, lets expire what lacks something, and everybody is at rest at the landing', () => {
  let world = after(quay, [stateEvent({ what: 'world', time: '2026-01-30T18:00' }, [])]);
  world = done(world, plan('late', { at: '2026-02-01T08:00' }));
  world = done(world, plan('duel', { at: '2026-01-31T09:00', needs: ['picnic'], gist: 'They fought.' }));
  world = done(
    world,
    plan('picnic', { at: '2026-01-31T08:00', onComplete: { gives: [{ who: 'b', object: 'a map' }] } }),
  );
  world = done(world, plan('ball', { at: '2026-01-31T08:30', needs: ['a fiddle'], gist: 'They danced.' }));
  world = after(world, [
    stateEvent(
      {
        ...{ what: 'activity', entity: 'b', verb: 'rows', container: 'k', slot: 'bow' },
        ...{ posture: 'sitting', holding: ['an oar'] },
      },
      [],
    ),
  ]);
  const skip = { type: 'skip', text: 'two days later', way: 'jump', to: '2026-02-01T08:00' } as const;
  const made = events(world, skip);
  const landed = after(world, made);
  expect(['picnic', 'duel', 'ball', 'late'].map((one) => stateOf(landed, one, 'c'))).toEqual([
    'completed',
    'completed',
    'expired',
    'active',
  ]);
  expect(made[0]?.kind).toBe('scene_closed');
  expect(made.filter(({ kind }) => kind === 'memory_written').length).toBe(3);
  expect(entityIn(mindOf(landed.state, 'b'), 'b').inventory).toEqual(['a map']);
  expect(mindOf(landed.state, 'c').world.time).toBe('2026-02-01T08:00');
  expect(entityIn(mindOf(landed.state, 'a'), 'b').activity).toMatchObject({
    verb: '',
    container: '',
    slot: '',
    posture: '',
    holding: [],
  });
  const elided = done(world, { ...skip, way: 'elide', to: '' });
  expect(entityIn(mindOf(elided.state, 'a'), 'b').activity).toMatchObject({
    verb: '',
    container: 'k',
    slot: 'bow',
    posture: 'sitting',
    holding: ['an oar'],
  });
});

test('RP-126 RP-065 what goes on through a skip goes on, or is over at its end time, and brings about then what it does', () => {
  const party = { at: '2026-01-31T18:00', until: '2026-01-31T22:00', gist: 'They danced.' };
  const prize = { onComplete: { gives: [{ who: 'b', object: 'a ribbon' }] } };
  expect(() => done(quay, plan('party', { ...party, until: '2026-01-31T17:00' }))).toThrow(
    'ends_before_it_begins',
  );
  expect(() => done(quay, plan('party', { until: 'late' }))).toThrow('bad_time');
  const planned = done(done(quay, plan('party', { ...party, ...prize })), plan('siege', {}));
  const going = done(planned, turn('siege', 'active'));
  const skip = (world: World, to: string) => done(world, { type: 'skip', text: 'Later', way: 'jump', to });
  const amid = skip(going, '2026-01-31T20:00');
  expect([stateOf(amid, 'party'), stateOf(amid, 'siege')]).toEqual(['active', 'active']);
  const late = skip(amid, '2026-02-01T08:00');
  expect([stateOf(late, 'party', 'c'), stateOf(late, 'siege')]).toEqual(['completed', 'active']);
  expect(entityIn(mindOf(late.state, 'b'), 'b').inventory).toEqual(['a ribbon']);
  expect(stateOf(skip(going, '2026-02-01T08:00'), 'party')).toBe('completed');
});

test('RP-126 RP-136 a skip runs what others have planned as well, told to them alone, and what they lack expires for them', () => {
  const feast = {
    at: '2026-01-31T18:00',
    gist: 'They met.',
    onComplete: { gives: [{ who: 'b', object: 'a key' }] },
  };
  const world = after(
    quay,
    ['feast', 'trial'].flatMap((occasion) => {
      const needs = occasion === 'trial' ? ['Zoe'] : [];
      const fields = { name: occasion, ...feast, needs };
      const decision = decide(
        quay,
        { type: 'add_occasion', by: 'b', idFor, occasion, fields, to: ['Cleo'] },
        style,
      );
      return 'refused' in decision ? [] : decision.events;
    }),
  );
  const skipping = events(world, { type: 'skip', text: 'Later', way: 'jump', to: '2026-01-31T20:00' });
  const later = after(world, skipping);
  expect(['a', 'b', 'c'].map((who) => stateOf(later, 'feast', who))).toEqual([
    undefined,
    'completed',
    'completed',
  ]);
  expect(['a', 'b', 'c'].map((who) => stateOf(later, 'trial', who))).toEqual([
    undefined,
    'expired',
    'expired',
  ]);
  expect(entityIn(mindOf(later.state, 'b'), 'b').inventory).toEqual(['a key']);
  const owners = skipping.flatMap((one) => (one.kind === 'memory_written' ? [one.payload.owner] : []));
  expect(owners).toEqual(['b', 'c']);
});
