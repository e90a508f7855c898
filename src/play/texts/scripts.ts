import { macroName } from '../../cards/substitute.ts';
import type { FillIn } from '../../domain/decide/decide-words.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import { chanceOf } from '../../lore/chance.ts';
import { expandMacros } from '../../prompt/macros/expand.ts';
import type { MacroContext, MacroMessage } from '../../prompt/macros/macro-context.ts';
import { type RegexScript, type ScriptedText, scripted } from '../../prompt/regex-scripts.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import type { HumanAsKnown } from '../chat/human.ts';
import type { PlaySettings } from '../chat/parts.ts';
import { Remembered } from '../chat/remembered.ts';
import { scriptsFor, unlessEmpty } from './kept-text.ts';

const beyondNames = /\{\{(?!\s*(?:char|user)\s*\}\})/i;
const recentMessages = 20;
const pageSize = 200;

/**
 * What `{{user}}` (the persona, else the played character) and `{{char}}` (the first with a card) are called when
 * somebody types them. The names are stored, so that no reader and no later persona changes the message.
 */
const namesIn = (chat: ChatReader): { readonly char: string; readonly user: string } => {
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
const macrosIn = (chat: ChatReader): FillIn => {
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

/** The one whom a human writes to, where they know of one alone: its card may change what the human writes. */
const soleOther = (chat: ChatReader): Member | null => {
  const { cast } = chat.known();
  const [sole, ...more] = cast.filter(({ id, card }) => id !== chat.human.member.id && card !== null);
  return more.length === 0 ? (sole ?? null) : null;
};

/** Whose scripts are for a message. */
const scriptedBy = (chat: ChatReader, { speaker }: Message): Member | null => {
  if (speaker === chat.human.member.id) return soleOther(chat);
  return (speaker !== null && memberOf(chat.stage, speaker)) || null;
};

/** Fills in macros in what the human types, and runs the scripts that change what is kept over it. */
export const typedIn = (chat: ChatReader): FillIn => {
  const fill = macrosIn(chat);
  const scripts = scriptsFor(chat.parts, soleOther(chat));
  if (scripts.length === 0) return fill;
  const names = namesIn(chat);
  return (text, audience) => {
    const filled = fill(text, audience);
    return unlessEmpty(filled, scripted(filled, scripts, { from: 'human', to: 'store', names }));
  };
};

/** Whose text a message is to a script, and the names that it fills in: a model's are those of its speaker. */
const writerOf = (
  chat: ChatReader,
  { speaker }: Message,
): Pick<ScriptedText, 'names'> & { from: 'human' | 'model' } => {
  const names = namesIn(chat);
  if (speaker === chat.human.member.id) return { from: 'human', names };
  const char = memberOf(chat.stage, speaker)?.name ?? '';
  return { from: 'model', names: { ...names, char } };
};

/** Fills in macros in a message as it is typed anew, and runs the scripts over it that run on edits. */
export const editedIn = (chat: ChatReader, message: Message): FillIn => {
  const fill = macrosIn(chat);
  const scripts = scriptsFor(chat.parts, scriptedBy(chat, message)).filter(({ runOnEdit }) => runOnEdit);
  if (scripts.length === 0 || message.role !== 'character') return fill;
  const about = { ...writerOf(chat, message), to: 'store' as const };
  return (text, audience) => {
    const filled = fill(text, audience);
    return unlessEmpty(filled, scripted(filled, scripts, about));
  };
};

/** Runs the scripts for prompts over what lore says to this speaker; `depth` where it stands among the messages. */
export const loreIn = (
  { parts }: ChatReader,
  speaker: Member,
  human: HumanAsKnown,
): ((text: string, depth?: number) => string) => {
  const scripts = scriptsFor(parts, speaker);
  const names = { char: speaker.name, user: human.name };
  const about = { from: 'lore', to: 'prompt', names, reader: speaker.id } as const;
  return (text, depth) => scripted(text, scripts, { ...about, ...(depth !== undefined && { depth }) });
};

/** What a script shows changes at these depths and at no others. */
const bordersOf = (scripts: readonly RegexScript[]): number[] =>
  scripts.flatMap(({ minDepth, maxDepth }) => [minDepth ?? 0, maxDepth === null ? 0 : maxDepth + 1]);

/** Messages as scripts show them, each run once for as long as its depth makes no difference. */
export class ShownMessages {
  readonly #scripts = new Map<string, ShownBy>();
  #speakers = new Remembered<Map<CharacterId | null, ShownBy>>();
  #settings: PlaySettings | null = null;
  #known = new WeakMap<Message, Seen>();

  /** Scripts may have changed: they are read again. */
  forget(): void {
    this.#scripts.clear();
    this.#speakers = new Remembered();
    this.#known = new WeakMap();
  }

  /** The message with its text and reasoning as a person reads them; the message itself where nothing changes. */
  of(chat: ChatReader, message: Message, depth: number): Message {
    const by = this.#shownBy(chat, message);
    const { all, borders } = by;
    if (all.length === 0 || message.role !== 'character') return message;
    const { from, names } = writerOf(chat, message);
    const passed = borders.filter((border) => border <= depth).length;
    const about = JSON.stringify([passed, from, names, chat.viewer]);
    const known = this.#known.get(message);
    if (known?.about === about && known.by === by) return known.shown;
    const on = { to: 'screen', depth, names, reader: chat.viewer } as const;
    const text = scripted(message.text, all, { ...on, from });
    const reasoning = scripted(message.reasoning, all, { ...on, from: 'reasoning' });
    const isSame = text === message.text && reasoning === message.reasoning;
    const shown = isSame ? message : { ...message, text, reasoning };
    this.#known.set(message, { about, by, shown });
    return shown;
  }

  /** The scripts for a message, found once a speaker until the chat goes on. */
  #shownBy(chat: ChatReader, message: Message): ShownBy {
    const { settings } = chat.parts;
    if (this.#settings !== settings) this.forget();
    this.#settings = settings;
    const speakers = this.#speakers.of([chat.state, chat.viewer, settings], () => new Map());
    const known = speakers.get(message.speaker) ?? this.#read(chat, message);
    speakers.set(message.speaker, known);
    return known;
  }

  #read(chat: ChatReader, message: Message): ShownBy {
    const member = scriptedBy(chat, message);
    const by = member ? `${member.id} ${member.card?.id}` : '';
    const known = this.#scripts.get(by) ?? read(scriptsFor(chat.parts, member));
    this.#scripts.set(by, known);
    return known;
  }
}

/** A message as these scripts show it. */
interface Seen {
  readonly about: string;
  readonly by: ShownBy;
  readonly shown: Message;
}

/** The scripts that change what is shown of somebody's messages, and the depths at which it changes. */
interface ShownBy {
  readonly all: readonly RegexScript[];
  readonly borders: readonly number[];
}

const read = (scripts: readonly RegexScript[]): ShownBy => {
  const all = scripts.filter(({ markdownOnly, placement }) => markdownOnly || placement.includes(6));
  return { all, borders: bordersOf(all) };
};
