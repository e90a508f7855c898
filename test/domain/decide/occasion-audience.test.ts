import { expect, test } from 'vitest';
import { decide } from '../../../src/domain/decide/decide.ts';
import type { StoryCommand } from '../../../src/domain/decide/decide-story.ts';
import { after } from '../../../src/domain/decide/occasion-events.ts';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { mindOf, type Occasion } from '../../../src/domain/world/mind.ts';
import { stateEvent } from '../../../src/domain/world/minds.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';

const idFor = (about: string) => about;

const style = { enabled: true, heads: false, tag: '(to:', end: ')' } as never;
const come = (id: string, knowsPast = false): NewEvent => ({
  kind: 'character_joined',
  payload: { character: id, name: id.toUpperCase(), card: null, knowsPast },
});
const go = (character: string): NewEvent => ({ kind: 'character_left', payload: { character } });
/** A, B and O have met, and O is away. */
const quay = after(initialWorld, [come('a'), come('b'), come('o'), go('o')]);

type Wanted = StoryCommand extends infer C
  ? C extends StoryCommand
    ? Omit<C, 'by' | 'idFor'>
    : never
  : never;
const done = (world: World, wanted: Wanted, by = 'a'): World => {
  const decision = decide(world, { by, idFor, ...wanted } as StoryCommand, style);
  if ('refused' in decision) throw new Error(decision.refused.code);
  return after(world, decision.events);
};
const fields: Partial<Occasion> = {
  ...{ name: 'party', props: ['a cake'], needs: ['B'], gist: 'They danced.', at: '2026-01-31T18:00' },
  onComplete: { teaches: [{ who: 'a', about: 'b', fact: 'B sings' }] },
};
const plan = (to?: readonly string[]): Wanted => ({
  ...{ type: 'add_occasion', occasion: 'p', fields },
  ...(to && { to }),
});
const turn = (to: 'active' | 'completed' | 'cancelled', gist?: string): Wanted => ({
  ...{ type: 'turn_occasion', occasion: 'p', to, effects: {} },
  ...(gist !== undefined && { gist }),
});
const known = (world: World, who: string) => mindOf(world.state, who).occasions.p;
const minded = (world: World, who: string) => JSON.stringify(mindOf(world.state, who));

test('RP-083 an occasion is known to those who were there when it was planned, and to nobody who comes in later', () => {
  const planned = done(quay, plan());
  expect([known(planned, 'a')?.state, known(planned, 'b')?.state]).toEqual(['planned', 'planned']);
  const joined = after(planned, [come('o')]);
  expect(minded(joined, 'o')).toBe(minded(after(quay, [come('o')]), 'o'));
});

test('RP-083 what is planned with some is known to them and the planner alone, and is not told with the past', () => {
  const [open, kept] = [done(quay, plan()), done(after(quay, [come('c')]), plan(['b']))];
  expect([known(kept, 'a')?.state, known(kept, 'b')?.state, known(kept, 'c')]).toEqual([
    'planned',
    'planned',
    undefined,
  ]);
  expect(known(after(open, [come('o', true)]), 'o')).toMatchObject(fields);
  expect(known(after(kept, [come('o', true)]), 'o')).toBeUndefined();
  const two = done(quay, plan(['b']));
  expect(known(after(two, [come('o', true)]), 'o')).toBeUndefined();
});

test('RP-083 who plans while away plans alone', () => {
  const planned = done(quay, plan(), 'o');
  expect([known(planned, 'a'), known(planned, 'o')?.name]).toEqual([undefined, 'party']);
});

test('RP-083 who is there when an occasion begins sees that, and nothing of what it was planned with', () => {
  const there = after(quay, [come('o')]);
  const begun = done(done(there, plan(['b'])), turn('active'));
  expect(known(begun, 'o')).toMatchObject({ name: 'party', state: 'active', props: ['a cake'] });
  expect(JSON.stringify(known(begun, 'o'))).not.toMatch(/danced|18:00|"B"|sings/);
  expect(known(begun, 'b')).toMatchObject({ ...fields, state: 'active' });
  const over = done(begun, turn('completed'));
  expect(known(over, 'o')).toMatchObject({ state: 'completed', gist: 'They danced.' });
});

test('RP-083 who comes in while it runs sees as much; who was away when it ended learns nothing of the end', () => {
  const begun = done(done(quay, plan()), turn('active'));
  expect(known(begun, 'o')).toBeUndefined();
  const joined = after(begun, [come('o')]);
  expect(known(joined, 'o')).toMatchObject({ name: 'party', state: 'active', props: ['a cake'] });
  expect(JSON.stringify(known(joined, 'o'))).not.toMatch(/danced|18:00|"B"|sings/);
  const over = done(after(joined, [go('o')]), turn('completed'));
  expect(known(over, 'o')).toMatchObject({ state: 'active', props: [] });
  const back = after(over, [come('o')]);
  expect(known(back, 'o')).toMatchObject({ state: 'completed', gist: '' });
  const never = after(done(begun, turn('completed')), [come('o')]);
  expect(known(never, 'o')).toBeUndefined();
});

