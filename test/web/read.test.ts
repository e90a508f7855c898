import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { never, page, served, webWith } from './served.ts';

const words = 'The ferry leaves at dusk, and nobody aboard knows the captain. '.repeat(8);
const article = `<html><head><title>The last
  ferry</title><style>p { color: red }</style><script>document.title = 'stolen'</script></head>
  <body><nav><a href="/a">Home</a></nav><article><h2>Dusk</h2><p>${words}</p><ul><li>a lamp</li></ul>
  <script>steal()</script></article></body></html>`;

describe('a page', () => {
  test('HC-33 is read as Markdown: its article, without scripts and styles', async () => {
    const { url } = await page(article);
    const { title, text } = await webWith().read(url, never);
    expect(title).toBe('The last ferry');
    expect(text).toContain('## Dusk');
    expect(text).toContain('nobody aboard knows the captain');
    expect(text).toMatch(/- +a lamp/);
    expect(text).not.toMatch(/steal|stolen|color/);
  });

  test.each([
    ['a fragment', 'just <b>a few</b> words', 'just **a few** words'],
    ['one without an article', '<html><body><p>Hello.</p></body></html>', 'Hello.'],
  ])('%s is read whole', async (_, html, text) => {
    const { url } = await page(html);
    expect((await webWith().read(url, never)).text).toBe(text);
  });

  test.each(['text/plain', 'text/markdown; charset=utf-8'])('of type %s is read as it is', async (type) => {
    const { url } = await page('# Dusk <b>', type);
    expect(await webWith().read(`${url}/a/log.md`, never)).toEqual({ title: 'log.md', text: '# Dusk <b>' });
  });

  test.each([
    ['its type', 'text/plain; charset=iso-8859-1', 'café'],
    ['nothing that is known', 'text/plain; charset=unheard-of', 'caf\u{fffd}'],
  ])('is in the encoding that %s names', async (_, type, text) => {
    const { url } = await page(Buffer.from('café', 'latin1'), type);
    expect((await webWith().read(url, never)).text).toBe(text);
  });

  test('is unpacked', async () => {
    const { url } = await page(gzipSync('Hello.'), 'text/plain', { 'content-encoding': 'gzip' });
    expect((await webWith().read(url, never)).text).toBe('Hello.');
  });

  test('can do nothing to a terminal, and is cut to its bounds', async () => {
    const { url } = await page(
      `<title>${'T\u{1b}[2J'.repeat(50_000)}</title><p>${'a\u{1b}]0;x\u{7} '.repeat(90_000)}`,
    );
    const { title, text } = await webWith().read(url, never);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(title + text).not.toMatch(/[\u{1b}\u{7}]/u);
  });
});

