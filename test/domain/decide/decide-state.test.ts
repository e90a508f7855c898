import { expect, test } from 'vitest';
import { decideState, groupOf, type StateEdit } from '../../../src/domain/decide/decide-state.ts';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { fold, joined } from '../facts.ts';

const idFor = (about: string) => about;

const away: NewEvent = { kind: 'character_left', payload: { character: 'b' } };
const gone: NewEvent = { kind: 'character_left', payload: { character: 'c', isGone: true } };
const world = fold(joined('a', 'Ansel'), joined('b', 'Bram'), joined('c', 'Cleo'), away, gone);
const edited = (target: StateEdit['target'], change: StateEdit['change']) =>
  decideState(world, { type: 'edit_state', by: 'a', idFor, edits: [{ target, change }] });

test('RP-027 RP-077 RP-095 RP-129 a trust set by hand is a manual_edit of its owner alone, with who did it', () => {
  const change = { what: 'edge', from: 'b', to: 'a', trust: 40 } as const;
  expect(edited('edge_trust', change)).toEqual({
    events: [{ kind: 'manual_edit', payload: { target: 'edge_trust', change, knownTo: ['b'], by: 'a' } }],
  });
});

test('ruling 7 who knows of an edit: all who are there of what is to be seen, its owner alone of the rest', () => {
  const knownTo = (target: StateEdit['target'], change: StateEdit['change']) => {
    const decision = edited(target, change);
    const [event] = 'events' in decision ? decision.events : [];
    return event?.kind === 'manual_edit' ? event.payload.knownTo : undefined;
  };
  expect(knownTo('world', { what: 'world', time: 'dusk' })).toEqual([]);
  expect(knownTo('mood', { what: 'entity', entity: 'a', mood: 'grim' })).toEqual(['a']);
  expect(knownTo('activity', { what: 'activity', entity: 'a', verb: 'rowing' })).toEqual([]);
  expect(knownTo('activity', { what: 'activity', entity: 'b', verb: 'rowing' })).toEqual(['b']);
  expect(knownTo('group', { what: 'group', summary: 'They row.' })).toEqual(['a', 'b']);
});

test('ruling 9 RP-064 what is said of the group by hand reaches nobody of whom whoever says it never knew', () => {
  const later = fold(joined('a', 'Ansel'), joined('b', 'Bram'), away, joined('d', 'Dora'));
  const change = { what: 'group', summary: 'They row.' } as const;
  const decided = (by: string) =>
    decideState(later, { type: 'edit_state', by, idFor, edits: [{ target: 'group', change }] });
  expect(decided('d')).toMatchObject({ events: [{ payload: { knownTo: ['a', 'd'] } }] });
  expect(decided('everyone')).toMatchObject({ events: [{ payload: { knownTo: ['a', 'b', 'd'] } }] });
});

test('ruling 9 the group is the cast that has not left the play, whoever is away from the scene', () => {
  expect(groupOf(world)).toEqual(['a', 'b']);
});

test('RP-094 what is out of bounds is refused with the bound', () => {
  const refused = (target: StateEdit['target'], change: StateEdit['change']) => {
    const decision = edited(target, change);
    return 'refused' in decision ? decision.refused.message : '';
  };
  expect(refused('edge_trust', { what: 'edge', from: 'a', to: 'b', trust: 400 })).toBe(
    'trust is at most 100; give a smaller number',
  );
  expect(refused('mood', { what: 'entity', entity: 'a', mood: 'x'.repeat(81) })).toBe(
    'mood has at most 80 characters; write less',
  );
});

test('ruling 7 RP-053 a move goes by what the mover knows: whispered changes of places are neither told nor decide who is there', () => {
  const place = (container: string, knownTo: string[], more: object = {}): NewEvent =>
    ({ kind: 'container_change', payload: { container, name: container, knownTo, ...more } }) as NewEvent;
  const hidden: NewEvent = {
    kind: 'activity_change',
    payload: { entity: 'b', container: 'attic', knownTo: ['b'] },
  };
  const told = [joined('a', 'Ansel'), joined('b', 'Bram'), place('bar', [])];
  const moved = (...secrets: NewEvent[]) =>
    decideState(fold(...told, ...secrets), {
      type: 'move',
      by: 'a',
      character: 'a',
      container: 'bar',
      slot: '',
    });
  expect(moved(place('attic', ['b']), place('bar', ['b'], { slots: ['trapdoor'] }), hidden)).toEqual(moved());
});
