import { expect, it } from 'vitest';
import { openStore } from '../histories.ts';
import { folder } from './folder.ts';

it('remembers in the store what is known of a model server, for the next process as well', () => {
  const url = 'http://127.0.0.1:8080';
  const store = openStore(folder);
  expect([store.servers.isAllowed(url), store.servers.cacheOf(url)]).toEqual([false, null]);
  store.servers.keepCache(url, { pays: false });
  expect(store.servers.isAllowed(url)).toBe(false);
  store.servers.allow(url, '2026-01-01T00:00:00Z');
  store.close();
  const again = openStore(folder);
  expect([again.servers.isAllowed(url), again.servers.cacheOf(url)]).toEqual([true, { pays: false }]);
  again.servers.keepCache(url, null);
  expect([again.servers.isAllowed(url), again.servers.cacheOf(url)]).toEqual([true, null]);
  again.close();
});
