import { describe, expect, it } from 'vitest';
import { bookRules } from '../../../src/lore/books/books.ts';
import { about, activate, book, contents, rules, view } from '../contexts.ts';

describe('budgets', () => {
  const three = [
    { content: 'aaaa', priority: 1 },
    { content: 'bbbb', priority: 3 },
    { content: 'cccc', priority: 2 },
  ];

  it('V2-BOOK-BUDGET, V2-ENT-PRIO, V3-LB-BUDGET, X30: the lowest priority is discarded first, until it fits', () => {
    const left = (token_budget: number) =>
      contents(activate(bookRules(book(three, { token_budget }), about()), view('bee')));
    expect([left(12), left(11), left(4), left(3)]).toEqual([
      ['aaaa', 'bbbb', 'cccc'],
      ['bbbb', 'cccc'],
      ['bbbb'],
      [],
    ]);
  });

  it('V3-LB-BUDGET: without priorities the lowest order goes first', () => {
    const entries = rules([
      { content: 'bbbb', insertion_order: 1 },
      { content: 'aaaa', insertion_order: 2 },
    ]);
    expect(contents(activate(entries, view('bee'), { budget: 4 }))).toEqual(['aaaa']);
    expect(activate(entries, view('bee'), { budget: 4 }).verdicts()[0]?.reason()).toBe(
      'the budget is full: it has priority 0 and 4 tokens',
    );
  });

  it('V3-DEC-ignore_on_max_context: goes first whatever its priority; ignoreBudget always stays', () => {
    const entries = rules([
      { content: '@@ignore_on_max_context\naaaa', priority: 99 },
      { content: 'bbbb' },
      { content: 'cccccc', extensions: { ignore_budget: true } },
    ]);
    expect(contents(activate(entries, view('bee'), { budget: 10 }))).toEqual(['bbbb', 'cccccc']);
    expect(contents(activate(entries, view('bee'), { budget: 1 }))).toEqual(['cccccc']);
  });

  it('V2-BOOK-STACK, V3-BOOK: books stack; that of the character is served first, global ones get what is left', () => {
    const stack = [
      ...bookRules(book([{ content: 'gggg', priority: 9 }]), about({}, 'global')),
      ...bookRules(book([{ content: 'chat' }]), about({}, 'chat')),
      ...bookRules(book([{ content: 'card' }]), about()),
    ];
    expect(contents(activate(stack, view('bee')))).toEqual(['card', 'chat', 'gggg']);
    expect(contents(activate(stack, view('bee'), { budget: 8 }))).toEqual(['card', 'chat']);
    expect(contents(activate(stack, view('bee'), { budget: 4 }))).toEqual(['card']);
  });

  it.each([
    ['evenly', ['card', 'glob', 'chat'], ['glob', 'chat']],
    ['character_first', ['glob', 'card', 'chat'], ['card', 'chat']],
    ['global_first', ['card', 'glob', 'chat'], ['glob', 'chat']],
  ] as const)(
    'V2-BOOK-STACK, X30: the strategy %s says whose entries come first after those of the chat; of equal order the first stands last',
    (strategy, all, fitting) => {
      const stack = [
        ...bookRules(book([{ content: 'card' }]), about()),
        ...bookRules(book([{ content: 'glob' }]), about({}, 'global')),
        ...bookRules(book([{ content: 'chat' }]), about({}, 'chat')),
      ];
      const said = (budget?: number) =>
        contents(activate(stack, view('bee'), { strategy, ...(budget && { budget }) }));
      expect(said()).toEqual(all);
      expect(said(8)).toEqual(fitting);
      expect(said(4)).toEqual(['chat']);
    },
  );

  it.each([
    ['evenly', 'glob', ['glob']],
    ['character_first', 'card', ['card']],
    ['global_first', 'glob', ['x', 'glob']],
  ] as const)(
    'V2-BOOK-STACK, X30: with %s order counts before books only where they are sorted together, and the first that does not fit ends it',
    (strategy, first, left) => {
      const stack = [
        ...bookRules(book([{ content: 'card', insertion_order: 2 }]), about()),
        ...bookRules(
          book([
            { content: 'glob', insertion_order: 3 },
            { content: 'x', insertion_order: 1 },
          ]),
          about({}, 'global'),
        ),
      ];
      const kept = (budget: number) => contents(activate(stack, view('bee'), { strategy, budget }));
      expect(kept(4)).toEqual([first]);
      expect(kept(9)).toEqual(['x', 'card', 'glob']);
      expect(kept(7)).toEqual(left);
    },
  );

  it('V2-ENT-CONST: constant entries keep to the budget', () => {
    expect(
      contents(activate(rules([{ constant: true, content: 'aaaa' }]), view('hm'), { budget: 3 })),
    ).toEqual([]);
  });
});
