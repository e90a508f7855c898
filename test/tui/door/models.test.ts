import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startFakeServer } from '../../fake-server/server.ts';
import type { FakeServerOptions } from '../../fake-server/server-state.ts';
import { tinyModel } from '../../gguf/tiny-model.ts';
import { startHub } from '../../models/hub.ts';
import { Machine, serverRoads } from '../../models/roads.ts';
import { chatsAt, screenOn } from './stocked.ts';

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-models-'));
  file = join(folder, 'sotto', 'config.toml');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
});

const served = async (options: FakeServerOptions = {}): Promise<string> => {
  const { url, close } = await startFakeServer(options);
  onTestFinished(close);
  return url;
};

test('/model lists what the server in use serves; another of its models is now in use, and is kept', async () => {
  const url = await served({ models: ['fox', 'owl'] });
  const { app, ids } = chatsAt({ backend: 'auto', url, model: 'owl' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/model\r');
  await emulator.shows(/\* owl {2,}llamacpp at http/);
  await emulator.shows('It is in use.');
  emulator.type('fox\r');
  await emulator.shows('fox is now in use');
  expect(readFileSync(file, 'utf8')).toContain('model = "fox"');
  emulator.type('/model owl\r');
  await emulator.shows('owl is now in use');
  emulator.type('/model crow\r');
  await emulator.shows('no server has a model "crow"');
});

test('/model without a server says how to start one, goes to another address, and back to the understudy', async () => {
  const url = await served({ dialect: 'koboldcpp' });
  const { app, ids } = chatsAt({ backend: 'understudy' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  await emulator.shows('understudy: no model');
  emulator.type('/model\r');
  await emulator.shows('another address');
  emulator.type('another\r');
  await emulator.shows('> http://');
  emulator.type('\x15nowhere\r');
  await emulator.shows('must be an http:// or https:// address');
  emulator.type(`\x15${url}\r`);
  await emulator.shows('is now in use');
  await emulator.hides('Address of a model server');
  await emulator.shows('koboldcpp');
  emulator.type('/model\r');
  await emulator.shows('the understudy  no model');
  emulator.type('the understudy\r');
  await emulator.shows('no model is in use: the understudy answers');
  await emulator.shows('understudy: no model');
});

test('a key that is meant for one server is not sent to another', async () => {
  const keys: (string | undefined)[] = [];
  const url = await served({ apiKey: 'secret-of-one' });
  const { createServer } = await import('node:http');
  const other = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  vi.stubEnv('KEY_OF_ONE', 'secret-of-one');
  const { app, ids } = chatsAt({ backend: 'llamacpp', url, apiKeyEnv: 'KEY_OF_ONE' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  await emulator.shows('llamacpp');
  emulator.type('/model\r');
  await emulator.shows('another address');
  emulator.type('another\r');
  await emulator.shows('> http://');
  emulator.type(`\x15http://127.0.0.1:${(other.address() as { port: number }).port}\r`);
  await emulator.hides('Address of a model server');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => key !== undefined)).toEqual([]);
});

test('/set backend.url counts at once', async () => {
  const url = await served({ dialect: 'koboldcpp' });
  const { app, ids } = chatsAt({ backend: 'auto', url: 'http://127.0.0.1:1' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type(`/set backend.url ${url}\r`);
  await emulator.shows('koboldcpp');
});

test('/model pull fetches a model over a network that breaks while one plays on, and the chat goes on with it', async () => {
  const [road = null] = serverRoads;
  const hub = await startHub({ files: { 'tiny-Q4_K_M.gguf': tinyModel() } });
  hub.faults.push('cut', 'cut');
  const { env } = new Machine(road);
  for (const name of ['PATH', 'XDG_RUNTIME_DIR', 'SOTTO_BACKEND_KEEP_ALIVE']) vi.stubEnv(name, env[name]);
  vi.stubEnv('HF_ENDPOINT', hub.url);
  const { app, ids } = chatsAt({ backend: 'understudy' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  await emulator.shows('understudy: no model');
  emulator.type('/model pull hf:someone/tiny\r');
  await emulator.shows('Fetch tiny-Q4_K_M.gguf?');
  emulator.type('y');
  await emulator.shows('tiny-Q4_K_M is here, and the chat goes on with it');
  expect(readFileSync(file, 'utf8')).toMatch(/model = ".*tiny-Q4_K_M\.gguf"/);
  await emulator.shows(/llamacpp /);
  await emulator.hides('no model');
});
