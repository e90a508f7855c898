import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/domain/events/events.ts';
import { Moment } from '../../src/domain/known/known.ts';
import { fold, joined, origin } from './facts.ts';
import { knownIn } from './known-in.ts';

const cast = [joined('a', 'Ansel'), joined('b', 'Bram'), joined('c', 'Cleo')];
const gloom = { mood: 'grim', knownTo: ['a'] };
/** What only Ansel knows, is told, keeps or is made of; each part says so. */
const ofAnsel: NewEvent[] = [
  {
    kind: 'author_note_set',
    payload: { text: 'note of a', depth: 0, role: 'system', every: 1, knownTo: ['a'] },
  },
  { kind: 'scenario_set', payload: { character: 'a', text: 'scenario of a' } },
  { kind: 'letter_sent', payload: { from: 'c', to: ['a'], subject: '', text: 'letter of a' } },
  { kind: 'message_pinned', payload: { owner: 'a', message: 'pin of a' } },
  { kind: 'variables_set', payload: { owner: 'a', values: { mood: 'variable of a' } } },
  {
    kind: 'reply_received',
    payload: { ...origin, speaker: 'a', raw: '', text: '', knownTo: [], windowFrom: 'window of a' },
  },
  { kind: 'proposal_made', payload: { message: 'proposal of a', what: 'leaves', who: 'c', knownTo: ['a'] } },
  { kind: 'entity_state_change', payload: { entity: 'c', status: 'mind of a', ...gloom } },
  { kind: 'edge_update', payload: { from: 'a', to: 'b', summary: 'edge of a', knownTo: ['a'] } },
] as NewEvent[];

const secrets = ['note', 'scenario', 'pin', 'variable', 'proposal', 'mind', 'edge'].map(
  (what) => `${what} of a`,
);

test('invariant 2 ruling 8 what somebody knows holds each part of what is theirs, and no part of what is another’s', () => {
  const world = fold(...cast, ...ofAnsel.filter(({ kind }) => kind !== 'reply_received'));
  const said = (who: string) => JSON.stringify({ ...knownIn(world, who), view: null });
  for (const secret of [...secrets, 'letter of a']) {
    expect(said('a'), secret).toContain(secret);
    expect(said('b'), secret).not.toContain(secret);
    if (!/^(?:variable|mind)/.test(secret)) expect(said('everyone'), secret).toContain(secret);
  }
});

test('invariant 2 where a speaker’s window begins is known to that speaker alone', () => {
  const world = fold(...cast, ...ofAnsel);
  expect(knownIn(world, 'a').epoch?.from).toBe('window of a');
  expect(JSON.stringify({ ...knownIn(world, 'b'), view: null })).not.toContain('window of a');
});

test('a letter says who wrote it, also to a reader who never met them', () => {
  const world = fold(...cast, ...ofAnsel.slice(0, 3));
  const apart = { ...world, cast: world.cast.map((one) => ({ ...one, met: [] })) };
  expect(knownIn(apart, 'a').letters.a).toMatchObject([{ from: 'c', sender: 'Cleo', text: 'letter of a' }]);
  expect(knownIn(apart, 'a').cast.map(({ name }) => name)).toEqual(['Ansel']);
});

test('ruling 9 what several know together is what each of them knows alike, and nothing that is one’s own', () => {
  const rain: NewEvent = {
    kind: 'world_change',
    payload: { weather: 'rain', place: 'the quay', knownTo: [] },
  };
  const cellar: NewEvent = { kind: 'world_change', payload: { place: 'the cellar', knownTo: ['a'] } };
  const world = fold(...cast, rain, cellar, ...ofAnsel);
  const unread = knownIn(world, 'everyone').view;
  const moment = new Moment(world, () => unread as never);
  const both = moment.together(['a', 'b']);
  expect(both.mind.world).toEqual({ time: '', weather: 'rain', place: '' });
  expect(moment.together(['b', 'c']).mind.world.place).toBe('the quay');
  for (const secret of [...secrets, 'letter of a', 'window of a'])
    expect(JSON.stringify({ ...both, view: null }), secret).not.toContain(secret);
});
