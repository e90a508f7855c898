import type { DomainEvent, NewEvent } from '../../src/domain/events/events.ts';
import { evolve } from '../../src/domain/world/evolve.ts';
import { initialWorld, type World } from '../../src/domain/world/world.ts';

let seq = 0;
/** A fact as an event, later than all before it. */
export const event = (fact: NewEvent): DomainEvent => {
  seq += 1;
  const place = { seq, id: `e${seq}`, chat: 'c', branch: 1, turn: `e${seq}` };
  return { ...place, ...fact, version: 1, actor: 'human', at: '2026-01-31T12:00:00Z' } as DomainEvent;
};
/** Somebody joins the cast. */
export const joined = (character: string, name: string): NewEvent => ({
  kind: 'character_joined',
  payload: { character, name, card: null, knowsPast: false },
});
/** The world after these facts. */
export const fold = (...facts: NewEvent[]): World => facts.map(event).reduce(evolve, initialWorld);
/** What a message says, to everyone. */
export const words = { speaker: 'a', raw: 'Hi.', text: 'Hi.', knownTo: [] };
/** Where a reply comes from. */
export const origin = { answers: null, backend: '', model: '', seed: 1, windowFrom: 'e1' };

/** One fact of every kind. */
export const one: NewEvent[] = [
  { kind: 'chat_started', payload: { title: 'The quay', rules: 'Be brief.' } },
  { kind: 'chat_renamed', payload: { title: 'Dawn' } },
  { kind: 'chat_deleted', payload: {} },
  { kind: 'chat_restored', payload: {} },
  joined('a', 'Ansel'),
  { kind: 'character_left', payload: { character: 'a' } },
  { kind: 'character_renamed', payload: { character: 'a', name: 'Ansgar' } },
  { kind: 'director_set', payload: { strategy: 'list', muted: ['a'], talkativeness: { a: 0.2 } } },
  { kind: 'player_set', payload: { character: 'a', player: 'Ann' } },
  { kind: 'lore_set', payload: { scanDepth: 2, recursive: false, budgetShare: 0.25 } },
  { kind: 'past_set', payload: { character: 'a', scope: 'chat' } },
  { kind: 'played_as', payload: { character: 'a', persona: { name: 'Ann', description: 'tall' } } },
  { kind: 'variables_set', payload: { owner: 'a', values: { mood: 'grim' } } },
  { kind: 'book_added', payload: { book: 'The sound' } },
  { kind: 'book_removed', payload: { book: 'The tide' } },
  { kind: 'character_changed', payload: { character: 'a', card: { id: 'c2', index: 0 } } },
  { kind: 'opening_given', payload: { ...words, greeting: 0 } },
  { kind: 'message_said', payload: words },
  { kind: 'message_imported', payload: { ...words, role: 'character' } },
  { kind: 'reply_received', payload: { ...words, ...origin } },
  { kind: 'reply_cut_short', payload: { ...words, ...origin, reason: 'stopped' } },
  { kind: 'reply_failed', payload: { speaker: 'a', code: 'stalled', message: 'no more' } },
  {
    kind: 'reply_continued',
    payload: { message: 'e8', raw: 'Hi. Ho.', text: 'Hi. Ho.', knownTo: [], truncated: false, ...origin },
  },
  { kind: 'message_edited', payload: { message: 'e8', raw: 'Ho.', text: 'Ho.', knownTo: ['a'] } },
  { kind: 'audience_changed', payload: { message: 'e8', speaker: 'a', knownTo: ['a'] } },
  {
    kind: 'audience_group_changed',
    payload: { group: 'a\ncrew', name: 'crew', maker: 'a', members: ['b'], knownTo: ['a', 'b'], by: 'a' },
  },
  {
    kind: 'author_note_set',
    payload: { text: 'It rains.', depth: 4, role: 'system', every: 1, knownTo: [] },
  },
  { kind: 'scenario_set', payload: { character: 'a', text: 'You are late.' } },
  { kind: 'letter_sent', payload: { from: null, to: ['a'], subject: '', text: 'Be kind.' } },
  {
    kind: 'tool_called',
    payload: {
      ...{ caller: 'a', tool: 'roll_dice', arguments: '{"notation":"d6"}', result: 'd6: [4] = 4' },
      ...{ text: '[Ansel rolls d6: [4] = 4]', knownTo: [] },
    },
  },
  { kind: 'tool_set', payload: { character: null, tool: 'roll_dice', isOn: true } },
  { kind: 'tool_note_set', payload: { character: null, text: 'Keep it short.', place: 'chat' } },
  { kind: 'plan_set', payload: { owner: 'a', title: 'Home', acts: [{ text: 'Row.', isDone: false }] } },
  { kind: 'judged', payload: { answer: 'yes' } },
  {
    kind: 'edge_update',
    payload: { from: 'a', to: 'b', affinityDelta: 2, learns: ['b lies'], knownTo: ['a'] },
  },
  { kind: 'entity_state_change', payload: { entity: 'a', mood: 'grim', gains: ['a key'], knownTo: ['a'] } },
  { kind: 'activity_change', payload: { entity: 'a', verb: 'rowing', knownTo: [] } },
  { kind: 'world_change', payload: { weather: 'fog', knownTo: [] } },
  { kind: 'container_change', payload: { container: 'k', name: 'the boat', moving: true, knownTo: [] } },
  { kind: 'thread_change', payload: { thread: 't', text: 'Who took the oar?', knownTo: [] } },
  { kind: 'group_node_initialized', payload: { summary: 'They met.', knownTo: [] } },
  { kind: 'group_node_updated', payload: { summary: 'They row.', knownTo: [] } },
  {
    kind: 'manual_edit',
    payload: {
      target: 'edge_trust',
      change: { what: 'edge', from: 'a', to: 'b', trust: 40 },
      knownTo: ['a'],
      by: 'a',
    },
  },
  {
    kind: 'significance_scored',
    payload: { owner: 'a', message: 'e8', significance: 3, pinsMost: 8 },
  },
  { kind: 'occasion_told', payload: { occasion: 'o', name: 'a picnic', to: ['a'], by: 'b' } },
  { kind: 'occasion_change', payload: { occasion: 'o', name: 'a picnic', props: ['a basket'], knownTo: [] } },
  { kind: 'scene_closed', payload: { reason: 'hand' } },
  { kind: 'scene_summarized', payload: { scene: 'e9', n: 1, owner: 'a', text: 'We rowed.' } },
  {
    kind: 'memory_written',
    payload: {
      ...{ memory: 'm', owner: 'a', text: 'The oar broke.', significance: 2, of: 'e8', scene: 1 },
      ...{ time: '', place: '', witnesses: ['a'], pinned: false },
    },
  },
  { kind: 'memory_forgotten', payload: { memory: 'm', owner: 'a' } },
  { kind: 'time_skipped', payload: { text: 'The next morning.', way: 'jump' } },
  { kind: 'character_reset', payload: { character: 'a' } },
  { kind: 'proposal_made', payload: { message: 'e8', what: 'leaves', who: 'a', knownTo: ['a', 'b'] } },
  {
    kind: 'proposal_answered',
    payload: { message: 'e8', what: 'leaves', who: 'a', isAccepted: false, by: 'b' },
  },
  { kind: 'message_pinned', payload: { message: 'e8', owner: 'a' } },
  { kind: 'message_unpinned', payload: { message: 'e8', owner: 'a' } },
  { kind: 'message_deleted', payload: { message: 'e8' } },
];
