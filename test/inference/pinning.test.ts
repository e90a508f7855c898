import { describe, expect, test } from 'vitest';
import { pinningPays } from '../../src/inference/pinning.ts';
import { serveUnderstudy } from '../../src/inference/understudy/server.ts';
import { patience, withServer } from './replies.ts';

describe('whether pinning pays', () => {
  test('it does where slots are kept, and all of the first prompt is reused', async () => {
    const found = await withServer({ slots: 2 }, (_, url) => pinningPays({ ...patience, url }));
    expect(found).toMatchObject({ pays: true });
    expect(found?.reused).toBe(found?.expected);
    expect(found?.expected).toBeGreaterThan(150);
  });

  test('it does not where a slot is cleared when another is used', async () => {
    const serve = { slots: 2, clearsIdleSlots: true };
    const found = await withServer(serve, (_, url) => pinningPays({ ...patience, url }));
    expect(found).toMatchObject({ pays: false, reused: 0, expected: expect.any(Number) });
  });

  test.each([
    ['one slot', { slots: 1 }],
    ['a model that loads', { slots: 2, fail: { mode: 'loading' } }],
    ['an error', { slots: 2, fail: { mode: '500' } }],
    ['another program', { slots: 2, fail: { mode: 'html' } }],
    ['a key that is wanted', { slots: 2, apiKey: 'k' }],
  ] as const)('nothing is known with %s', async (_, serve) => {
    expect(await withServer(serve, (__, url) => pinningPays({ ...patience, url }))).toBeNull();
  });

  test('nothing is known of another server, of none, of no address and after a stop', async () => {
    const kobold = await serveUnderstudy({ dialect: 'koboldcpp' });
    expect(await pinningPays({ ...patience, url: kobold.url })).toBeNull();
    await kobold.close();
    expect(await pinningPays({ ...patience, url: 'http://127.0.0.1:1' })).toBeNull();
    expect(await pinningPays({ ...patience, url: 'nowhere' })).toBeNull();
    const stop = new AbortController();
    const serve = { slots: 2, fail: { mode: 'hang' } } as const;
    const found = await withServer(serve, (_, url) => {
      const trying = pinningPays({ ...patience, url }, stop.signal);
      setImmediate(() => stop.abort());
      return trying;
    });
    expect(found).toBeNull();
  });
});
