import { expect } from 'vitest';
import type { Line } from './sotto.ts';

const message = 'type id turn speaker text knownTo perceived role at truncated pinned branch'.split(' ');

/** The keys of every object that the command line prints, as its contract names them. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  message,
  hit: [...message, 'chat', 'score'],
  chat: ['type', 'id', 'title', 'cast', 'playing'],
  delta: ['type', 'speaker', 'text'],
  usage: 'type speaker promptTokens reusedTokens generatedTokens firstTokenMs totalMs backend model'.split(
    ' ',
  ),
  plan: 'type chat speaker prompt stop tokens budget messages counting blocks dropped since'.split(' '),
  notice: ['type', 'message'],
  director: 'type strategy selfReply muted talkativeness'.split(' '),
  joined: ['type', 'name'],
  left: ['type', 'name'],
  scene: ['type', 'present', 'away'],
  renamed: ['type', 'name'],
  audience: ['type', 'count'],
  next: ['type', 'speakers', 'why'],
  job: 'type id kind of state'.split(' '),
  event: 'type seq id chat branch turn kind version actor at payload'.split(' '),
  failure: 'type id kind model reason prompt raw at'.split(' '),
  retried: 'type id kind became model answer of'.split(' '),
  probe: 'type kind url ok model contextSize slots finding remedy'.split(' '),
  answer: 'type by kind text promptTokens reusedTokens'.split(' '),
  error: ['type', 'code', 'message'],
};

/** Keys that an object has only when there is something to say. */
const optional: Readonly<Record<string, readonly string[]>> = {
  message: ['reasoning', 'hidden'],
  failure: ['answer'],
  answer: ['kept'],
};

/** Expects lines to hold exactly the keys of their types. */
export function areShaped(lines: readonly Line[]): void {
  for (const line of lines) {
    const keys = shapes[line.type];
    expect(keys, `${line.type} has a shape`).toBeDefined();
    const found = Object.keys(line).filter((key) => !optional[line.type]?.includes(key));
    expect(found.sort(), JSON.stringify(line)).toEqual([...(keys ?? [])].sort());
  }
}