test('RP-083 what goes on elsewhere is not seen by those of another scene, be one of them told of it', () => {
  const begun = done(done(quay, plan()), turn('active'));
  const told = done(begun, { type: 'tell_occasion', occasion: 'p', to: ['o'] });
  expect(known(told, 'o')).toMatchObject({ state: 'active', props: [], gist: 'They danced.' });
  const elsewhere = after(told, [go('a'), go('b'), come('o'), come('c')]);
  expect(known(elsewhere, 'c')).toBeUndefined();
  expect(known(after(elsewhere, [come('a')]), 'a')).toMatchObject({ state: 'active', props: ['a cake'] });
});

test('RP-083 who is told of an occasion knows what the teller knows, and nobody loses what they know by it', () => {
  const planned = done(quay, plan());
  const told = done(planned, { type: 'tell_occasion', occasion: 'p', to: ['o'] });
  expect(known(told, 'o')).toEqual(known(planned, 'a'));
  const over = done(done(after(planned, [go('a')]), turn('active'), 'b'), turn('completed'), 'b');
  const stale = done(over, { type: 'tell_occasion', occasion: 'p', to: ['b', 'o'] });
  expect([known(stale, 'b')?.state, known(stale, 'o')?.state]).toEqual(['completed', 'planned']);
  expect(() => done(quay, { type: 'tell_occasion', occasion: 'p', to: ['b'] })).toThrow('no_such_occasion');
  expect(() => done(planned, { type: 'tell_occasion', occasion: 'p', to: [] })).toThrow('empty_audience');
});

test('RP-083 a name that an unknown occasion has is free, and whose is meant is decided by what one knows', () => {
  const both = done(after(done(quay, plan()), [come('o')]), { ...plan(), occasion: 'q' } as Wanted, 'o');
  expect(Object.keys(mindOf(both.state, 'o').occasions)).toEqual(['q']);
  expect(() => done(both, { ...plan(), occasion: 'r' } as Wanted, 'a')).toThrow('occasion_exists');
});

test('RP-126 RP-136 what is due begins once its time has come, before all by the act of one who knows of it, else for those who do alone', () => {
  const set = (world: World, by: string) => {
    const edits = [{ target: 'world', change: { what: 'world', time: '2026-01-31T19:00' } }] as const;
    const decision = decide(world, { type: 'edit_state', by, idFor, edits }, style);
    return 'refused' in decision ? world : after(world, decision.events);
  };
  const skip = { type: 'skip', text: 'later', way: 'jump', to: '2026-01-31T18:00' } as const;
  const secret = after(done(quay, plan()), [come('o')]);
  for (const world of [set(secret, 'o'), done(secret, skip, 'o')]) {
    expect([known(world, 'a')?.state, known(world, 'o')]).toEqual(['active', undefined]);
  }
  expect(known(set(secret, 'b'), 'o')?.state).toBe('active');
  const away = after(done(quay, plan(['o'])), []);
  expect([known(set(away, 'o'), 'o')?.state, known(set(away, 'a'), 'b')?.state]).toEqual([
    'planned',
    'active',
  ]);
});

test('RP-066 what a skip passes by is over before all who were there, and what expires is so for those who knew', () => {
  const skip = { type: 'skip', text: 'later', way: 'jump', to: '2026-02-01T18:00' } as const;
  const there = after(quay, [come('o')]);
  const passed = done(done(there, plan(['b'])), skip);
  expect(known(passed, 'o')).toMatchObject({ name: 'party', state: 'completed', gist: 'They danced.' });
  expect(JSON.stringify(known(passed, 'o'))).not.toMatch(/18:00|"B"|sings/);
  const without = done(after(done(there, plan(['b'])), [go('b')]), skip);
  expect([known(without, 'a')?.state, known(without, 'o')]).toEqual(['expired', undefined]);
});

test('RP-083 what an older sotto wrote of occasions is told to whoever comes in, what was written since is not', () => {
  const old = after(quay, [
    stateEvent({ what: 'occasion', occasion: 'p', name: 'feast', props: ['a goose'], gist: 'Fat.' }, []),
  ]);
  expect(known(after(old, [come('o')]), 'o')).toMatchObject({ name: 'feast', gist: 'Fat.' });
  const since = done(done(old, turn('active')), turn('completed', 'All ate.'));
  expect(known(since, 'b')).toMatchObject({ state: 'completed', gist: 'All ate.' });
  expect(known(after(since, [come('o')]), 'o')).toMatchObject({ state: 'planned', gist: 'Fat.' });
  const back = after(since, [go('b'), come('b')]);
  expect(known(back, 'b')).toMatchObject({ state: 'completed', gist: 'All ate.' });
});

test('RP-126 lines that say what time it is begin what is due for those who know of it, and tell nobody else of an occasion', () => {
  const read = (world: World, by: string, ...changes: Parameters<typeof stateEvent>[0][]) => {
    const decision = decide(world, { type: 'establish', by, idFor, changes }, style);
    return 'refused' in decision ? world : after(world, decision.events);
  };
  const time = { what: 'world', time: '2026-01-31T19:00' } as const;
  const secret = after(done(quay, plan()), [come('o')]);
  expect([known(read(secret, 'o', time), 'a')?.state, known(read(secret, 'o', time), 'o')]).toEqual([
    'active',
    undefined,
  ]);
  expect(known(read(secret, 'a', time), 'a')?.state).toBe('active');
  const line = { what: 'occasion', occasion: 'p', gist: 'They sang.' } as const;
  const told = read(secret, 'a', line);
  expect([known(told, 'b')?.gist, known(told, 'o')]).toEqual(['They sang.', undefined]);
});
