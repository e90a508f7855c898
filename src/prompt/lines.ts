import type { Message } from '../domain/message.ts';
import type { PromptInput } from './input.ts';
import { scripted } from './regex-scripts.ts';
import { defuse } from './template/control.ts';

/** What a line is made from: everything but the tokenizer. */
type Uncounted = Omit<PromptInput, 'countTokens'>;

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Quotes lines of a text that would read as somebody else's line, so that nobody can put words in a mouth. */
export function quoteForgedLines(text: string, names: readonly string[]): string {
  if (!text.includes('\n') || names.length === 0) return text;
  const forged = new RegExp(
    `\\n(?=[ \\t]*(?:${names.map(escapeForRegExp).join('|')})[ \\t]*(?:\\(|:))`,
    'gi',
  );
  return text.replace(forged, '\n> ');
}

/** The tag as the cast writes it, for those in the audience; empty for a public message. */
function audienceTag(input: Uncounted, message: Message): string {
  if (message.knownTo.length === 0 || !input.tag.enabled) return '';
  const others = input.cast.filter(({ id }) => id !== message.speaker && message.knownTo.includes(id));
  const names = (others.length > 0 ? others : input.cast.filter(({ id }) => id === message.speaker)).map(
    (c) => c.name,
  );
  return ` (ooc: ${input.tag.tag}${names.join(',')}${input.tag.end})`;
}

/** A text by whomever, as it may stand in a prompt: it neither forges a line of the cast nor a turn of the template. */
export function harmless(input: Uncounted, text: string): string {
  const names = input.cast.map(({ name }) => name);
  return defuse(quoteForgedLines(text, names), input.layout.template);
}

/** What a model is sent of a message, where scripts change that; `depth` is its place in the view, 0 = the newest. */
function sent(input: Uncounted, { speaker, text }: Message, depth: number | undefined): string {
  const { scripts = [], userName: user, played } = input;
  if (scripts.length === 0) return text;
  const from = speaker === played ? 'human' : 'model';
  const names = { char: input.speaker.name, user };
  return scripted(text, scripts, { from, to: 'prompt', names, ...(depth !== undefined && { depth }) });
}

/** A message as a line of the history: `Name: text`, without the end of the line; `depth` for scripts that ask for it. */
export function renderLine(input: Uncounted, message: Message, depth?: number): string {
  const speaker = input.cast.find(({ id }) => id === message.speaker);
  if (message.role !== 'character' || !speaker) return harmless(input, `\n${message.text}`).slice(1);
  const text = harmless(input, sent(input, message, depth));
  const name = defuse(speaker.name, input.layout.template);
  return `${name}: ${text}${defuse(audienceTag(input, message), input.layout.template)}`;
}
