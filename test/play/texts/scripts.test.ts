import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lorebook } from '../../../src/cards/character.ts';
import type { Message } from '../../../src/domain/message.ts';
import { BoundedBacktracking } from '../../../src/outside/bounded/backtracking.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import type { RegexScript } from '../../../src/prompt/regex-scripts.ts';
import { patience, runs } from '../../cases.ts';
import { openScene } from '../../histories.ts';
import { scene } from '../scene.ts';

const script = (find: string, replace: string, more: Partial<RegexScript> = {}): RegexScript => ({
  ...{ name: 'x', find, replace, trim: [], placement: [1, 2], disabled: false, markdownOnly: false },
  ...{ promptOnly: false, runOnEdit: false, substitute: 0, minDepth: null, maxDepth: null, ...more },
});
const onScreen = (find: string, replace: string, more: Partial<RegexScript> = {}) =>
  script(find, replace, { markdownOnly: true, ...more });

const playing = (scripts: readonly RegexScript[], more: Partial<PlayParts> = {}, of = scene): Play =>
  openPlay({ ...of.parts, settings: { ...of.parts.settings, scripts }, ...more }, of.id);
const shownBy = (play: Play): Message[] => {
  const messages = play.view().last(50);
  return messages.map((message, index) => play.shown(message, messages.length - 1 - index));
};
const textsBy = (play: Play): string[] => shownBy(play).map(({ text }) => text);

describe('what scripts show', () => {
  test('is other than what is kept and sent; without scripts for it a message is itself', async () => {
    scene.said('Tomas', 'Fog.');
    const play = playing([onScreen('/fog/i', 'Sun')]);
    expect(textsBy(play).at(-1)).toBe('Sun.');
    expect(scene.texts('Tomas').at(-1)).toBe('Fog.');
    expect((await play.prompt('Maren')).prompt).toContain('Fog.');
    const other = playing([script('/fog/i', 'Sun'), script('/fog/i', 'Sun', { promptOnly: true })]);
    for (const message of other.view().last(5)) expect(other.shown(message, 0)).toBe(message);
  });

  test('has the names of the cast: a model’s text those of its speaker', () => {
    scene.said('Tomas', 'x');
    scene.replied('Ansel', 'x');
    const play = playing([onScreen('x', '{{char}} {{user}}')]);
    expect(textsBy(play).slice(-2)).toEqual(['Maren Tomas', 'Ansel Tomas']);
  });

  test('tells the human’s text from a model’s, and thoughts from both', () => {
    scene.said('Tomas', 'tea');
    scene.replied('Tomas', 'tea', { reasoning: 'tea' });
    scene.replied('Maren', 'tea');
    const play = playing([
      onScreen('tea', 'mine', { placement: [1] }),
      onScreen('tea', 'theirs', { placement: [2] }),
      script('tea', 'thought', { placement: [6] }),
    ]);
    expect(
      shownBy(play)
        .map(({ text, reasoning }) => `${text} ${reasoning}`)
        .slice(-3),
    ).toEqual(['mine ', 'mine thought', 'theirs ']);
  });

  test('is made once, and again when depth, cast or scripts make a difference', async () => {
    scene.said('Tomas', 'tea');
    const scripts = [onScreen('tea', 'TEA', { minDepth: 2, maxDepth: 3 })];
    const play = playing([], { settings: { ...scene.parts.settings, scripts } });
    const [message] = play.view().last(1);
    if (!message) throw new Error('there is a message');
    const at = (depth: number) => play.shown(message, depth);
    expect([0, 1, 2, 3, 4].map((depth) => at(depth).text)).toEqual(['tea', 'tea', 'TEA', 'TEA', 'tea']);
    expect(at(0)).toBe(message);
    expect(at(2)).toBe(at(3));
    scripts.push(onScreen('tea', 'coffee'));
    expect(at(0)).toBe(message);
    await play.playAs('Maren');
    expect(at(0).text).toBe('coffee');
  });

  test(
    'invariant 1: depth counts the played character’s own view: what it does not perceive changes no row',
    async () => {
      const scripts = [
        onScreen('/l/g', 'L', { minDepth: 1, maxDepth: 2 }),
        onScreen('/e/g', 'E', { maxDepth: 0 }),
      ];
      const step = fc.record({ text: fc.constantFrom('hello', 'elle', 'all'), isWhispered: fc.boolean() });
      await fc.assert(
        fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
          const [one, other] = [openScene(), openScene()];
          for (const { text, isWhispered } of steps) {
            if (!isWhispered) for (const each of [one, other]) each.replied('Maren', text);
            else one.replied('Maren', text, { to: ['Ansel'] });
          }
          expect(textsBy(playing(scripts, {}, one))).toEqual(textsBy(playing(scripts, {}, other)));
          one.close();
          other.close();
        }),
        runs(20),
      );
    },
    patience,
  );
});

