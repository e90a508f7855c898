import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventKind } from '../../src/domain/events/events.ts';
import { type Act, history } from './deeds.ts';

/** The act of `deeds.ts` or `commands.ts` that lets each kind happen in the histories, or why none does. */
const causes: Readonly<Record<EventKind, Act['type'] | { readonly not: string }>> = {
  chat_started: { not: 'every history begins with it' },
  chat_renamed: 'rename',
  chat_deleted: { not: 'nobody looks at a chat that is deleted' },
  chat_restored: { not: 'as for `chat_deleted`' },
  character_joined: 'join',
  character_left: 'leave',
  character_renamed: 'call',
  character_changed: { not: 'no other card is drawn yet' },
  variables_set: { not: 'the macros of `variant.ts` set them with a reply' },
  book_added: { not: 'the books in use are drawn once for a history: `variant.ts`' },
  book_removed: { not: 'as for `book_added`' },
  director_set: 'direct',
  player_set: 'give_to',
  lore_set: { not: 'nobody perceives how books are scanned, and no book of a history asks for more' },
  past_set: { not: 'it is about what of other chats is told, and a history is of one chat' },
  played_as: 'become',
  opening_given: { not: 'histories begin without one' },
  message_said: 'say',
  message_imported: 'import',
  reply_received: 'reply',
  reply_cut_short: 'reply',
  reply_failed: { not: 'undo passes it by, and nothing shows it' },
  reply_continued: 'continue',
  message_edited: 'edit',
  audience_changed: 'open_up',
  audience_group_changed: 'group',
  message_deleted: 'delete',
  author_note_set: 'note',
  scenario_set: 'scenario',
  letter_sent: 'letter',
  judged: 'find',
  edge_update: 'find',
  entity_state_change: 'find',
  activity_change: 'find',
  world_change: 'find',
  container_change: { not: 'a person alone makes one, by `manual_edit`, until a kickoff does' },
  thread_change: { not: 'as for `container_change`' },
  group_node_initialized: { not: 'as for `group_node_updated`' },
  group_node_updated: {
    not: 'who belongs to the group is known to all of it alone: `story/per-pov.test.ts`',
  },
  manual_edit: 'set_state',
  occasion_change: 'story',
  occasion_told: 'story',
  scene_closed: 'close_scene',
  scene_summarized: 'sum_up',
  memory_written: 'sum_up',
  memory_forgotten: { not: 'not drawn yet' },
  time_skipped: 'story',
  character_reset: { not: 'as for `memory_forgotten`' },
  significance_scored: 'find',
  tool_called: 'use',
  tool_set: { not: 'it is about the chat as a whole, as `book_added`' },
  plan_set: 'use',
  tool_note_set: 'use',
  proposal_made: 'find',
  proposal_answered: 'answer',
  message_pinned: 'pin',
  message_unpinned: 'unpin',
};

test('invariant 2 what can happen happens in the histories, or it is said why it does not', () => {
  const drawn = new Set<string>(
    fc.sample(history, { numRuns: 200, seed: 1 }).flatMap((acts) => acts.map(({ type }) => type)),
  );
  const wanted = Object.values(causes).filter((cause) => typeof cause === 'string');
  expect(wanted.filter((act) => !drawn.has(act))).toEqual([]);
});
