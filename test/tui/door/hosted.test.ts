import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nobody } from '../../../src/app/run/person.ts';
import { setup } from '../../../src/commands/models/hosted.ts';
import type { Scope } from '../../../src/commands/scope.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { type Keyring, standInKeyring } from '../../keyring.ts';
import { chatsAt, screenOn } from './stocked.ts';

const planted = 'sk-planted-0123456789abcdef';
let file: string;
let keyring: Keyring;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-hosted-'));
  file = join(folder, 'sotto', 'config.toml');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  keyring = standInKeyring();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
});

const served = async (): Promise<string> => {
  const { url, close } = await startFakeServer({ dialect: 'vllm', apiKey: planted });
  onTestFinished(close);
  return url;
};

/** The screen of a chat without a model, where the key of a hosted one is to be kept. */
async function asked(url: string) {
  const { app, ids } = chatsAt({ backend: 'understudy' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/model\r');
  await emulator.shows('a hosted model');
  emulator.type('hosted\r');
  await emulator.shows('openrouter');
  emulator.type('address\r');
  await emulator.shows('Address of the service');
  emulator.type(`\x15${url}\r`);
  await emulator.shows('The name of its key');
  emulator.type('INN_KEY\r');
  return emulator;
}

const question = 'Where should the key be kept?';

describe('31 a hosted model', () => {
  test('is set up on the screen step by step, its key typed unseen and kept in the keyring once it works', async () => {
    const emulator = await asked(await served());
    await emulator.shows(question);
    emulator.type('k');
    await emulator.shows('The key INN_KEY');
    emulator.type('sk-wrong\r');
    await emulator.shows('refused the API key');
    expect(keyring.kept.size).toBe(0);
    emulator.type(`\x15${planted}`);
    await emulator.shows(`> ${'*'.repeat(planted.length)}`);
    emulator.type('\r');
    await emulator.shows('answers and is now in use');
    await emulator.hides('The name of its key');
    expect(keyring.kept).toEqual(new Map([['sotto/INN_KEY', planted]]));
    expect(readFileSync(file, 'utf8')).toContain('api_key_env = "INN_KEY"');
    expect(emulator.writes.join('') + readFileSync(file, 'utf8')).not.toContain(planted);
  });

  test('takes the key from a variable that is named there', async () => {
    const emulator = await asked(await served());
    await emulator.shows(question);
    vi.stubEnv('OTHER_KEY', planted);
    emulator.type('v');
    await emulator.shows('The variable that holds the key');
    emulator.type('\x15OTHER_KEY\r');
    await emulator.shows('answers and is now in use');
    expect(readFileSync(file, 'utf8')).toContain('api_key_env = "OTHER_KEY"');
    expect(keyring.kept.size).toBe(0);
  });

  test('asks for no place where the system has no keyring that answers, and says how to give the key', async () => {
    keyring.isLocked = true;
    const emulator = await asked(await served());
    await emulator.shows('$INN_KEY is empty: export it');
    expect(emulator.writes.join('')).not.toContain(question);
  });

  test('is asked for in the same words where a terminal runs `model setup`', async () => {
    const { app } = chatsAt({ backend: 'understudy' });
    const heard: string[] = [];
    app.person = {
      ...nobody,
      canAnswer: true,
      ask: async (text) => {
        heard.push(text);
        return 'k';
      },
      secret: async () => `${planted}\n`,
    };
    const scope = { side: 'script', app } as unknown as Scope;
    const values = { provider: await served(), keyEnv: 'INN_KEY', name: undefined, budget: undefined };
    expect(await setup.run(scope, values)).toMatchObject({ variable: 'INN_KEY', file });
    expect(heard).toEqual([
      expect.stringContaining(`${question} k in the system's keyring, v in a variable`),
    ]);
    expect(keyring.kept.get('sotto/INN_KEY')).toBe(planted);
  });
});

test('31 /model key takes a key unseen, and forgets it', async () => {
  const { app, ids } = chatsAt({ backend: 'understudy' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/model key INN_KEY\r');
  await emulator.shows('The key INN_KEY');
  emulator.type('two words\r');
  await emulator.shows('that is not a key');
  emulator.type(`\x15${planted}\r`);
  await emulator.shows('kept; api_key_env = "INN_KEY" uses it');
  expect(keyring.kept.get('sotto/INN_KEY')).toBe(planted);
  expect(emulator.writes.join('')).not.toContain(planted);
  emulator.type('/model key INN_KEY --forget\r');
  await emulator.shows('INN_KEY is no longer in the keyring');
});

test('31 a key that a server quotes is not on the screen', async () => {
  vi.stubEnv('INN_KEY', planted);
  const quoting = createServer(({ headers }, response) => {
    const said = String(headers.authorization);
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 1, message: `no ${said}`, type: said }, detail: said }));
  });
  await new Promise<void>((resolve) => quoting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void quoting.close());
  const url = `http://127.0.0.1:${(quoting.address() as AddressInfo).port}`;
  const { app, ids } = chatsAt({ backend: 'openai', url, model: 'x', apiKeyEnv: 'INN_KEY' }, 'The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('Is anybody there?\r');
  await emulator.shows('***');
  expect(emulator.writes.join('')).not.toContain(planted);
});
