import type { FillIn } from '../../domain/decide/decide-words.ts';
import type { Message } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import { type RegexScript, type ScriptedText, scripted } from '../../prompt/regex-scripts.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import type { HumanAsKnown } from '../chat/human.ts';
import { unlessEmpty } from './kept-text.ts';
import { macrosIn, namesIn } from './typed-macros.ts';

/** Fills in macros in what the human types, and runs the scripts that change what is kept over it. */
export const typedIn = (chat: ChatReader): FillIn => {
  const fill = macrosIn(chat);
  const { scripts = [] } = chat.parts.settings;
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
  const scripts = (chat.parts.settings.scripts ?? []).filter(({ runOnEdit }) => runOnEdit);
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
  { name }: Member,
  human: HumanAsKnown,
): ((text: string, depth?: number) => string) => {
  const { scripts = [] } = parts.settings;
  const names = { char: name, user: human.name };
  return (text, depth) =>
    scripted(text, scripts, { from: 'lore', to: 'prompt', names, ...(depth !== undefined && { depth }) });
};

/** What a script shows changes at these depths and at no others. */
const bordersOf = (scripts: readonly RegexScript[]): number[] =>
  scripts.flatMap(({ minDepth, maxDepth }) => [minDepth ?? 0, maxDepth === null ? 0 : maxDepth + 1]);

/** Messages as scripts show them, each run once for as long as its depth makes no difference. */
export class ShownMessages {
  #scripts: { readonly all: readonly RegexScript[]; readonly borders: readonly number[] } | null = null;
  #known = new WeakMap<Message, { readonly about: string; readonly shown: Message }>();

  /** Scripts may have changed: they are read again. */
  forget(): void {
    this.#scripts = null;
    this.#known = new WeakMap();
  }

  /** The message with its text and reasoning as a person reads them; the message itself where nothing changes. */
  of(chat: ChatReader, message: Message, depth: number): Message {
    this.#scripts ??= read(chat.parts.settings.scripts ?? []);
    const { all, borders } = this.#scripts;
    if (all.length === 0 || message.role !== 'character') return message;
    const { from, names } = writerOf(chat, message);
    const passed = borders.filter((border) => border <= depth).length;
    const about = JSON.stringify([passed, from, names]);
    const known = this.#known.get(message);
    if (known?.about === about) return known.shown;
    const on = { to: 'screen', depth, names } as const;
    const text = scripted(message.text, all, { ...on, from });
    const reasoning = scripted(message.reasoning, all, { ...on, from: 'reasoning' });
    const isSame = text === message.text && reasoning === message.reasoning;
    const shown = isSame ? message : { ...message, text, reasoning };
    this.#known.set(message, { about, shown });
    return shown;
  }
}

const read = (scripts: readonly RegexScript[]) => {
  const all = scripts.filter(({ markdownOnly, placement }) => markdownOnly || placement.includes(6));
  return { all, borders: bordersOf(all) };
};
