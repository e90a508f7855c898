import { macroName } from '../../cards/substitute.ts';
import type { FillIn } from '../../domain/decide/decide-words.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import { chanceOf } from '../../lore/chance.ts';
import { expandMacros } from '../../prompt/macros/expand.ts';
import type { MacroContext, MacroMessage } from '../../prompt/macros/macro-context.ts';
import type { ChatReader } from '../chat/chat-reader.ts';

const beyondNames = /\{\{(?!\s*(?:char|user)\s*\}\})/i;
const recentMessages = 20;
const pageSize = 200;

/**
 * What `{{user}}` (the persona, else the played character) and `{{char}}` (the first with a card) are called when
 * somebody types them. The names are stored, so that no reader and no later persona changes the message.
 */
export const namesIn = (chat: ChatReader): { readonly char: string; readonly user: string } => {
  const { cast } = chat.stage;
  const host = cast.find(({ card }) => card !== null) ?? cast[0];
  const character = host && chat.character(host);
  const char = character ? macroName(character) : (host?.name ?? '');
  const { member, persona } = chat.human;
  return { char, user: persona?.name || member.name };
};

/** The newest messages that all of these perceive, oldest first. */
function sharedBy(chat: ChatReader, audience: readonly CharacterId[]): Message[] {
  const [reader] = audience;
  if (reader === undefined || !memberOf(chat.stage, reader)) return [];
  const view = chat.view(reader);
  const found: Message[] = [];
  for (let before: string | undefined; ; ) {
    const page = view.last(pageSize, before);
    found.unshift(...page.filter(({ perceived }) => audience.every((id) => perceived.includes(id))));
    if (found.length >= recentMessages || page.length < pageSize) return found.slice(-recentMessages);
    before = page[0]?.id;
  }
}

const asMacroMessage = (chat: ChatReader, { id, text, at, speaker }: Message): MacroMessage => ({
  ...{ id, text, at },
  by: speaker === chat.viewer ? 'human' : 'other',
});

/**
 * Fills in the macros of what somebody types. All of its audience read what they stand for, so they read nothing of the
 * chat, and chance is drawn from nothing, but what all of these perceive.
 */
export const macrosIn = (chat: ChatReader): FillIn => {
  const names = namesIn(chat);
  return (text, audience) => {
    const now = chat.parts.now();
    const shared = beyondNames.test(text) ? sharedBy(chat, audience) : [];
    const use = JSON.stringify([chat.id, now, shared.at(-1)?.id ?? null, text]);
    const messages = shared.map((message) => asMacroMessage(chat, message));
    const context: MacroContext = {
      ...names,
      messages,
      now,
      use,
      place: use,
      chance: chanceOf,
      isTyped: true,
    };
    return expandMacros(text, context).text;
  };
};
