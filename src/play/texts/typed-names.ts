import { macroName, substitute } from '../../cards/substitute.ts';
import type { FillIn } from '../../domain/decide-words.ts';
import type { OpenChat } from '../open-chat.ts';

const macro = /\{\{\s*(?:char|user)\s*\}\}/gi;

/**
 * Fills in `{{user}}` (the persona, else the played character) and `{{char}}` (the first with a card) as they are
 * called when somebody types them. The names are stored, so that no reader and no later persona changes the message.
 */
export const namesIn = (chat: OpenChat): FillIn => {
  const { world, facts } = chat.state;
  const host = world.cast.find(({ card }) => card !== null) ?? world.cast[0];
  const character = host && chat.character(host);
  const char = character ? macroName(character) : (host?.name ?? '');
  const names = { char, user: facts.persona?.name || chat.human.name };
  return (text) => text.replace(macro, (found) => substitute(found, names));
};
