import { expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import { KnownBackend } from '../../src/play/server/known-backend.ts';
import { plainTemplate } from '../../src/prompt/template/turn-template.ts';

const chatml: NonNullable<Backend['applyTemplate']> = async (messages) =>
  `${messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;

const known = (about: Partial<Backend>, model = 'some-model'): KnownBackend => {
  const backend = {
    kind: 'llamacpp',
    url: 'http://x',
    isModel: true,
    applyTemplate: chatml,
    ...about,
  } as Backend;
  const probe = {
    kind: 'llamacpp',
    url: 'http://x',
    ok: true,
    model,
    contextSize: 0,
    slots: 1,
    finding: '',
    remedy: '',
  };
  return new KnownBackend(backend, probe);
};

const cueOf = async (server: KnownBackend, wanted: 'auto' | 'usual' | 'server') =>
  (await server.turns(wanted))?.cue ?? null;

const own = '<|im_start|>assistant';

test('a model of sotto’s own that was taught to answer has its own template, unless the settings say otherwise', async () => {
  expect(await cueOf(known({ isTuned: true }), 'usual')).toContain(own);
  expect(await cueOf(known({ isTuned: true }), 'auto')).toContain(own);
  expect(await known({ isTuned: true }).turns(plainTemplate)).toBe(plainTemplate);
});

test('a base model goes on with plain names', async () => {
  expect(await known({ isTuned: false }).turns('usual')).toBe(plainTemplate);
  expect(await known({ isTuned: false }).turns('auto')).toBe(plainTemplate);
  expect(await known({}, 'gemma-2b-pt-Q4_K_M.gguf').turns('auto')).toBe(plainTemplate);
});

test('other servers stay plain until auto is asked for', async () => {
  expect(await known({}).turns('usual')).toBe(plainTemplate);
  expect(await cueOf(known({}), 'auto')).toContain(own);
});

test('a template that cannot be read is plain under auto, and told under server', async () => {
  const unreadable = { applyTemplate: async () => 'nothing of it', isTuned: true };
  expect(await known(unreadable).turns('auto')).toBe(plainTemplate);
  expect(await known(unreadable).turns('server')).toBeNull();
});
