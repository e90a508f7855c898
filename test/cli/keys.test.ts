import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { type Keyring, standInKeyring } from '../keyring.ts';
import { innCard } from './inn.ts';
import { type Run, Stage } from './sotto.ts';

const planted = 'sk-planted-0123456789abcdef';
let keyring: Keyring;

beforeEach(() => {
  keyring = standInKeyring();
});

/** A place without the variable. */
const stageWith = (env: Record<string, string> = {}): Stage => new Stage(env);

describe('31 the system’s keyring', () => {
  test('keeps a key under the name that api_key_env gives, and forgets it', async () => {
    const stage = stageWith();
    const { url, close } = await startFakeServer({ apiKey: planted });
    onTestFinished(close);
    await stage.json('--backend', 'understudy', 'new', stage.file('inn.json', JSON.stringify(innCard)));
    const say = [
      'say',
      'Is anybody there?',
      '--backend',
      'llamacpp',
      '--url',
      url,
      '--api-key-env',
      'INN_KEY',
    ];
    const without = await stage.run(...say);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('`sotto model key INN_KEY`');
    const keeping = await stage.feed(`${planted}\n`, 'model', 'key', 'INN_KEY', '--json');
    expect(keeping.lines).toEqual([{ type: 'key', name: 'INN_KEY', kept: true }]);
    expect((await stage.run(...say)).code).toBe(0);
    expect(await stage.text('model', 'key', 'INN_KEY', '--forget')).toContain('no longer');
    expect((await stage.run(...say)).code).toBe(2);
    expect((await stage.run('model', 'key', 'INN_KEY', '--forget')).code).toBe(3);
  });

  test('that is locked or missing is said, without what it holds; what is no key is refused', async () => {
    const stage = stageWith();
    expect((await stage.feed('two words', 'model', 'key', 'INN_KEY')).code).toBe(2);
    expect((await stage.feed('', 'model', 'key', 'INN_KEY')).code).toBe(2);
    const asName = [
      await stage.feed(planted, 'model', 'key', planted),
      await stage.run('model', 'setup', 'http://127.0.0.1:1', '--key-env', planted),
    ];
    for (const { code, stderr } of asName) {
      expect(code).toBe(2);
      expect(stderr).not.toContain(planted);
    }
    keyring.kept.set('sotto/INN_KEY', planted);
    keyring.isLocked = true;
    const { code, stderr } = await stage.feed(planted, 'model', 'key', 'INN_KEY');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('the system has no keyring that sotto can open'),
    });
    expect(stderr).not.toContain(planted);
  });
});

/** All that lies in a folder and below it, by name. */
function* filesIn(folder: string): Generator<readonly [string, Buffer]> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else yield [path, readFileSync(path)];
  }
}

/** A server that quotes the key of whoever asks, in every way that a server can answer. */
async function telltale(): Promise<string> {
  let count = 0;
  const server = createServer(({ headers, url }, response) => {
    const said = String(headers.authorization);
    count += 1;
    if (url?.startsWith('/completion') && count % 3 === 0) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: {"error":{"code":500,"message":"bad ${said}","type":"server_error"}}\n\n`);
      return;
    }
    const statuses = [401, 400, 500, 404, 429, 503];
    response.writeHead(statuses[count % statuses.length] ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 1, message: `no ${said}`, type: said }, detail: said }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('31 a key is in nothing that is said, shown, kept, backed up or exported, whoever quotes it', async () => {
  const stage = stageWith({ INN_KEY: planted, SOTTO_BACKEND_FIRST_TOKEN_TIMEOUT: '2' });
  const good = await startFakeServer({ apiKey: planted });
  onTestFinished(good.close);
  const bad = await telltale();
  await stage.json('--backend', 'understudy', 'new', stage.file('inn.json', JSON.stringify(innCard)));
  const runs: Run[] = [];
  const at = (url: string) => ['--backend', 'llamacpp', '--url', url, '--api-key-env', 'INN_KEY'];
  for (const url of [good.url, bad]) {
    for (const command of [
      ['say', 'Is anybody there?'],
      ['say', 'And now?', '--debug'],
      ['config', 'show'],
      ['config', 'show', '--json'],
      ['doctor'],
      ['doctor', '--json'],
      ['model', 'list', '--json'],
      ['settle'],
      ['failures', '--all', '--json'],
      ['prompt', '--for', 'Bob', '--json'],
    ])
      runs.push(await stage.run(...command, ...at(url)));
  }
  runs.push(await stage.run('model', 'setup', bad, '--key-env', 'INN_KEY'));
  runs.push(await stage.run('model', 'setup', good.url, '--key-env', 'INN_KEY'));
  for (const command of [
    ['config', 'show'],
    ['events'],
    ['backup', 'b.db'],
    ['chat', 'export', '--format', 'jsonl'],
  ])
    runs.push(await stage.run(...command));
  expect(runs.filter(({ code }) => code === 0).length).toBeGreaterThan(8);
  expect(runs.some(({ code }) => code === 4)).toBe(true);
  expect(runs.some(({ stdout, stderr }) => (stdout + stderr).includes('***'))).toBe(true);
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(planted);
  const files = [...filesIn(stage.folder)];
  expect(files.length).toBeGreaterThan(3);
  for (const [path, bytes] of files)
    expect({ path, isThere: bytes.includes(planted) }).toEqual({ path, isThere: false });
});
