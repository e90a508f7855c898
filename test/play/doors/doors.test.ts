import { expect, test } from 'vitest';
import { screenTable } from '../../../src/commands/all/table.ts';
import { type Command, define } from '../../../src/commands/command.ts';
import { argument, choice, name } from '../../../src/commands/parameters.ts';
import type { Scope } from '../../../src/commands/scope.ts';
import { list, notice } from '../../../src/commands/shown/show.ts';
import { SottoError } from '../../../src/domain/errors.ts';
import { perform, Quay } from '../doing.ts';
import { inTwoStores } from '../two-stores.ts';
import { type Door, doorsOf, findsAnybody, leftOut, mindsRead, saysWhose, whyLeftOut } from './doors.ts';
import { knock } from './knocking.ts';
import type { Pool } from './pool.ts';

const pool: Pool = {
  ...{ own: 'Maren', names: ['Ansel'], strangers: [], messages: ['last'], branches: ['main'] },
  ...{ groups: ['crew'], chats: ['quay'], words: ['ball'] },
};

test('invariant 2 every command that is registered is a door, but for those that a property or a reason keeps out', () => {
  const table = screenTable();
  const doors = doorsOf(pool, table);
  const asked = doors.flat().filter(({ side }) => side !== 'menu');
  const opened = new Set(asked.map(({ command }) => command));
  expect(table.filter((command) => !opened.has(command) && whyLeftOut(command) === null)).toEqual([]);
  expect(opened.size).toBeGreaterThan(130);
  expect(asked.length).toBeGreaterThan(900);
});

test('invariant 2 what is said of a command by its name is said of one that is registered, with that parameter', () => {
  const named = new Map(screenTable().map((command) => [command.name, Object.keys(command.parameters)]));
  const all = [leftOut, mindsRead, findsAnybody, saysWhose].flatMap((one) => Object.keys(one));
  expect(all.filter((one) => !named.has(one))).toEqual([]);
  const parameters = [
    ...Object.entries(saysWhose),
    ...Object.entries(mindsRead).map(([command, [key]]) => [command, key] as const),
  ];
  expect(parameters.filter(([command, key]) => !named.get(command)?.includes(key))).toEqual([]);
});

/** How much happened in a chat, whoever perceived it. */
const happened = ({ app, play }: Scope): number =>
  [...app.store.log.all({ chat: play.state().chat.id })].length;

const usual = { name: 'leak', group: 'reading', summary: 'what nobody should see', chat: 'option' } as const;
const call = {
  command: define({ ...usual, parameters: {}, run: happened, text: String }) as Command,
  values: {},
};
const rows = (count: number) => [{ label: 'a row', call, preview: () => [`${count} lines`] }];

/** A command for each way in which something is told. */
const leaks: Readonly<Record<string, Command>> = {
  json: define({ ...usual, parameters: {}, run: happened, json: (n) => ({ type: 'leak', n }) }),
  text: define({ ...usual, parameters: {}, run: happened, text: (n) => `${n} events` }),
  warnings: define({ ...usual, parameters: {}, run: happened, warnings: (n) => [`${n} events`] }),
  'exit code': define({
    ...usual,
    parameters: {},
    *run(scope): Generator<number, number> {
      yield 0;
      return happened(scope);
    },
  }),
  refusal: define({
    ...usual,
    parameters: { who: argument('<who>', name) },
    run(scope, { who }) {
      throw new SottoError('not_found', 'unknown_name', `nobody is called ${who}; ${happened(scope)} events`);
    },
  }),
  'a value that is refused': define({
    ...usual,
    parameters: { what: argument('[what]', choice(['one', 'other'])) },
    run: (scope, { what }) => (what === 'other' ? happened(scope) : 0),
    text: String,
  }),
  notice: define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: { show: (_, scope) => notice(`${happened(scope)}`) },
  }),
  'what is asked': define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: { ask: (scope) => list(`${happened(scope)}`, []) },
  }),
  preview: define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: { show: (_, scope) => list('Rows', rows(happened(scope))) },
  }),
  'what a row opens': define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: { show: () => list('Rows', rows(0)) },
  }),
  'what a row does': define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: {
      show: () => list('Rows', [{ label: '', call: { does: (scope) => notice(`${happened(scope)}`) } }]),
    },
  }),
  'what a row does behind one that is opened': define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: {
      show: () =>
        list('Rows', [
          {
            label: '',
            call: {
              isLook: true,
              does: () =>
                list('Row', [{ label: '', call: { does: (scope) => notice(`${happened(scope)}`) } }]),
            },
          },
        ]),
    },
  }),
  'who a row is about': define({
    ...usual,
    parameters: {},
    run: () => null,
    screen: {
      show: (_, scope) => list('Rows', [{ label: '', call: { ...call, values: { n: happened(scope) } } }]),
    },
  }),
};

/** Maren hears the same in both; in the first something is whispered past her. */
const told = async (table?: readonly Command[]): Promise<number> =>
  inTwoStores(async ([one, other]) => {
    const [full, bare] = [new Quay(one, {}), new Quay(other, {})];
    for (const scene of [full, bare]) scene.said('Maren', 'The river has no manners.');
    full.said('Ansel', 'The key is in the lamp room.', ['Odile']);
    bare.at = full.at;
    return await knock([full, bare], 'Maren', 'all', table);
  });

const honest = define({ ...usual, parameters: {}, run: ({ play }) => play.view().count(), text: String });

test('invariant 2 a command that tells what was perceived alone is the same in both histories', async () => {
  expect(await told([honest])).toBe(3);
});

test.each(Object.entries(leaks))('invariant 2 a leak is found without another line: %s', async (_, leak) => {
  await expect(told([leak])).rejects.toThrow('strictly deep-equal');
});

test('invariant 2 KT-07 at every door one of the cast whom the character never met is answered as nobody is', async () => {
  await inTwoStores(async (stores) => {
    const [full, bare] = stores.map((store) => new Quay(store, { title: 'The quay' })) as [Quay, Quay];
    for (const scene of [full, bare]) await perform(scene, { type: 'leave', who: 'Odile' });
    await perform(full, { type: 'join', who: 'Quill', knowsPast: false });
    bare.at = full.at;
    const names = (door: Door): boolean => JSON.stringify(door.given).includes('Quill');
    expect(await knock([full, bare], 'Odile', names)).toBeGreaterThan(50);
  });
});
