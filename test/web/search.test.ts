import { expect, test } from 'vitest';
import { createWeb } from '../../src/web/web.ts';
import { never, page, served } from './served.ts';

const hit = (n: number) => ({ title: `Hit ${n}`, url: `https://example.com/${n}`, content: `About ${n}` });
const search = (searchUrl: string, query = 'dusk & dawn') => createWeb({ searchUrl }).search(query, never);
const json = (value: unknown) => page(JSON.stringify(value), 'application/json');

test('HC-54 a search asks the configured address, which may be local, and tells the first eight hits', async () => {
  const { url, asked } = await json({ results: Array.from({ length: 20 }, (_, n) => hit(n)) });
  const hits = await search(url);
  expect(asked).toEqual(['/search?q=dusk+%26+dawn&format=json']);
  expect(hits).toHaveLength(8);
  expect(hits[0]).toEqual({ title: 'Hit 0', url: 'https://example.com/0', snippet: 'About 0' });
});

test('an address with a path and a query of its own is kept', async () => {
  const { url, asked } = await json({ results: [] });
  expect(await search(`${url}/find?language=en`)).toEqual([]);
  expect(asked).toEqual(['/find?language=en&q=dusk+%26+dawn&format=json']);
});

test('hits are cut, can do nothing to a terminal, and lead to http and https alone', async () => {
  const { url } = await json({
    results: [
      {
        title: `a\u{1b}[2J${'b'.repeat(9000)}`,
        url: 'https://example.com/',
        content: `c\n\u{9b}d${'e'.repeat(9000)}`,
      },
      { title: 'f', url: 'javascript:alert(1)', content: '' },
      { title: 'g', url: `https://example.com/${'h'.repeat(9000)}`, content: '' },
      { title: 7, url: 'https://example.com/' },
      { title: 'i', url: 'https://example.com/i', content: null },
    ],
  });
  const hits = await search(url);
  expect(hits.map(({ title }) => title[0])).toEqual(['a', 'i']);
  expect(hits[0]?.title).toHaveLength(200);
  expect(hits[0]?.snippet.length).toBeLessThanOrEqual(400);
  expect(JSON.stringify(hits)).not.toMatch(/\\u001b|\u{9b}|\\n/u);
});

test.each([
  ['there is none', '', 'no search is set up: set search_url'],
  ['it is no address', 'nowhere', 'no search is set up: set search_url'],
])('where %s, that is told', async (_, url, said) => {
  await expect(search(url)).rejects.toThrow(said);
});

test('a search that answers something else is told in one line', async () => {
  const html = await page('<html></html>');
  await expect(search(html.url)).rejects.toMatchObject({ code: 'no_search' });
  const refused = await served((_, response) =>
    response.writeHead(403, { 'content-type': 'text/html' }).end(),
  );
  await expect(search(refused.url)).rejects.toThrow('it answered 403');
  const elsewhere = await served((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  await expect(search(elsewhere.url)).rejects.toThrow('it leads to another address');
  const strange = await json({ results: 'many' });
  await expect(search(strange.url)).rejects.toMatchObject({ code: 'no_search' });
});

test('one that does not answer is told in one line', async () => {
  await expect(search('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'unreachable' });
});
