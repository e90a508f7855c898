import { existsSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkEmbedding } from '../../src/app/doctor/embedding.ts';
import type { Finding } from '../../src/app/doctor/finding.ts';
import { serversAt } from '../../src/app/doctor/servers.ts';
import { App } from '../../src/app/run/app.ts';
import { anotherState, failureOf } from '../../src/inference/failure.ts';
import type { EmbeddingOptions } from '../fake-server/embeddings.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { freshFolder, openStore } from '../histories.ts';
import { atTheInn, innCard } from './inn.ts';
import { areShaped } from './shapes.ts';
import { type Line, ofType, Stage } from './sotto.ts';

const served = async (options: FakeServerOptions = {}): Promise<string> => {
  const { url, close } = await startFakeServer(options);
  onTestFinished(close);
  return url;
};

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A port that accepts and never answers. */
const silent = (): Promise<string> => listening(createServer(() => {}));

/** A llama.cpp server whose model says this. */
const saying = (content: string): Promise<string> => {
  const end = { content: '', stop: true, stop_type: 'eos', tokens_evaluated: 1, tokens_predicted: 1 };
  const events = [{ content, stop: false }, end].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const props = { build_info: 'b1', total_slots: 1, default_generation_settings: { n_ctx: 8192 } };
  const server = createHttpServer(({ url }, response) => {
    const isCompletion = url === '/completion';
    response.setHeader('content-type', isCompletion ? 'text/event-stream' : 'application/json');
    response.end(isCompletion ? events.join('') : JSON.stringify(props));
  });
  return listening(server);
};

const check = (lines: readonly Line[], name: string): Line | undefined =>
  ofType(lines, 'check').find((line) => line.name === name);

test('with no server: says so, that the understudy stands in and what to start; exit code 0, nothing is made', async () => {
  const stage = new Stage();
  const lines = await stage.json('doctor');
  expect(lines[0]).toMatchObject({ type: 'store', ok: true, chats: 0, file: join(stage.data, 'sotto.db') });
  const [probe] = ofType(lines, 'probe');
  areShaped(probe ? [probe] : []);
  expect(probe).toMatchObject({ kind: 'understudy', ok: true });
  expect(check(lines, 'start')).toMatchObject({ finding: expect.stringContaining('understudy') });
  expect(check(lines, 'node')?.finding).toContain(process.versions.node);
  expect(check(lines, 'terminal')).toMatchObject({ ok: true });
  expect(await stage.text('doctor')).toContain('does not exist yet');
  expect(existsSync(stage.data)).toBe(false);
});

test('the store: chats, size and schema', async () => {
  const stage = await atTheInn();
  const [store] = await stage.json('doctor');
  expect(store).toMatchObject({ ok: true, chats: 1, bytes: expect.any(Number), schema: expect.any(Number) });
  expect(store?.bytes).toBeGreaterThan(0);
});

test('a server: model, context, tokenizer, template, whether slots are kept, each line with a remedy', async () => {
  const stage = await atTheInn();
  const url = await served({ slots: 3, contextSize: 2048 });
  const lines = await stage.json('doctor', '--backend', 'auto', '--url', url);
  expect(ofType(lines, 'probe')[0]).toMatchObject({ kind: 'llamacpp', url, ok: true, contextSize: 2048 });
  expect(check(lines, 'context')).toMatchObject({ ok: false, remedy: expect.stringContaining('-c') });
  expect(check(lines, 'tokens')).toMatchObject({
    ok: true,
    finding: expect.stringMatching(/\d+ in a short/),
  });
  expect(check(lines, 'template')).toMatchObject({ remedy: expect.stringContaining('prompt.template') });
  expect(check(lines, 'cache')).toMatchObject({
    ok: true,
    finding: expect.stringContaining('every character gets its own'),
  });
  const text = await stage.text('doctor', '--backend', 'auto', '--url', url);
  expect(text).toMatch(/^model {7}llamacpp understudy at http/m);
  expect(text).toMatch(/^context {5}2048 tokens.*\n {12}prompts are cut/m);
});

