import { macroName, substitute } from '../../cards/substitute.ts';
import type { Member } from '../../domain/world/world.ts';
import { defaultSettings } from '../../lore/books/books.ts';
import type { LoreRule } from '../../lore/books/rule.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import { humanTo } from '../chat/human.ts';
import { rulesIn } from './lore.ts';

/** The entries of the books in use for one of the cast that say anything. */
function* entriesFor(chat: ChatReader, member: Member): Generator<LoreRule> {
  const books = chat.parts.books?.({ speaker: member, chat: chat.state.facts.books }) ?? [];
  for (const book of books)
    for (const rule of rulesIn(book, chat.parts.settings.lore ?? defaultSettings).all())
      if (rule.content.trim() !== '') yield rule;
}

const fold = (name: string): string => name.trim().toLowerCase();

function filled(chat: ChatReader, member: Member, text: string): string {
  const character = chat.character(member);
  const char = (character && macroName(character)) || member.name;
  return substitute(text, { char, user: humanTo(chat, member.id).name });
}

/** What an entry of this name says in the books in use for one of the cast, with names filled in; undefined where there is none. */
export function guideNamed(chat: ChatReader, member: Member, name: string): string | undefined {
  for (const rule of entriesFor(chat, member))
    if (rule.enabled && fold(rule.name) === fold(name)) return filled(chat, member, rule.content);
  return undefined;
}

/** The entries of the books in use for one of the cast that are off until somebody calls them by their name (HC-57). */
export const instructionsFor = (chat: ChatReader, member: Member): string[] =>
  [...entriesFor(chat, member)].flatMap(({ enabled, name }) => (enabled || name === '' ? [] : [name]));

/** What such an entry says, with names filled in; undefined where there is none. */
export function instructionNamed(chat: ChatReader, member: Member, name: string): string | undefined {
  for (const rule of entriesFor(chat, member))
    if (!rule.enabled && fold(rule.name) === fold(name)) return filled(chat, member, rule.content);
  return undefined;
}
