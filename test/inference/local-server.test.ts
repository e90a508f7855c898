import { expect, test } from 'vitest';
import { isLocalServer } from '../../src/inference/local-server.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { clientOf } from './dialects.ts';
import { patience } from './replies.ts';

test.each([
  'http://127.0.0.1:8080',
  'http://127.9.9.9',
  'http://localhost:5001',
  'http://localhost.:5001',
  'http://0.0.0.0:8080',
  'http://[::1]:8080',
  'http://[::ffff:192.168.1.5]',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'https://192.168.178.20:5000/v1',
  'http://169.254.7.7',
  'http://[fc00::1]',
  'http://[fdab::1]',
  'http://[fe80::1]',
  'http://tower',
  'http://tower.local:8080',
  'http://tower.lan',
])('%s is nearby', (url) => {
  expect(isLocalServer(url)).toBe(true);
});

test.each([
  'https://openrouter.ai/api/v1',
  'http://8.8.8.8',
  'http://172.15.0.1',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://11.0.0.1',
  'http://[2001:db8::1]',
  'http://[::ffff:8.8.8.8]',
  'https://my.cloud.example',
  'https://local.example',
  'https://10.0.0.1.example',
])('%s is not nearby', (url) => {
  expect(isLocalServer(url)).toBe(false);
});

test('servers of this machine are free, services and far ones are metered', async () => {
  const open = async (kind: string, url: string, model = 'm') =>
    (await openBackend({ kind, url, model, ...patience })).isMetered === true;
  const near = 'http://127.0.0.1:1';
  const far = 'https://gpu.example';
  for (const kind of ['llamacpp', 'koboldcpp', 'ollama', 'openai', 'openai-chat']) {
    expect([kind, await open(kind, near), await open(kind, far)]).toEqual([kind, false, true]);
  }
  expect(await open('ollama', near, 'gpt-oss:120b-cloud')).toBe(true);
  for (const url of [
    'https://openrouter.ai/api/v1',
    'https://api.deepseek.com',
    'https://api.openai.com/v1',
  ]) {
    expect(await open('auto', url)).toBe(true);
  }
  expect(clientOf({ dialect: 'openrouter' }, near).isMetered).toBe(true);
  expect(clientOf({ dialect: 'openai' }, near).isMetered).toBe(false);
  expect(createUnderstudy().isMetered ?? false).toBe(false);
});
