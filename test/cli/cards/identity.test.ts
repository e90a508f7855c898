import { expect, test } from 'vitest';
import { innCard, keeperCard, plainCard } from '../inn.ts';
import { Stage } from '../sotto.ts';

const identityOf = async (stage: Stage, card: string): Promise<unknown> => {
  const { lines } = await stage.run('card', 'show', card, '--json');
  return lines[0]?.identity;
};

const idsOf = async (stage: Stage): Promise<string[]> =>
  (await stage.run('cards', '--json')).lines.map(({ id }) => id);

test('HC-28 a character keeps its identity through edits of its card, in the library and in a chat', async () => {
  const stage = new Stage({ EDITOR: 'sed -i.old s/Dry/Droll/' });
  await stage.run('card', 'import', stage.file('keeper.json', JSON.stringify(keeperCard)));
  const before = await identityOf(stage, 'Keeper');
  expect(before).toMatch(/^[0-9a-f]{16}\.0$/);
  expect(await stage.run('card', 'edit', 'Keeper')).toMatchObject({ code: 0 });
  const ids = await idsOf(stage);
  expect(ids).toHaveLength(2);
  expect(await Promise.all(ids.map((id) => identityOf(stage, id)))).toEqual([before, before]);
});

test('HC-28 a character that is split from a card of several stays who it was', async () => {
  const stage = new Stage({ EDITOR: 'true' });
  await stage.run('new', stage.file('inn.json', JSON.stringify(innCard)), '--title', 'The Inn');
  const [inn = ''] = await idsOf(stage);
  expect(await identityOf(stage, inn)).toBe(`${inn}.0, ${inn}.1, ${inn}.2`);
  const split = await stage.run('card', 'split', 'The Inn', 'Bob', '--json');
  const own = split.lines[0]?.id ?? '';
  expect(await identityOf(stage, own)).toBe(`${inn}.1`);
});

test('HC-28 the same card in another file is the same character, another card of its name is not', async () => {
  const stage = new Stage();
  await stage.run('card', 'import', stage.file('keeper.json', JSON.stringify(keeperCard)));
  const zip = stage.file('keeper.charx', '');
  await stage.run('card', 'export', 'Keeper', '--to', 'charx', '--out', zip, '--force');
  await stage.run('card', 'import', zip);
  const [first = '', second = ''] = await idsOf(stage);
  expect(second).not.toBe('');
  expect(await identityOf(stage, first)).toBe(await identityOf(stage, second));
  await stage.run('card', 'import', stage.file('other.json', plainCard('Keeper', 'Yes?')));
  const other = (await idsOf(stage)).find((id) => id !== first && id !== second) ?? '';
  expect(await identityOf(stage, other)).toBe(`${other}.0`);
});

test('HC-28 two cards are one character when a person says so, and apart again', async () => {
  const stage = new Stage();
  for (const name of ['Ann', 'Anna', 'Annie'])
    await stage.run('card', 'import', stage.file(`${name}.json`, plainCard(name, 'Yes?')));
  const all = () => Promise.all(['Ann', 'Anna', 'Annie'].map((name) => identityOf(stage, name)));
  const apart = await all();
  expect(new Set(apart).size).toBe(3);
  expect(await stage.run('card', 'same', 'Ann', 'Anna')).toMatchObject({ code: 0 });
  expect(await all()).toEqual([apart[1], apart[1], apart[2]]);
  expect(await stage.run('card', 'same', 'Anna', 'Ann', '--json')).toMatchObject({ code: 2 });
  await stage.run('card', 'same', 'Anna', 'Annie');
  expect(new Set(await all()).size).toBe(1);
  expect(await stage.run('card', 'apart', 'Annie')).toMatchObject({ code: 0 });
  const [ann, anna, annie] = await all();
  expect([ann === anna, annie]).toEqual([true, apart[2]]);
  await stage.run('card', 'apart', 'Ann');
  expect(await all()).toEqual(apart);
  expect(await stage.run('card', 'apart', 'Ann')).toMatchObject({ code: 2 });
});

test('HC-28 an edited card is another character than the one it was made from when a person parts them', async () => {
  const stage = new Stage({ EDITOR: 'sed -i.old s/Dry/Droll/' });
  await stage.run('card', 'import', stage.file('keeper.json', JSON.stringify(keeperCard)));
  const [old = ''] = await idsOf(stage);
  await stage.run('card', 'edit', 'Keeper');
  const edited = (await idsOf(stage)).find((id) => id !== old) ?? '';
  expect(await stage.run('card', 'apart', edited)).toMatchObject({ code: 0 });
  expect([await identityOf(stage, old), await identityOf(stage, edited)]).toEqual([
    `${old}.0`,
    `${edited}.0`,
  ]);
  expect(await stage.run('card', 'apart', edited)).toMatchObject({ code: 2 });
});
