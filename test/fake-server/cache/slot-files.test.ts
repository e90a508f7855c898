import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../histories.ts';
import { withServer } from '../with-server.ts';

const prompt = 'The lantern went out, and nobody lit it again. '.repeat(20);

test('slots are saved, restored and erased as by llama-server', async () => {
  const { folder, remove } = freshFolder();
  await withServer({ slots: 2, slotSavePath: folder }, async (url) => {
    const post = async (path: string, body: object = {}) => {
      const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
      return { status: answer.status, ...Object(await answer.json()) };
    };
    const complete = (id_slot: number) => post('/completion', { prompt, id_slot, n_predict: 1 });
    const first = await complete(0);
    const saved = await post('/slots/0?action=save', { filename: 'a.bin' });
    expect(saved).toMatchObject({ id_slot: 0, filename: 'a.bin', n_saved: first.tokens_evaluated });
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'a.bin.ckpt']);
    expect(await post('/slots/0?action=erase')).toMatchObject({ n_erased: first.tokens_evaluated });
    expect((await complete(0)).timings.cache_n).toBe(0);
    const restored = await post('/slots/1?action=restore', { filename: 'a.bin' });
    expect(restored).toMatchObject({ id_slot: 1, n_restored: first.tokens_evaluated });
    expect((await complete(1)).timings.cache_n).toBe(first.tokens_evaluated - 1);
    await post('/slots/0?action=erase');
    await post('/slots/0?action=save', { filename: 'a.bin' });
    expect(await post('/slots/1?action=restore', { filename: 'a.bin' })).toMatchObject({ n_restored: 0 });
    for (const filename of ['../a', '.hidden', ''])
      expect(await post('/slots/0?action=save', { filename })).toMatchObject({ status: 400 });
    expect(await post('/slots/1?action=restore', { filename: 'none' })).toMatchObject({ status: 400 });
    expect(await post('/slots/7?action=save', { filename: 'b' })).toMatchObject({ status: 400 });
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });
  remove();
  await withServer({ slots: 2 }, async (url) => {
    expect((await fetch(`${url}/slots/0?action=save`, { method: 'POST', body: '{}' })).status).toBe(501);
  });
});
