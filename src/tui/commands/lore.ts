import type { LoreLine } from '../../play/chat/play-state.ts';
import { listPanel, textPanel } from '../panels/state.ts';
import { firstWord, required } from './arguments.ts';
import type { Command } from './command.ts';
import { showUnlessVeiled } from './veil.ts';

const rowsOf = ({ awake, book, entry, position, reason, content }: LoreLine): string[] => [
  `${awake ? '●' : '○'} ${[book, entry].filter((part) => part !== '').join(' · ')} (${position}): ${reason}`,
  ...(awake ? [`    ${content}`] : []),
];

/** `/lore [NAME]`, `/lore use BOOK`, `/lore unuse BOOK`: what a character is reminded of, and why. */
export const loreCommand: Command = {
  name: 'lore',
  args: '[NAME | use BOOK | unuse BOOK]',
  help: 'what NAME is reminded of, and why; take a lorebook into use',
  async run(desk, args) {
    const { play, show, notify } = desk;
    const { cast } = play.state();
    const [word, rest] = firstWord(args);
    if (word === 'use' || word === 'unuse') {
      const name = required(rest, `/lore ${word} BOOK`);
      await play.setBook(name, word === 'use');
      notify(`${name} is ${word === 'use' ? 'in' : 'out of'} use in this chat`);
      return;
    }
    if (args === '') {
      const items = cast.map(({ name }) => ({ label: name, command: `/lore ${name}` }));
      show(listPanel('Lore for', items));
      return;
    }
    const title = (name: string) => `Lore for ${name}`;
    await showUnlessVeiled(desk, args, {
      ...{ command: '/lore', title, holds: 'what this character alone is reminded of' },
      open: (name) => {
        const lines = play.lore(name);
        const none = [`no lorebook is in use for ${name}`];
        const awakeFirst = [...lines.filter(({ awake }) => awake), ...lines.filter(({ awake }) => !awake)];
        return textPanel(title(name), lines.length === 0 ? none : awakeFirst.flatMap(rowsOf));
      },
    });
  },
};