test('a server that handed one speaker another’s state: how often that was seen, and what to do; nothing where it was not', async () => {
  const stage = await atTheInn();
  expect(check(await stage.json('doctor'), 'states')).toBeUndefined();
  const app = new App({ data: stage.data });
  const [chat] = app.store.chats.list();
  const { message: detail } = failureOf(anotherState({ url: 'http://localhost:8080', name: 'llama.cpp' }));
  const row = { chat: chat?.id ?? '', kind: 'line', owner: null, message: null, outcome: null, job: null };
  for (const at of ['2026-02-01T09:00:00Z', '2026-03-01T09:00:00Z']) {
    const said = { model: 'm', reason: 'error', detail, prompt: '', raw: '' } as const;
    const wanted = { type: 'choice', choices: [] } as const;
    app.store.failures.add({ ...row, ...said, wanted, at }, () => at);
  }
  app.close();
  expect(check(await stage.json('doctor'), 'states')).toMatchObject({
    ok: false,
    finding: expect.stringMatching(/another's state: seen here 2 times, last on 2026-03-01/),
    remedy: expect.stringContaining('--cache-ram 0'),
  });
});

test('one slot: how to start llama.cpp for this cast', async () => {
  const cast = { ...innCard, chars: ['Alice', 'Bob', 'Carl', 'Dora', 'Emil'] };
  const stage = await atTheInn(cast);
  const lines = await stage.json('doctor', '--backend', 'llamacpp', '--url', await served());
  expect(check(lines, 'cache')).toMatchObject({
    ok: false,
    remedy: expect.stringMatching(/llama-server -m \S+ -c 36864 -np 4 --no-cache-idle-slots/),
  });
});

test('a server without a tokenizer: tokens are estimated', async () => {
  const url = await served({ dialect: 'ollama' });
  const lines = await new Stage().json('doctor', '--backend', 'ollama', '--url', url);
  expect(check(lines, 'tokens')).toMatchObject({ ok: false, finding: expect.stringContaining('estimated') });
  expect(check(lines, 'cache')).toBeUndefined();
});

const troubles: [string, () => Promise<string>, RegExp][] = [
  ['refuses', async () => 'http://127.0.0.1:1', /no server answers/],
  ['is still loading', () => served({ fail: { mode: 'loading' } }), /loading/],
  ['accepts and never answers', silent, /did not answer in time/],
];

test.each(troubles)(
  'a configured server that %s: exit code 4, after everything else was told',
  async (_, at, says) => {
    const stage = await atTheInn();
    const run = await stage.run('doctor', '--json', '--backend', 'llamacpp', '--url', await at());
    expect(run.code).toBe(4);
    expect(ofType(run.lines, 'store')).toHaveLength(1);
    expect(ofType(run.lines, 'probe')[0]).toMatchObject({ ok: false, finding: expect.stringMatching(says) });
    expect(check(run.lines, 'node')).toBeDefined();
    expect(run.lines.at(-1)).toMatchObject({ type: 'error', message: expect.stringMatching(says) });
    expect(run.stderr).toMatch(/^sotto: .*\n$/);
  },
);

test('every server that answers is found, in order; what is silent or no model server is passed over', async () => {
  const urls = [
    await served({ dialect: 'koboldcpp' }),
    await silent(),
    await served({ fail: { mode: 'html' } }),
    'http://127.0.0.1:1',
    await served(),
  ];
  const config = { kind: 'auto', firstTokenTimeoutMs: 0, silenceTimeoutMs: 0 };
  const found = await serversAt(
    config,
    urls.map((url) => ({ url })),
    { findMs: 1000, askMs: 1000 },
  );
  expect(found.map(({ probe }) => [probe.kind, probe.url, probe.ok])).toEqual([
    ['koboldcpp', urls[0], true],
    ['llamacpp', urls[4], true],
  ]);
});

test('a damaged store is told with the rest; exit code 5', async () => {
  const stage = await atTheInn();
  writeFileSync(
    join(stage.data, 'sotto.db'),
    'this is no database, though it is where one should be. '.repeat(99),
  );
  const run = await stage.run('doctor', '--json');
  expect(run.code).toBe(5);
  expect(run.lines[0]).toMatchObject({ type: 'store', ok: false, remedy: expect.stringMatching(/./) });
  expect(ofType(run.lines, 'probe')).not.toEqual([]);
  expect(await stage.run('config', 'show')).toMatchObject({ code: 0 });
});

test('RP-010 an enabled classifier is asked a question; one that gives no answer is told, exit code 4', async () => {
  const enabled = { SOTTO_BACKEND_CLASSIFIER_ENABLED: 'true' };
  const url = await saying(' yes');
  const lines = await new Stage(enabled).json('doctor', '--backend', 'llamacpp', '--url', url);
  expect(check(lines, 'classifier')).toMatchObject({ ok: true, finding: expect.stringContaining('"yes"') });
  const own = { ...enabled, SOTTO_BACKEND_CLASSIFIER_KIND: 'llamacpp' };
  const stage = new Stage({ ...own, SOTTO_BACKEND_CLASSIFIER_URL: await saying('Perhaps.') });
  const run = await stage.run('doctor', '--json');
  expect(run.code).toBe(4);
  expect(ofType(run.lines, 'probe').map(({ kind }) => kind)).toEqual(['understudy', 'llamacpp']);
  expect(run.lines.at(-1)).toMatchObject({ code: 'no_answer', message: expect.stringContaining('Perhaps') });
});

test('models: what the server in use serves, marked; without one, how to start it', async () => {
  const stage = new Stage();
  const url = await served({ models: ['fox', 'owl'] });
  const given = ['--backend', 'auto', '--url', url, '--model', 'owl'];
  const lines = await stage.json('models', ...given);
  expect(lines.filter(({ what }) => what === 'served')).toMatchObject([
    { type: 'model', kind: 'llamacpp', source: url, running: url, model: 'fox', inUse: false },
    { type: 'model', kind: 'llamacpp', source: url, running: url, model: 'owl', inUse: true },
  ]);
  expect(await stage.json('model', 'list', ...given)).toEqual(lines);
  const { code, stdout, stderr } = await stage.run('models', '--backend', 'understudy');
  expect(code).toBe(0);
  expect(stdout).toMatch(/to fetch: hf:/);
  expect(stderr).toContain('llama-server -m');
});

const embedding = (url: string, more: object = {}) => ({
  SOTTO_MEMORY_EMBED_ENABLED: 'true',
  SOTTO_MEMORY_EMBED_KIND: 'llamacpp',
  SOTTO_MEMORY_EMBED_URL: url,
  ...more,
});

test('RP-072 a server that embeds: its model, how many dimensions, and what waits to be embedded', async () => {
  const heard: string[] = [];
  const url = await served({ embeddings: { dimension: 48, heard: (texts) => heard.push(...texts) } });
  const stage = await atTheInn(innCard, embedding(url));
  await stage.run('say', 'The beacon is lit.', '--no-reply');
  const found = async () => check(await stage.json('doctor'), 'embedding');
  expect(await found()).toMatchObject({
    ok: true,
    finding: expect.stringMatching(
      /^bag of llamacpp at http:\S+: vectors of 48 dimensions; texts: 0 emb.* 2 w/,
    ),
    remedy: expect.stringContaining('sotto settle'),
  });
  expect(heard).toHaveLength(1);
  expect(heard[0]).not.toContain('beacon');
  await stage.run('settle');
  expect(await found()).toMatchObject({ finding: expect.stringMatching(/: 2 embedded, 0 w/), remedy: '' });
  expect(check(await new Stage().json('doctor'), 'embedding')).toBeUndefined();
  expect(check(await new Stage(embedding(url)).json('doctor'), 'embedding')).toMatchObject({
    ok: true,
    finding: expect.stringMatching(/48 dimensions$/),
  });
});

const embeddingTroubles: [string, () => Promise<string>, RegExp][] = [
  ['does not answer', async () => 'http://127.0.0.1:1', /127\.0\.0\.1:1/],
  ['has no model that embeds', () => served(), /embed/],
  ['gives no vectors', () => served({ embeddings: { fault: 'refuse' } }), /too large/],
];

test.each(embeddingTroubles)(
  'RP-072 a server for embeddings that %s is told, exit code 4, after everything else was',
  async (_, at, says) => {
    const stage = new Stage(embedding(await at()));
    const run = await stage.run('doctor', '--json');
    expect(run.code).toBe(4);
    expect(check(run.lines, 'embedding')).toMatchObject({ ok: false, finding: expect.stringMatching(says) });
    expect(check(run.lines, 'node')).toBeDefined();
  },
);

test('RP-072 another model under the name of the one before is told, and what to do', async () => {
  const embeddings: EmbeddingOptions = {};
  const stage = await atTheInn(innCard, embedding(await served({ embeddings })));
  await stage.run('say', 'The beacon is lit.', '--no-reply');
  await stage.run('settle');
  embeddings.dimension = 48;
  const { code, lines } = await stage.run('doctor', '--json');
  expect(code).toBe(4);
  expect(check(lines, 'embedding')).toMatchObject({ remedy: expect.stringContaining('another name') });
});

test('RP-072 where vectors cannot be compared on this machine, that is told beside the server', async () => {
  const { folder, remove } = freshFolder();
  const store = openStore(folder, { loadVectors: () => 'no vectors here; words alone are looked up' });
  onTestFinished(() => {
    store.close();
    remove();
  });
  const { given } = new App({ data: folder });
  const { memory } = given.config;
  const embed = { ...memory.embed, enabled: true, kind: 'llamacpp', url: await served({ embeddings: {} }) };
  const loaded = { ...given, config: { ...given.config, memory: { ...memory, embed } } } as typeof given;
  const findings: Finding[] = [];
  for await (const finding of checkEmbedding(loaded, store)) findings.push(finding);
  expect(findings).toMatchObject([
    { name: 'embedding', ok: true, finding: expect.stringContaining('64 dimensions') },
    { name: 'embedding', ok: false, finding: 'no vectors here', remedy: 'words alone are looked up' },
  ]);
});

test('31 what the server can do is told, and what cache.keep comes to there', async () => {
  const stage = await atTheInn();
  const at = (url: string) => ['--backend', 'llamacpp', '--url', url] as const;
  const lines = await stage.json('doctor', ...at(await served({ slots: 2, embeddings: { dimension: 8 } })));
  expect(ofType(lines, 'abilities')).toMatchObject([{ embeddings: true, grammar: true, vision: false }]);
  expect(check(lines, 'kept')).toBeUndefined();
  const config = ['--config', stage.file('keeping.toml', '[cache]\nkeep = true\n')] as const;
  const without = await stage.json('doctor', ...config, ...at(await served({ slots: 2 })));
  expect(check(without, 'kept')).toMatchObject({
    ok: false,
    remedy: 'start it with --slot-save-path DIRECTORY',
  });
  const slotSavePath = stage.folder;
  const keeping = await stage.json('doctor', ...config, ...at(await served({ slots: 2, slotSavePath })));
  expect(check(keeping, 'kept')).toMatchObject({ ok: true });
});
