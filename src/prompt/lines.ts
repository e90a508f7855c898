import { lineHeadFor } from '../domain/audience/line-head.ts';
import { inCharacter } from '../domain/audience/ooc.ts';
import type { Message } from '../domain/message.ts';
import { escapeForRegExp } from '../domain/reg-exp.ts';
import type { PromptInput } from './input.ts';
import { scripted } from './regex-scripts.ts';
import { breakControls } from './template/control.ts';

/** What a line is made from: everything but the tokenizer. */
type Uncounted = Omit<PromptInput, 'countTokens'>;

/** Quotes lines of a text that would read as somebody else's line, so that nobody can put words in a mouth. */
export function quoteForgedLines(text: string, names: readonly string[]): string {
  if (!/[\n\r\u2028\u2029]/.test(text) || names.length === 0) return text;
  const anyName = names.map(escapeForRegExp).join('|');
  const blank = '(?:[^\\S\\n\\r\\u2028\\u2029]|\\p{Cf})*';
  const forged = new RegExp(`[\\n\\r\\u2028\\u2029](?=${blank}(?:${anyName})${blank}[(（:：])`, 'giu');
  return text.replace(forged, '$&> ');
}

/** Whom a private message names; nobody for a public one. */
function addressed(input: Uncounted, message: Message): string[] {
  if (message.knownTo.length === 0 || !input.tag.enabled) return [];
  const others = input.cast.filter(({ id }) => id !== message.speaker && message.knownTo.includes(id));
  const named = others.length > 0 ? others : input.cast.filter(({ id }) => id === message.speaker);
  return named.map(({ name }) => name);
}

/** What stands between the name of a message's speaker and its text, in the style in which lines are marked. */
export function lineHeadOf(input: Uncounted, message: Message): string {
  const names = input.tag.heads ? addressed(input, message) : [];
  return breakControls(lineHeadFor(names), input.layout.template);
}

/** The tag as the cast writes it, behind the text; empty for a public message and where heads say it. */
function tagOf(input: Uncounted, message: Message): string {
  const names = input.tag.heads ? [] : addressed(input, message);
  if (names.length === 0) return '';
  return breakControls(` (ooc: ${input.tag.tag}${names.join(',')}${input.tag.end})`, input.layout.template);
}

/** What of a message may stand in a prompt: what is said in character; nothing of one that people alone read. */
export const spoken = (
  { ooc }: Pick<PromptInput, 'ooc'>,
  { text, hidden }: Pick<Message, 'text' | 'hidden'>,
): string => (hidden ? '' : inCharacter(text, ooc));

/** A text by whomever, as it may stand in a prompt: it neither forges a line of the cast nor a turn of the template. */
export function harmless(input: Uncounted, text: string): string {
  const names = input.cast.map(({ name }) => name);
  return breakControls(quoteForgedLines(text, names), input.layout.template);
}

/** What a model is sent of a message, where scripts change that; `depth` is its place in the view, 0 = the newest. */
function sent(input: Uncounted, message: Message, depth: number | undefined): string {
  const { scripts = [], userName: user, played } = input;
  const { speaker } = message;
  const text = spoken(input, message);
  if (scripts.length === 0) return text;
  const from = speaker === played ? 'human' : 'model';
  const names = { char: input.speaker.name, user };
  return scripted(text, scripts, { from, to: 'prompt', names, ...(depth !== undefined && { depth }) });
}

/** A message as a line of the history, `Name: text` or `Name (to Bob): text`, without the end of the line; `depth` for scripts that ask for it. */
export function renderLine(input: Uncounted, message: Message, depth?: number): string {
  const speaker = input.cast.find(({ id }) => id === message.speaker);
  if (message.role !== 'character' || !speaker)
    return harmless(input, `\n${spoken(input, message)}`).slice(1);
  const text = harmless(input, sent(input, message, depth));
  const name = breakControls(speaker.name, input.layout.template);
  return `${name}${lineHeadOf(input, message)} ${text}${tagOf(input, message)}`;
}
