import { expect, test } from 'vitest';
import type { Call, Item, Shown } from '../../../src/commands/command.ts';
import type { ScreenScope } from '../../../src/commands/scope.ts';
import { type FilledIn, setupForm } from '../../../src/commands/story/setup-form.ts';

const cast = ['Game Master', 'Bram'].map((name) => ({ id: name, name }));

/** A form in which rows are chosen and texts written by name; what it began with. */
function filling() {
  const begun: FilledIn[] = [];
  const again = (values: FilledIn & { start: true }): Call => {
    begun.push(values);
    return { does: () => null };
  };
  let shown: Shown = setupForm({ master: 'Game Master' }, cast, again);
  const does = async (call: Call) => {
    if ('does' in call) shown = await call.does({} as ScreenScope);
  };
  const rows = (): readonly Item[] => (shown?.type === 'list' ? shown.items : []);
  const choose = (label: string) => does(rows().find((row) => row.label === label)?.call as Call);
  const write = async (label: string, text: string) => {
    const form = shown;
    await choose(label);
    if (shown?.type !== 'field') throw new Error(`${label} is no line of text`);
    const { call } = shown;
    shown = form;
    await does(call(text));
  };
  return { begun, rows, choose, write };
}

test('HC-39 the form asks on the screen for all that the command line takes, and begins with what was filled in', async () => {
  const { begun, rows, choose, write } = filling();
  expect(rows().map(({ label, detail }) => [label, detail])).toEqual([
    ['who leads it', 'Game Master'],
    ['mode', 'story: the game master carries it on and never asks what you do'],
    ['kind of story', 'a surprise'],
    ['acts', '3'],
    ['players and skills', 'nobody in particular'],
    ['otherwise', 'nothing'],
    ['begin', 'an outline is written that only its leader reads'],
  ]);
  await choose('mode');
  await write('kind of story', ' a siege ');
  await write('acts', '5');
  await write('players and skills', 'Ann: a thief; climbing 6 | Ben: her brother; law 8');
  await write('otherwise', 'no deaths');
  await choose('who leads it');
  await choose('Bram');
  await choose('begin');
  expect(begun.at(-1)).toEqual({
    master: 'Bram',
    mode: 'initiative',
    wish: 'a siege',
    acts: 5,
    players: 'Ann: a thief; climbing 6 | Ben: her brother; law 8',
    adjust: 'no deaths',
    start: true,
  });
});

test('HC-39 what the form cannot take is refused where it was written', async () => {
  const { write } = filling();
  await expect(write('acts', 'many')).rejects.toThrow('a story has 1 to 24 acts, not "many"');
  await expect(write('players and skills', 'Ann: a thief; climbing 9')).rejects.toThrow('at most 8');
});
