import type { Message } from '../../src/domain/message.ts';
import type { CastMember } from '../../src/play/chat/play-state.ts';

export const alice: CastMember = { id: 'a', name: 'Alice' };
export const bob: CastMember = { id: 'b', name: 'Bob' };
export const carl: CastMember = { id: 'c', name: 'Carl' };

/** A message of Alice's that all perceive, unless it says otherwise. */
export const message = (id: string, text: string, more: Partial<Message> = {}): Message => ({
  id,
  turn: `turn-${id}`,
  speaker: 'a',
  role: 'character',
  text,
  knownTo: [],
  perceived: ['a', 'b', 'c'],
  at: '2026-01-01T00:00:00Z',
  truncated: false,
  branch: 'main',
  reasoning: '',
  ...more,
});

/** What is said at the fair, two whispers among it. */
export const scene = [
  message('m1', 'Good morning! *she waves* What a **fine** day for a fair.', { speaker: 'a' }),
  message('m2', '"Morning," Bob grunts.\n\n*He does not look up.* ((is this thing on?))', { speaker: 'b' }),
  message('m3', 'Meet me behind the tent.', { speaker: 'b', knownTo: ['a', 'b'], perceived: ['a', 'b'] }),
  message('m4', 'The king is dead, and I', { speaker: 'c', truncated: true }),
  message('m5', 'A word, Carl.', { speaker: 'b', knownTo: ['b', 'c'], perceived: ['b', 'c'] }),
];
