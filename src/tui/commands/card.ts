import { isSottoError } from '../../domain/errors.ts';
import { confirmPanel, listPanel, textPanel } from '../panels/state.ts';
import { firstWord, takeNames } from './arguments.ts';
import type { Command, Desk } from './command.ts';
import { showUnlessVeiled } from './veil.ts';

/** The cards of the characters of the open chat. */
export interface CardShelf {
  /** What a character's card says, line by line. */
  show(name: string): readonly string[];
  /** A character as its author edits it: what was rejected last, else what its card says. */
  draft(name: string): string;
  /** Gives the character the card that the text describes; false when that is the one it has. Rejects with SottoError. */
  keep(name: string, text: string): Promise<boolean>;
}

const fileName = 'card.toml';

async function edit(shelf: CardShelf, name: string, { editor, notify, show }: Desk): Promise<void> {
  const text = await editor(shelf.draft(name), fileName);
  if (text === null) {
    notify('nothing was kept: the editor gave up');
    return;
  }
  try {
    const isNew = await shelf.keep(name, text);
    notify(isNew ? `${name} has this card from here on; /undo takes it back` : 'nothing was changed');
  } catch (error) {
    if (!isSottoError(error)) throw error;
    show(confirmPanel('Back to the editor?', [error.message], `/card edit ${name}`));
  }
}

/** `/card`: shows the card of a character, or opens it in the human's editor. */
export const cardCommand = (shelf: CardShelf): Command => ({
  name: 'card',
  args: '[edit] [NAME]',
  help: "what NAME's card says; edit changes it in $EDITOR",
  async run(desk, args) {
    const { cast, playing } = desk.play.state();
    const [word, rest] = firstWord(args);
    const named = (text: string): string => takeNames(text, cast).names[0] ?? text;
    if (word === 'edit') {
      await edit(shelf, rest === '' ? playing.name : named(rest), desk);
    } else if (args === '') {
      const items = cast.map(({ name }) => ({ label: name, command: `/card ${name}` }));
      desk.show(listPanel('Cards', items));
    } else {
      await showUnlessVeiled(desk, args, {
        ...{
          command: '/card',
          title: (name) => `Card of ${name}`,
          holds: 'what the card says of this character',
        },
        open: (name) => textPanel(name, shelf.show(name)),
      });
    }
  },
});
