import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../src/domain/errors.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { scene } from './scene.ts';

const prompt = async (name: string) => (await scene.playing().prompt(name)).prompt;
const excluded = 'The key is under the stone.';

describe('RP-097 KT-24 those who are taken out of an audience', () => {
  const said = (): string => scene.said('Tomas', excluded);
  const close = (id: string) => scene.playing().changeAudience(id, { to: ['Maren'] });

  test('lose the message from their view, their prompt and what the others are said to have perceived', async () => {
    const id = said();
    expect(await prompt('Ansel')).toContain(excluded);
    expect(await close(id)).toBe(1);
    expect(scene.texts('Ansel')).not.toContain(excluded);
    expect(await prompt('Ansel')).not.toContain(excluded);
    expect(await prompt('Maren')).toContain(excluded);
    expect(scene.seenBy('Tomas').at(-1)?.perceived).toEqual([scene.who('Maren'), scene.who('Tomas')]);
  });

  test('lose it from what they have pinned', async () => {
    const id = said();
    await scene.playing('Ansel').pin(id);
    scene.said('Tomas', 'And so on.');
    expect(await prompt('Ansel')).toContain('remembers well');
    await close(id);
    expect(scene.playing().pins('Ansel')).toEqual([]);
    expect(await prompt('Ansel')).not.toContain('remembers well');
    expect(await prompt('Ansel')).not.toContain(excluded);
  });

  test('lose the lore that it woke', async () => {
    const entries = [
      { keys: ['stone'], content: 'A third stone.', enabled: true, insertion_order: 1, extensions: {} },
    ];
    const books = () => [
      { id: 'quay', rank: 'global' as const, book: { name: 'Quay', extensions: {}, entries } },
    ];
    const play = (): Play => openPlay({ ...scene.parts, books }, scene.id);
    const lore = async (name: string) => (await play().prompt(name)).prompt.includes('A third stone.');
    const id = said();
    expect([await lore('Maren'), await lore('Ansel')]).toEqual([true, true]);
    await close(id);
    expect([await lore('Maren'), await lore('Ansel')]).toEqual([true, false]);
  });

  test('have the same prompt as if it had never been said, ids and stops included', async () => {
    const before = await scene.playing().prompt('Ansel');
    await close(said());
    expect(await scene.playing().prompt('Ansel')).toEqual(before);
  });

  test('perceive it again when the change is undone', async () => {
    await close(said());
    await scene.playing().undo();
    expect(scene.texts('Ansel')).toContain(excluded);
  });
});

describe('changing audiences', () => {
  test('RP-097 over a range, in one turn, as far as the played character perceives it', async () => {
    const first = scene.said('Tomas', 'One.');
    scene.said('Maren', 'Not for Tomas.', ['Odile']);
    scene.said('Maren', 'Two.', ['Tomas', 'Ansel']);
    const last = scene.said('Ansel', 'Three.');
    expect(await scene.playing().changeAudience(first, { through: last, to: ['Odile'] })).toBe(3);
    expect(scene.texts('Odile').slice(1)).toEqual(['One.', 'Not for Tomas.', 'Two.', 'Three.']);
    expect(scene.texts('Ansel').slice(1)).toEqual(['Three.']);
    await scene.playing().undo();
    expect(scene.texts('Ansel').slice(1)).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('RP-097 may let in one who is away, and back to everyone who was there', async () => {
    const id = scene.said('Tomas', 'One.', ['Maren']);
    await scene.playing().leave('Odile');
    await scene.playing().changeAudience(id, { to: ['odile'] });
    expect(scene.texts('Odile')).toContain('One.');
    expect(scene.texts('Maren')).not.toContain('One.');
    await scene.playing().changeAudience(id, { to: 'everyone' });
    expect(scene.texts('Ansel')).toContain('One.');
  });

  test('RP-097 a range that ends before it begins, or an unknown name, changes nothing', async () => {
    const ids = ['One.', 'Two.'].map((text) => scene.said('Tomas', text));
    const code = (error: unknown) => (isSottoError(error) ? error.code : error);
    const backwards = scene.playing().changeAudience(ids[1] ?? '', { through: ids[0] ?? '', to: ['Maren'] });
    expect(await backwards.catch(code)).toBe('bad_range');
    expect(
      await scene
        .playing()
        .changeAudience('last', { to: ['Nobody'] })
        .catch(code),
    ).toBe('unknown_name');
    expect(scene.texts('Odile').slice(1)).toEqual(['One.', 'Two.']);
  });

  test('RP-097 the tags of an edited text may name one who is away', async () => {
    const id = scene.said('Tomas', 'One.');
    await scene.playing().leave('Odile');
    await scene.playing().edit(id, 'Uno. __known_to_chars__Odile__');
    expect(scene.texts('Odile').at(-1)).toBe('Uno.');
    expect(scene.texts('Maren')).not.toContain('Uno.');
  });
});
