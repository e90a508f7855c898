import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { Machine } from './roads.ts';

const served = async () => {
  const { url, close } = await startFakeServer({ dialect: 'vllm', apiKey: 'secret-key' });
  onTestFinished(close);
  return url;
};

test('model setup tries one token and writes a config file with its comments, and no key', async () => {
  const url = await served();
  const machine = new Machine(null, { MY_KEY: 'secret-key' });
  const config = join(machine.folder, 'own.toml');
  const { SOTTO_BACKEND_KIND: _, ...env } = machine.env;
  Object.assign(machine, { env });
  const args = [
    '--data',
    machine.data,
    '--json',
    'model',
    'setup',
    url,
    '--key-env',
    'MY_KEY',
    '--budget',
    '2',
  ];
  Object.assign(machine.env, { XDG_CONFIG_HOME: machine.folder });
  const { code, stdout, stderr, lines } = await machine.run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [{ file } = { file: '' }] = lines;
  const written = readFileSync(file, 'utf8');
  expect(written).toContain(`url = "${url}"`);
  expect(written).toContain('api_key_env = "MY_KEY"');
  expect(written).toContain('budget = 2');
  expect(written).toContain('# How turns are marked');
  expect(written + stdout).not.toContain('secret-key');
  expect(existsSync(config)).toBe(false);
});

test('what does not work writes nothing and shows no key', async () => {
  const url = await served();
  const machine = new Machine(null, { MY_KEY: 'another-key' });
  Object.assign(machine.env, { XDG_CONFIG_HOME: machine.folder });
  const wrong = await machine.run('model', 'setup', url, '--key-env', 'MY_KEY');
  expect(wrong.code).toBe(4);
  expect(wrong.stderr + wrong.stdout).not.toContain('another-key');
  expect((await machine.run('model', 'setup', url, '--key-env', 'NONE_THERE')).stderr).toContain(
    '$NONE_THERE is empty',
  );
  expect((await machine.run('model', 'setup', 'openrouter')).stderr).toContain(
    '--named mistralai/mistral-nemo',
  );
  expect((await machine.run('model', 'setup', 'nowhere')).code).toBe(2);
  expect((await machine.run('model', 'setup')).stderr).toContain('say which provider');
  expect(existsSync(join(machine.folder, 'sotto', 'config.toml'))).toBe(false);
});
