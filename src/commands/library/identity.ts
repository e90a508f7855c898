import { type EarlierVersion, earlierNotice } from '../../app/cards/card-duplicates.ts';
import { cardName } from '../../app/cards/cards.ts';
import { type CharacterIdentity, makeSame, prefer, setApart } from '../../app/cards/identity.ts';
import type { App } from '../../app/run/app.ts';
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

const preferred = define({
  name: 'card prefer',
  group: 'library',
  summary: 'make the name of a card refer to this version of it, even an earlier one',
  parameters: { card: argument('<card>', nameOf('card')) },
  run: ({ app }, { card }) => prefer(app, card),
  json: ({ id, card }) => ({ type: 'card', id, name: cardName(card) }),
  text: ({ id, card }) => `${cardName(card)} means ${id}`,
});

/**
 * Lets a person say which version a name means where an earlier one has come in. Returns what they should know where nobody can be
 * asked: then it goes on meaning the newer one.
 */
export async function askWhichVersion(app: App, earlier: EarlierVersion): Promise<string[]> {
  if (!app.person.canAnswer) return [earlierNotice(earlier)];
  const { id, name } = earlier;
  const asked = `${name} (${id}) is an earlier version of a card that is here. Let the name mean this one? [y/N] `;
  if (/^y(es)?$/.test((await app.person.ask(asked)) ?? '')) prefer(app, id);
  return [];
}

/** Commands about who the characters of cards are. */
export const identityCommands: readonly Command[] = [same, apart, preferred];
