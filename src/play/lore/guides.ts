import { macroName, substitute } from '../../cards/substitute.ts';
import type { Member } from '../../domain/world/world.ts';
import { defaultSettings } from '../../lore/books/books.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import { humanTo } from '../chat/human.ts';
import { rulesIn } from './lore.ts';

/** What an entry of this name says in the books in use for one of the cast, with names filled in; undefined where there is none. */
export function guideNamed(chat: ChatReader, member: Member, name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const books = chat.parts.books?.({ speaker: member, chat: chat.state.facts.books }) ?? [];
  for (const book of books) {
    const rules = rulesIn(book, chat.parts.settings.lore ?? defaultSettings).all();
    const found = rules.find((rule) => rule.enabled && rule.name.trim().toLowerCase() === wanted);
    if (!found || found.content.trim() === '') continue;
    const character = chat.character(member);
    const char = (character && macroName(character)) || member.name;
    return substitute(found.content, { char, user: humanTo(chat, member.id).name });
  }
  return undefined;
}
