import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../src/domain/events/events.ts';
import { upcast } from '../../../src/domain/events/upcast.ts';
import { event, one } from '../facts.ts';

describe('a stored event', () => {
  const stored = (over: Partial<StoredEvent>): StoredEvent => ({
    ...event({ kind: 'chat_renamed', payload: { title: 'Dawn' } }),
    ...over,
  });

  test.each(one.map((fact) => [fact.kind, fact] as const))(
    'RP-075 RP-076 of the kind %s at its present version is read as it is',
    (_, fact) => {
      const whole = event(fact);
      expect(upcast(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
    },
  );

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

  test.each(one.map((fact) => [fact.kind, fact] as const))(
    'RP-075 %s is read and refused as at first when many of its kind were read',
    (_, fact) => {
      const whole = event(fact);
      const wrong = [undefined, null, 7, 'x', '', [], [7], {}, { a: 7 }];
      const variants = Object.keys(fact.payload).flatMap((key) =>
        wrong.map((value) => ({ ...whole, payload: { ...fact.payload, [key]: value } })),
      );
      const more = { ...whole, payload: { ...fact.payload, more: 1 } };
      const cut = Object.keys(fact.payload).map((key) => {
        const { [key]: __, ...payload } = fact.payload as Record<string, unknown>;
        return { ...whole, payload };
      });
      const found = {
        ...whole,
        payload: { ...fact.payload, outcome: { job: 'j', about: 'e', source: 's' } },
      };
      const all = [whole, more, found, ...cut, ...variants, { ...whole, payload: 3 }];
      const first = all.map((stored) => upcast(stored));
      expect(first[0]).toEqual(whole);
      for (let n = 0; n < 300; n += 1) expect(upcast(whole)).toEqual(whole);
      expect(all.map((stored) => upcast(stored))).toStrictEqual(first);
    },
  );
});
