import { expect, test } from 'vitest';
import type { Backend, CompletionEvent } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { scene } from '../scene.ts';
import { usage } from '../usage.ts';

/** A model that writes these pieces, all at once, and ends for this reason. */
const writing =
  (pieces: readonly string[], reason: 'eos' | 'length' = 'eos', over: Partial<Backend> = {}) =>
  async (): Promise<Backend> => ({
    ...createUnderstudy(),
    async *complete(): AsyncGenerator<CompletionEvent> {
      for (const text of pieces) yield { type: 'delta', text };
      yield { type: 'finished', text: pieces.join(''), reason, usage };
    },
    ...over,
  });

const playWith = (parts: Partial<PlayParts>, as?: string) =>
  openPlay({ ...scene.parts, ...parts }, scene.id, as);

test('timers, keys and the screen have their turn while 20,000 tokens arrive at once', async () => {
  let now = 0;
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const play = playWith({ clock: () => now++, backend: writing(Array(20_000).fill('word ')) });
  await play.reply('Maren');
  clearImmediate(timer);
  expect(scene.texts('Maren').at(-1)).toHaveLength(99_999);
  expect(turns).toBeGreaterThan(1000);
});

test('a reply that may not be as long as was asked for says so, once', async () => {
  const probe = async () => ({
    ...{ kind: 'llamacpp', url: 'http://x', ok: true, model: 'm', contextSize: 2048, slots: 1 },
    ...{ finding: '', remedy: '' },
  });
  const settings = { ...scene.parts.settings, maxTokens: 1000 };
  const play = playWith({ settings, backend: writing(['Aye.'], 'eos', { isModel: true, probe }) });
  const notices: string[] = [];
  play.subscribe((event) => event.type === 'notice' && notices.push(event.message));
  await play.reply('Maren');
  await play.reply('Ansel');
  expect(notices).toEqual([
    expect.stringMatching(/at most 512 tokens here, not 1000: .*context of 2048; .*prompt\.max_tokens/),
  ]);
});

test('KT-04 a head that never ends is told from an empty reply', async () => {
  const settings = { ...scene.parts.settings, tag: { ...scene.parts.settings.tag, heads: true } };
  const endless = playWith({ settings, backend: writing([' (to ', ...Array(50).fill('Ansel, ')], 'length') });
  await expect(endless.reply('Maren')).rejects.toMatchObject({
    code: 'only_head',
    message: expect.stringMatching(/whom it speaks to, but nothing/),
  });
  await expect(playWith({ settings, backend: writing([' ']) }).reply('Maren')).rejects.toMatchObject({
    code: 'empty_reply',
  });
});
