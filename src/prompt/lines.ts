import type { Message } from '../domain/message.ts';
import type { PromptInput } from './input.ts';
import { defuse } from './template/control.ts';

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
function audienceTag(input: PromptInput, message: Message): string {
  if (message.knownTo.length === 0 || !input.tag.enabled) return '';
  const others = input.cast.filter(({ id }) => id !== message.speaker && message.knownTo.includes(id));
  const names = (others.length > 0 ? others : input.cast.filter(({ id }) => id === message.speaker)).map(
    (c) => c.name,
  );
  return ` (ooc: ${input.tag.tag}${names.join(',')}${input.tag.end})`;
}

/** A text by whomever, as it may stand in a prompt: it neither forges a line of the cast nor a turn of the template. */
export function harmless(input: PromptInput, text: string): string {
  const names = input.cast.map(({ name }) => name);
  return defuse(quoteForgedLines(text, names), input.layout.template);
}

/** A message as a line of the history: `Name: text`, without the end of the line. */
export function renderLine(input: PromptInput, message: Message): string {
  const speaker = input.cast.find(({ id }) => id === message.speaker);
  if (message.role !== 'character' || !speaker) return harmless(input, `\n${message.text}`).slice(1);
  const text = harmless(input, message.text);
  const name = defuse(speaker.name, input.layout.template);
  return `${name}: ${text}${defuse(audienceTag(input, message), input.layout.template)}`;
}
