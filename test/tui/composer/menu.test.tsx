import { render } from 'ink-testing-library';
import { describe, expect, test } from 'vitest';
import { define } from '../../../src/commands/command.ts';
import {
  argument,
  choice,
  flag,
  name,
  nameOf,
  names,
  option,
  text,
} from '../../../src/commands/parameters.ts';
import { MenuView } from '../../../src/tui/components/menu.tsx';
import { fitting } from '../../../src/tui/composer/fuzzy.ts';
import { chooseIn, menuOf, takenFrom } from '../../../src/tui/composer/menu.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';

const command = (called: string, parameters: Parameters<typeof define>[0]['parameters'] = {}) =>
  define({ name: called, group: 'the screen', summary: `it does ${called}`, parameters, run: () => null });

const words = {
  commands: [
    command('rewind', { turns: argument('[turns]', choice(['all', 'one'])) }),
    command('reply', { by: argument('<name>', name) }),
    command('persona list'),
    command('persona remove', { persona: argument('<name>', nameOf('persona')) }),
    command('to', { to: argument('<name,name>', names), text: argument('<text>', text) }),
    command('switch', { name: argument('<name>', nameOf('branch')) }),
    command('find', {
      in: option('--in <branch>', nameOf('branch'), 'where'),
      all: flag('--all', 'everywhere'),
      text: argument('<text>', text),
    }),
  ],
  names: ['Alice', 'Bob', 'Carl'],
  offers: (kind: { choices?: readonly string[]; names?: string }) =>
    (
      kind.choices ??
      { character: words.names, branch: ['main', 'duel'], persona: ['Me'] }[kind.names ?? ''] ??
      []
    ).map((offer) => ({ text: offer, description: `about ${offer}` })),
};

const menu = (draft: string) => menuOf({ text: draft, cursor: draft.length }, words as never);
const texts = (draft: string): string[] => (menu(draft)?.items ?? []).map(({ text }) => text);
/** The draft with the first that is offered. */
const completed = (draft: string): string => {
  const found = menu(draft);
  return found === null ? draft : draft.slice(0, found.from) + takenFrom(found);
};

describe('the menu', () => {
  test.each<[string, string[]]>([
    ['/', ['/rewind', '/reply', '/persona list', '/persona remove', '/to', '/switch', '/find']],
    ['/re', ['/rewind', '/reply', '/persona remove']],
    ['/rwd', ['/rewind']],
    ['/list', ['/persona list']],
    ['/persona r', ['/persona remove']],
    ['/zebra', []],
    ['//re', []],
    ['re', []],
    ['/reply ', ['Alice', 'Bob', 'Carl']],
    ['/reply cl', ['Carl']],
    ['/reply @cr', ['Carl']],
    ['/reply Carl', []],
    ['/rewind ', ['all', 'one']],
    ['/rewind o', ['one']],
    ['/persona remove m', ['Me']],
    ['/to bo', ['Bob']],
    ['/to Bob,', ['Alice', 'Bob', 'Carl']],
    ['/to Bob, ca', ['Carl']],
    ['/to Bob he', []],
    ['/to Bob hey @ca', ['@Carl']],
    ['/switch d', ['duel']],
    ['/find --', ['--in', '--all']],
    ['/find --in ', ['main', 'duel']],
    ['/find --in du', ['duel']],
    ['/find --all ca', []],
    ['hi @le', ['@Alice']],
    ['hi le', []],
  ])('%j offers %j', (draft, expected) => {
    expect(texts(draft)).toEqual(expected);
  });

  test('a command is offered with how it is used and what it does', () => {
    expect(menu('/repl')?.items).toEqual([{ text: '/reply', usage: 'NAME', description: 'it does reply' }]);
  });

  test.each([
    ['/rw', '/rewind '],
    ['/to Bob, ca', '/to Bob, Carl '],
    ['/reply @al', '/reply @Alice '],
    ['oh @bo', 'oh @Bob '],
  ])('%j becomes %j', (draft, expected) => {
    expect(completed(draft)).toBe(expected);
  });

  test.each<[string, boolean]>([
    ['/rew', true],
    ['/rewind', false],
    ['/', false],
    ['/reply al', true],
    ['/reply ', false],
    ['hi @al', false],
  ])('Enter completes %j: %j', (draft, expected) => {
    expect(menu(draft)?.isWanted).toBe(expected);
  });

  test('whoever has chosen one gets it with Enter; behind the last comes the first', () => {
    const found = menu('/re');
    if (found === null) throw new Error('no menu');
    const last = chooseIn(found, -1);
    expect([takenFrom(last), last.isWanted, takenFrom(chooseIn(last, 1))]).toEqual([
      '/persona remove ',
      true,
      '/rewind ',
    ]);
  });

  test('what begins so comes before what has it in it, and that before what only has its letters', () => {
    const all = ['barber', 'a bar', 'Bar', 'crowbar', 'b-a-r', 'none'];
    expect(fitting('bar', all, (one) => [one])).toEqual(['Bar', 'barber', 'a bar', 'crowbar', 'b-a-r']);
  });

  test('eight rows at most, the chosen one among them, none wider than there is room', () => {
    const items = Array.from({ length: 20 }, (_, at) => ({
      ...{ text: `/command-${at}`, usage: 'NAME \x1b[2J', description: 'what it does '.repeat(9) },
    }));
    const menu = { from: 0, items, chosen: 12, isWanted: false };
    const { lastFrame, unmount } = render(
      <MenuView menu={menu} theme={themeOf('plain')} width={40} room={20} />,
    );
    const rows = (lastFrame() ?? '').split('\n');
    unmount();
    expect(rows).toHaveLength(8);
    expect(rows.join('\n')).toContain('/command-12');
    expect(rows.join('\n')).not.toContain('\x1b[2J');
    for (const row of rows) expect(row.replace(/\x1b\[[\d;]*m/g, '').length).toBeLessThanOrEqual(40);
  });
});
