import { lineHeadFor } from '../domain/audience/line-head.ts';
import { inCharacter } from '../domain/audience/ooc.ts';
import type { Message } from '../domain/message.ts';
import { escapeForRegExp } from '../domain/reg-exp.ts';
import type { AnyPromptInput, Budget } from './input.ts';
import { breakTags } from './lmml.ts';
import { scripted } from './regex-scripts.ts';
import { breakControls } from './template/control.ts';
import { estimateTokens } from './tokens.ts';

/** What a line is made from: everything but the tokenizer. */
type Uncounted = Omit<AnyPromptInput, 'countTokens'>;

/** Letters of a name by which a longer one is known: a regular expression can hold no more than so much. */
const longestName = 100;
const letters = (name: string, most: number): string => [...name.slice(0, 2 * most)].slice(0, most).join('');

/** Quotes lines of a text that would read as somebody else's line, so that nobody can put words in a mouth. */
export function quoteForgedLines(text: string, names: readonly string[]): string {
  if (!/[\n\r\u2028\u2029]/.test(text) || names.length === 0) return text;
  const short = names.filter((name) => name.length <= longestName).map(escapeForRegExp);
  const long = names
    .filter((name) => name.length > longestName)
    .map((name) => escapeForRegExp(letters(name, longestName)));
  const blank = '(?:[^\\S\\n\\r\\u2028\\u2029]|\\p{Cf})*';
  const heads = [...(short.length > 0 ? [`(?:${short.join('|')})${blank}[(（:：]`] : []), ...long];
  const forged = new RegExp(`[\\n\\r\\u2028\\u2029](?=${blank}(?:${heads.join('|')}))`, 'giu');
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
  { ooc }: Pick<AnyPromptInput, 'ooc'>,
  { text, hidden }: Pick<Message, 'text' | 'hidden'>,
): string => (hidden ? '' : inCharacter(text, ooc));

/** Of `prompt.hard`: the line that is answered and one that is gone on with leave half of a prompt for what must stand beside them. */
const shareOfLine = 1 / 4;
const leastTokens = 64;
const leastTokensOfUnit = 1 / 4;
const elision = ' […] ';

/** A text as prompts have it, and how many tokens of it they have not; by sotto's own estimate. */
export interface LineText {
  readonly text: string;
  readonly leftOut: number;
}

/** What lines are measured against: `prompt.hard`, or the server's context where that is smaller. */
const measureOf = ({ hard, lines = hard }: Budget): number => lines;

/**
 * A text as it stands in prompts: whole up to a quarter of `hard` tokens, of a longer one its beginning and its end, with a mark
 * between. It goes by nothing but these two and not by anybody's tokenizer, so that it reads the same in each later prompt.
 */
export function shortened(text: string, hard: number): LineText {
  const most = Math.max(leastTokens, Math.floor(hard * shareOfLine));
  const tokens = estimateTokens(text);
  if (tokens <= most) return { text, leftOut: 0 };
  const half = (most - estimateTokens(elision)) / 2;
  const first = longest(half, (length) => text.slice(0, length)).replace(/\s\S{0,40}$|[\ud800-\udbff]$/, '');
  const last = longest(half, (length) => text.slice(-length)).replace(/^\S{0,40}\s|^[\udc00-\udfff]/, '');
  const short = `${first}${elision}${last}`;
  return { text: short, leftOut: tokens - estimateTokens(short) };
}

/** The longest part of at most so many tokens. */
function longest(tokens: number, part: (length: number) => string): string {
  let [fits, tooLong] = [1, Math.ceil(tokens / leastTokensOfUnit) + 1];
  while (fits + 1 < tooLong) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (estimateTokens(part(middle)) <= tokens) fits = middle;
    else tooLong = middle;
  }
  return part(fits);
}

/** A text by whomever, as it may stand in a prompt: it neither forges a line of the cast nor a turn of the template. */
export function harmless(input: Uncounted, text: string): string {
  const names = input.cast.map(({ name }) => name);
  return breakControls(quoteForgedLines(text, names), input.layout.template);
}

/** Words of a message, as they may stand in a prompt: harmless, and no tag of a segment among them. */
export const harmlessWords = (input: Uncounted, text: string): string =>
  breakTags(input, harmless(input, text));

/** What a model is sent of a message that is not too long, where scripts change that; `depth` is its place in the view, 0 = the newest. */
function whole(input: Uncounted, message: Message, depth: number | undefined): string {
  const { scripts = [], userName: user, played } = input;
  const { speaker } = message;
  const text = spoken(input, message);
  if (scripts.length === 0) return text;
  const from = speaker === played ? 'human' : 'model';
  const names = { char: input.speaker.name, user };
  const about = { from, to: 'prompt', names, reader: input.speaker.id } as const;
  return scripted(text, scripts, { ...about, ...(depth !== undefined && { depth }) });
}

/** What prompts hold of a message's words. */
export const spokenInPrompts = (input: Pick<AnyPromptInput, 'ooc' | 'budget'>, message: Message): LineText =>
  shortened(spoken(input, message), measureOf(input.budget));

/**
 * A message as a line of the history, `Name: text` or `Name (to Bob): text`, without the end of the line, and the tokens that it
 * lost as too long; `depth` for scripts that ask for it.
 */
export function renderLine(input: Uncounted, message: Message, depth?: number): LineText {
  const speaker = input.cast.find(({ id }) => id === message.speaker);
  if (message.role !== 'character' || !speaker) {
    const { text, leftOut } = spokenInPrompts(input, message);
    return { text: harmlessWords(input, `\n${text}`).slice(1), leftOut };
  }
  const { text, leftOut } = shortened(whole(input, message, depth), measureOf(input.budget));
  const name = breakControls(speaker.name, input.layout.template);
  const line = `${name}${lineHeadOf(input, message)} ${harmlessWords(input, text)}${tagOf(input, message)}`;
  return { text: line, leftOut };
}
