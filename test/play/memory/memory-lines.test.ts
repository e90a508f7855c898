import { expect, test } from 'vitest';
import type { CharacterId, ChatId } from '../../../src/domain/message.ts';
import { memoryLine } from '../../../src/play/memory/memory-lines.ts';
import type { Surfaced } from '../../../src/play/memory/sieve.ts';

const owner = 'maren' as CharacterId;
const memory = { id: 'm', owner, text: 'The key is iron.', at: '2020-01-01T12:00:00Z', significance: 1 };
const more = { of: null, scene: 1, time: '', place: '', witnesses: [], pinned: false, auto: false };
const life = { chat: 'c' as ChatId, viewer: owner, head: { branch: 1, seq: 1 }, title: 'Then', known: [] };
const surfaced: Surfaced = {
  ...{ type: 'memory', life, memory: { ...memory, ...more }, text: memory.text, at: memory.at },
  ...{ relevance: 1, score: 1, parts: {} },
};

test.each([
  ['2020-01-02T11:00:00Z', 'from earlier'],
  ['2020-01-02T12:00:00Z', 'from a day ago'],
  ['2020-02-28T12:00:00Z', 'from 58 days ago'],
  ['2020-03-02T12:00:00Z', 'from 2 months ago'],
  ['2021-12-30T12:00:00Z', 'from 23 months ago'],
  ['2022-01-01T12:00:00Z', 'from 2 years ago'],
  ['2030-01-01T12:00:00Z', 'from 10 years ago'],
])('RP-072 at %s what was on the first of January 2020 comes back %s', (now, ago) => {
  const settings = { memory: { scope: 'all', most: 5, perChat: 2, shape: 'plain' } } as const;
  expect(memoryLine(surfaced, now, settings)).toBe(`[You remember, ${ago}: The key is iron.]`);
});
