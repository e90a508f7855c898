import { expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { cardCommand } from '../../src/tui/commands/card.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

/** A screen with a card for everybody; what the editor leaves is refused while it holds "wrong". */
const screenWithCards = async () => {
  const kept: string[][] = [];
  const shelf = {
    show: (name: string) => [`name = "${name}"`, 'description = "tall"'],
    draft: (name: string) => `name = "${name}"`,
    keep: async (name: string, text: string) => {
      if (text.includes('wrong')) {
        throw new SottoError('usage', 'bad_card_text', 'line 3: your text is in /tmp/x');
      }
      kept.push([name, text]);
      return text !== `name = "${name}"`;
    },
  };
  const emulator = await open(new SmallPlay([]), {}, { commands: [cardCommand(shelf)] });
  return { emulator, kept };
};

const withEditor = (script: string): void => {
  process.env.VISUAL = '';
  process.env.EDITOR = script;
};

test('/card lists the cast, and shows the card of one of them', async () => {
  const { emulator } = await screenWithCards();
  emulator.type('/card\r');
  await emulator.shows('1 Alice');
  emulator.type('1');
  await emulator.shows('description = "tall"');
});

test('KT-23 /card of another than the played character says what is hidden, and shows it when asked again', async () => {
  const { emulator } = await screenWithCards();
  emulator.type('/card\r');
  await emulator.shows('2 Bob');
  emulator.type('2');
  await emulator.shows('Hidden from Alice');
  emulator.type('\r');
  await emulator.hides('Hidden from Alice');
  expect(emulator.text()).not.toContain('tall');
  emulator.type('/card carl\r');
  await emulator.shows('s shows it');
  expect(emulator.text()).not.toContain('tall');
  emulator.type('s');
  await emulator.shows('name = "Carl"');
  emulator.type('q/card bob shown\r');
  await emulator.shows('name = "Bob"');
});

test('/card edit opens the editor, says what came of it, and leads back where the text is refused', async () => {
  const { emulator, kept } = await screenWithCards();
  withEditor('sed -i s/name/nickname/');
  emulator.type('/card edit Bob\r');
  await emulator.shows('Bob has this card from here on');
  withEditor('true');
  emulator.type('/card edit\r');
  await emulator.shows('nothing was changed');
  withEditor('false');
  emulator.type('/card edit\r');
  await emulator.shows('the editor gave up');
  withEditor('sed -i s/name/wrong/');
  emulator.type('/card edit Bob\r');
  await emulator.shows('Back to the editor?');
  await emulator.shows('your text is in /tmp/x');
  withEditor('sed -i s/name/right/');
  emulator.type('y');
  await emulator.shows('Bob has this card from here on');
  expect(kept).toEqual([
    ['Bob', 'nickname = "Bob"'],
    ['Alice', 'name = "Alice"'],
    ['Bob', 'right = "Bob"'],
  ]);
});
