import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../src/domain/events/events.ts';
import { upcast } from '../../../src/domain/events/upcast.ts';
import { event } from '../facts.ts';

describe('a stored event', () => {
  const stored = (over: Partial<StoredEvent>): StoredEvent => ({
    ...event({ kind: 'chat_renamed', payload: { title: 'Dawn' } }),
    ...over,
  });

  test('RP-075 of a known kind and version is read as it is', () => {
    expect(upcast(stored({}))).toMatchObject({
      kind: 'chat_renamed',
      version: 1,
      payload: { title: 'Dawn' },
    });
  });

  test.each([
    ['of an unknown kind', { kind: 'weather_turned' }, 'unknown_kind'],
    ['of a kind named like a property of every object', { kind: 'toString' }, 'unknown_kind'],
    ['of a newer version', { version: 2 }, 'newer_version'],
    ['of a version before the first', { version: 0 }, 'broken_payload'],
    ['that does not say what its kind says', { payload: { title: 3 } }, 'broken_payload'],
    ['without a payload', { payload: null }, 'broken_payload'],
  ])('%s is reported, never thrown', (_, over, unreadable) => {
    expect(upcast(stored(over))).toEqual({ unreadable });
  });

  test('RP-081 of an older version is lifted, one step per version', () => {
    const steps = { chat_renamed: { [-1]: (p: unknown) => ({ name: p }), 0: (p: unknown) => rename(p) } };
    const rename = (p: unknown) => ({ title: (p as { name: string }).name });
    expect(upcast(stored({ version: -1, payload: 'Dusk' }), steps)).toMatchObject({
      version: 1,
      payload: { title: 'Dusk' },
    });
    expect(upcast(stored({ version: 0, payload: { name: 'Dusk' } }), steps)).toMatchObject({
      payload: { title: 'Dusk' },
    });
  });
});