describe('redirects', () => {
  test('are followed, relative ones too', async () => {
    const { url, asked } = await served(({ url: path }, response) =>
      path === '/a'
        ? response.writeHead(302, { location: '/b' }).end()
        : response.writeHead(200, { 'content-type': 'text/plain' }).end('Here.'),
    );
    expect((await webWith().read(`${url}/a`, never)).text).toBe('Here.');
    expect(asked).toEqual(['/a', '/b']);
  });

  test.each([
    ['another address of this machine', 'http://127.0.0.2/', 'private_address'],
    ['one of the network at home', 'http://192.168.0.1/', 'private_address'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', 'private_address'],
    ['a name for this machine', 'http://localhost/', 'private_address'],
    ['a file', 'file:///etc/passwd', 'bad_url'],
    ['an address with a password', 'http://a:b@example.com/', 'bad_url'],
  ])('to %s are refused', async (_, location, code) => {
    const { url, asked } = await served((_, response) => response.writeHead(302, { location }).end());
    const lookup = async () => [{ address: '127.0.0.2', family: 4 }];
    await expect(webWith({ lookup }).read(url, never)).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  test('without end are given up', async () => {
    const { url, asked } = await served((_, response) => response.writeHead(301, { location: '/' }).end());
    await expect(webWith().read(url, never)).rejects.toMatchObject({ code: 'too_many_redirects' });
    expect(asked).toHaveLength(6);
  });
});

describe('a name', () => {
  const home = { address: '127.0.0.1', family: 4 };

  test('is resolved once for a request, and what was checked is connected to', async () => {
    const { port } = await page('Hello.', 'text/plain');
    const names: string[] = [];
    const lookup = async (name: string) => {
      names.push(name);
      return names.length === 1 ? [home] : [{ address: '127.0.0.2', family: 4 }];
    };
    expect((await webWith({ lookup }).read(`http://ferry.example:${port}/`, never)).text).toBe('Hello.');
    expect(names).toEqual(['ferry.example']);
  });

  test('that resolves anew to an address of this machine is refused there', async () => {
    const { port, asked } = await served((_, response) =>
      response.writeHead(302, { location: '/b', connection: 'close' }).end(),
    );
    const answers = [[home], [{ address: '10.0.0.1', family: 4 }]];
    const lookup = async () => answers.shift() ?? [];
    await expect(webWith({ lookup }).read(`http://ferry.example:${port}/`, never)).rejects.toMatchObject({
      code: 'private_address',
    });
    expect(asked).toEqual(['/']);
  });

  test('with one address that is not public among its addresses is refused', async () => {
    const lookup = async () => [home, { address: '::1', family: 6 }];
    await expect(webWith({ lookup }).read('http://ferry.example/', never)).rejects.toMatchObject({
      code: 'private_address',
    });
  });

  test('that nobody knows is told in one line', async () => {
    const lookup = async () => Promise.reject(new Error('ENOTFOUND'));
    await expect(webWith({ lookup }).read('http://ferry.example/', never)).rejects.toThrow(
      'ferry.example cannot be reached: check the address, and whether this machine is online',
    );
  });
});

describe('bounds', () => {
  test('a stream of 2 GB is read no further than 2 MB', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, 'a');
    const { url } = await served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': String(2 ** 31) });
      const more = () => {
        while (!response.destroyed && sent < 2 ** 31 && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    await expect(webWith().read(url, never)).rejects.toMatchObject({ code: 'too_large' });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('what unpacks to 200 MB is unpacked no further than 2 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(2 ** 20);
    const { url } = await page(bomb, 'text/plain', { 'content-encoding': 'gzip' });
    await expect(webWith().read(url, never)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('what is packed in a way that nobody asked for is not read', async () => {
    const { url } = await page('?', 'text/plain', { 'content-encoding': 'zstd, gzip' });
    await expect(webWith().read(url, never)).rejects.toMatchObject({ code: 'wrong_type' });
  });

  test('what drips without end is given up when the time is over', async () => {
    const { url } = await served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const drip = setInterval(() => response.write('a'), 5);
      response.on('close', () => clearInterval(drip));
    });
    await expect(webWith({ limitMs: 100 }).read(url, never)).rejects.toMatchObject({ code: 'timed_out' });
  });

  test('what answers nothing is given up when it is stopped', async () => {
    const stop = new AbortController();
    const { url } = await served(() => stop.abort());
    await expect(webWith().read(url, stop.signal)).rejects.toMatchObject({ family: 'interrupted' });
  });

  test('a name whose lookup hangs is given up', async () => {
    const lookup = () => new Promise<never>(() => {});
    const web = webWith({ lookup, limitMs: 50 });
    await expect(web.read('http://ferry.example/', never)).rejects.toMatchObject({ code: 'timed_out' });
  });

  test('a page over which a parser would sit for minutes holds up nobody', async () => {
    const { url } = await page('<div>'.repeat(300_000));
    const reading = webWith({ limitMs: 2000 }).read(url, never);
    await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^(?:timed_out|no_text)$/) });
  });

  test.each(['image/png', 'application/octet-stream', 'application/pdf', ''])(
    'the type %j is not read',
    async (type) => {
      const { url } = await page('GIF89a', type);
      await expect(webWith().read(url, never)).rejects.toMatchObject({ code: 'wrong_type' });
    },
  );

  test('a page that is not there, or holds nothing, is told in one line', async () => {
    const gone = await served((_, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('no'),
    );
    await expect(webWith().read(gone.url, never)).rejects.toThrow('it answered 404');
    const empty = await page('<html><body><script>1</script></body></html>');
    await expect(webWith().read(empty.url, never)).rejects.toMatchObject({ code: 'no_text' });
  });
});
