import { expect, test } from 'vitest';
import { idParts } from '../../../src/domain/events/id-parts.ts';

test('invariant 2 what is done has the same id whoever knows of it: a fork is named after it, and who did it may not know them', () => {
  const change = { what: 'world', time: '2026-02-09T08:00' } as const;
  const done = (...knownTo: string[]) =>
    JSON.stringify(idParts({ kind: 'manual_edit', payload: { target: 'world', change, knownTo } } as never));
  expect(done('maren', 'a stranger')).toBe(done('maren'));
});

test('who hears a line is part of its id: all who perceive it know that', () => {
  const said = (...knownTo: string[]) =>
    JSON.stringify(
      idParts({ kind: 'message_said', payload: { speaker: 'maren', text: 'Psst.', knownTo } } as never),
    );
  expect(said('ansel')).not.toBe(said('odile'));
});