/** Runs what looks around; a text that says "slow" takes too long, by a clock that nothing else moves. */
const slowAtSome = () => {
  let now = 0;
  return new BoundedBacktracking(
    () => now,
    (_, { text }) => {
      if (!text.includes('slow')) return [{ at: 0, groups: ['Fog'], named: {} }];
      now += 60;
      return 'too slow';
    },
  );
};

describe('a script that takes too long', () => {
  const find = '/(?=Fog)Fog/';

  test.each([
    ['the prompts', { promptOnly: true }],
    ['the screen', { markdownOnly: true }],
  ])('invariant 1: in what one alone perceived is run as before in %s of another', async (_, more) => {
    const backtracking = slowAtSome();
    for (let count = 0; count < 9; count += 1) scene.said('Maren', `slow ${count}`, ['Ansel']);
    scene.said('Tomas', 'Fog.');
    const play = playing([script(find, 'Sun', { ...more, backtracking })]);
    const readBy = async (who: string): Promise<string> => {
      if ('promptOnly' in more) return (await play.prompt(who)).prompt;
      await play.playAs(who);
      return textsBy(play).join();
    };
    await readBy('Ansel');
    expect(await readBy('Ansel')).toContain('Fog.');
    expect(await readBy('Tomas')).toContain('Sun.');
  });

  test('invariant 1: in whispers is run as before over what is said aloud', async () => {
    const play = playing([script(find, 'Sun', { backtracking: slowAtSome() })]);
    for (let count = 0; count < 9; count += 1) await play.say('slow', { to: ['Ansel'], reply: [] });
    await play.say('Fog.', { reply: [] });
    expect(scene.texts('everyone').at(-1)).toBe('Sun.');
  });
});

describe('scripts and edits', () => {
  const edited = async (who: string, scripts: readonly RegexScript[], text: string): Promise<string> => {
    if (who === 'Tomas') scene.said(who, 'before');
    else scene.replied(who, 'before');
    await playing(scripts).edit('last', text);
    return scene.texts('everyone').at(-1) ?? '';
  };
  const onEdit = (more: Partial<RegexScript> = {}) =>
    script('tea', '{{char}}’s tea', { runOnEdit: true, ...more });

  test('those that run on edits run over what is typed anew, those that do not leave it', async () => {
    expect(await edited('Ansel', [onEdit()], 'A tea.')).toBe('A Ansel’s tea.');
    expect(await edited('Tomas', [onEdit()], 'A tea.')).toBe('A Maren’s tea.');
    expect(await edited('Ansel', [onEdit({ runOnEdit: false })], '{{user}}: tea')).toBe('Tomas: tea');
    expect(await edited('Ansel', [onEdit({ placement: [1] })], 'A tea.')).toBe('A tea.');
    expect(await edited('Ansel', [onEdit({ markdownOnly: true })], 'A tea.')).toBe('A tea.');
  });

  test('they choose no audience, and what they would empty stays', async () => {
    scene.said('Tomas', 'psst', ['Ansel']);
    const play = playing([script('/tea/', '__known_to: everyone__', { runOnEdit: true })]);
    await play.edit('last', 'tea');
    expect(scene.seenBy('everyone').at(-1)?.knownTo).toEqual([scene.who('Ansel'), scene.who('Tomas')]);
    expect(scene.texts('Maren').join()).not.toContain('everyone');
    expect(await edited('Tomas', [script('/.+/', '', { runOnEdit: true })], 'tea')).toBe('tea');
  });
});

test('scripts for lore change what lore says in prompts, at the depth where it stands; empty lore is left out', async () => {
  for (const text of ['One.', 'Two.', 'Three.']) scene.said('Tomas', text);
  const entry = { keys: [], constant: true, enabled: true, insertion_order: 1, extensions: {} };
  const book: Lorebook = {
    ...{ name: 'Quay', extensions: {} },
    entries: [
      { ...entry, name: 'top', content: 'The old quay.', position: 'before_char' },
      { ...entry, name: 'deep', content: '@@depth 3\nAn old rope.' },
      { ...entry, name: 'gone', content: '@@depth 1\ngone' },
      { ...entry, name: 'dice', content: 'dice', position: 'before_char' },
    ],
  };
  const lore = { placement: [5], promptOnly: true };
  const scripts = [
    script('old', '{{char}}', lore),
    script('rope', 'chain', { ...lore, minDepth: 3 }),
    script('An', 'No', { ...lore, maxDepth: 2 }),
    script('gone', '', lore),
    script('dice', '{{roll:1d1}}', lore),
    script('old', 'new', { placement: [1, 2], promptOnly: true }),
  ];
  const play = playing(scripts, { books: () => [{ id: 'quay', rank: 'global', book }] });
  const { blocks } = await play.prompt('Maren');
  const said = blocks
    .filter(({ name }) => name.startsWith('lore '))
    .map(({ zone, text }) => [zone, text.trim()]);
  expect(said).toEqual([
    ['frozen', 'The Maren quay.'],
    ['epoch', 'An Maren chain.'],
    ['live', '1'],
  ]);
});
