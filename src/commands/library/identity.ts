import { type CharacterIdentity, makeSame, setApart } from '../../app/cards/identity.ts';
import { type Command, define } from '../command.ts';
import { argument, nameOf, option, word } from '../parameters.ts';

const character = option('--character <name>', word, 'which character of a card of several');
const shape = {
  json: (found: CharacterIdentity) => ({ type: 'card', ...found }),
  text: ({ id, name, identity }: CharacterIdentity) => `${name} (${id}) is ${identity}`,
};

const same = define({
  name: 'card same',
  group: 'library',
  summary: 'treat two cards as one character, which remembers the chats of both',
  parameters: {
    card: argument('<card>', nameOf('card')),
    other: argument('<other>', nameOf('card')),
    character,
  },
  *run({ app }, { card, other, character: who }) {
    yield* makeSame(app, [card, other], who);
  },
  ...shape,
});

const apart = define({
  name: 'card apart',
  group: 'library',
  summary: 'treat a card as a character of its own again',
  parameters: { card: argument('<card>', nameOf('card')), character },
  run: ({ app }, { card, character: who }) => setApart(app, card, who),
  ...shape,
});

/** Commands about who the characters of cards are. */
export const identityCommands: readonly Command[] = [same, apart];
