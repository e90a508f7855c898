import { describe, expect, test } from 'vitest';
import { scene } from './scene.ts';

describe('addresses', () => {
  test('last, a number back, an id or the beginning of one; never what is not perceived', async () => {
    const hidden = scene.said('Maren', 'Psst.', ['Odile']);
    const id = scene.said('Tomas', 'One.');
    const play = scene.playing();
    expect(play.message('last').id).toBe(id);
    expect(play.message('-1').id).toBe(id);
    expect(play.message(id).id).toBe(id);
    expect(play.message(id.slice(0, 10)).id).toBe(id);
    for (const address of [hidden, hidden.slice(0, 10), '', '-9', 'xyz!']) {
      expect(() => play.message(address)).toThrow(expect.objectContaining({ code: 'no_such_message' }));
    }
  });

  test('invariant 2 a short beginning means the same however many hidden ids share it', () => {
    const id = scene.said('Tomas', 'One.');
    for (let n = 0; n < 600; n += 1) scene.said('Maren', `${n}`, ['Odile']);
    const mine = scene.seenBy('Tomas').map((message) => message.id);
    const prefix = mine.some((other) => other !== id && other[0] === id[0]) ? id.slice(0, 2) : id.slice(0, 1);
    expect(scene.playing().message(prefix).id).toBe(id);
  });
});

describe('pins', () => {
  test('belong to one character, are in its prompt and in no other', async () => {
    const id = scene.said('Maren', 'The key is under the stone.', ['Odile']);
    const odile = scene.playing('Odile');
    await odile.pin(id);
    await odile.pin(id);
    expect(odile.pins().map(({ text }) => text)).toEqual(['The key is under the stone.']);
    expect(odile.state().pinned).toEqual(new Set([id]));
    expect((await odile.prompt('Odile')).blocks.find(({ name }) => name === 'pins')?.source).toBe(id);
    expect((await odile.prompt('Maren')).blocks.some(({ name }) => name === 'pins')).toBe(false);
    expect(scene.playing('Tomas').pins('Tomas')).toEqual([]);
    await odile.unpin(id);
    expect(odile.pins()).toEqual([]);
    await expect(odile.unpin(id)).rejects.toMatchObject({ code: 'not_pinned' });
    await expect(scene.playing('Tomas').pin(id)).rejects.toMatchObject({ code: 'no_such_message' });
  });
});
