import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { transcriptRow } from '../../../src/domain/rows/projection.ts';
import { event, fold, joined, one, origin, words } from '../facts.ts';

describe('the transcript', () => {
  const row = (fact: NewEvent) =>
    transcriptRow(fold(joined('a', 'Ansel'), joined('m', 'Maren')), event(fact));

  test('KT-23 a message holds its audience beside who was present', () => {
    const whisper = { ...words, knownTo: ['a'] };
    expect(row({ kind: 'message_said', payload: whisper })).toMatchObject({
      table: 'message',
      speaker: 'a',
      role: 'character',
      knownTo: ['a'],
      present: ['a', 'm'],
      truncated: false,
    });
  });

  test('KT-08 KT-21 an imported row without an audience is public, whatever its role', () => {
    const payload = { ...words, speaker: null, role: 'system' as const };
    expect(row({ kind: 'message_imported', payload })).toMatchObject({
      speaker: null,
      role: 'system',
      knownTo: [],
    });
  });

  test('RP-041 a reply that was cut short is marked so, until it is continued or edited', () => {
    const cut = { ...words, ...origin, reason: 'stopped' };
    expect(row({ kind: 'reply_cut_short', payload: cut })).toMatchObject({ truncated: true });
    const edited = { message: 'e1', raw: 'Ho.', text: 'Ho.', knownTo: [] };
    expect(row({ kind: 'message_edited', payload: edited })).toMatchObject({ truncated: false, text: 'Ho.' });
    const continued = { ...edited, ...origin, truncated: true };
    expect(row({ kind: 'reply_continued', payload: continued })).toMatchObject({ truncated: true });
  });

  test('what the model thought is kept with its reply; replies from before that was kept have none', () => {
    const thought = { ...words, ...origin, reasoning: 'Who is that?' };
    expect(row({ kind: 'reply_received', payload: thought })).toMatchObject({ reasoning: 'Who is that?' });
    expect(row({ kind: 'reply_cut_short', payload: { ...thought, reason: 'stopped' } })).toMatchObject({
      reasoning: 'Who is that?',
    });
    expect(row({ kind: 'reply_received', payload: { ...words, ...origin } })).toMatchObject({
      reasoning: '',
    });
  });

  test('RP-074 only utterances and changes to them are rows', () => {
    const kinds = one.filter((fact) => row(fact) !== null).map(({ kind }) => kind);
    expect(kinds).toEqual([
      'opening_given',
      'message_said',
      'message_imported',
      'reply_received',
      'reply_cut_short',
      'reply_continued',
      'message_edited',
      'audience_changed',
      'tool_called',
      'time_skipped',
      'message_deleted',
    ]);
  });
});
