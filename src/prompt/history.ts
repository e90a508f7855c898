import type { Message, MessageId } from '../domain/message.ts';
import type { PromptInput } from './input.ts';
import type { Block, Dropped } from './plan.ts';

const pageSize = 64;
const shareAfterTrim = 0.6;

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

/** A message as a line of the history: `Name: text`. */
export function renderMessage(input: PromptInput, message: Message): string {
  const names = input.cast.map((member) => member.name);
  const speaker = input.cast.find(({ id }) => id === message.speaker);
  if (message.role !== 'character' || !speaker) {
    return `${quoteForgedLines(`\n${message.text}`, names).slice(1)}\n`;
  }
  const text = quoteForgedLines(message.text, names);
  return `${speaker.name}: ${text}${audienceTag(input, message)}\n`;
}

/** The history's blocks, where its window begins, and what did not fit. */
export interface History {
  readonly blocks: readonly Block[];
  readonly windowFrom: MessageId | null;
  readonly dropped: readonly Dropped[];
}

/**
 * Messages of the speaker's view, as whole turns, within `room` tokens. The window begins where it last
 * began until it is full; then it is trimmed to a share of the soft limit, so that the server's cache
 * survives until the next trim.
 */
export function buildHistory(input: PromptInput, room: number, softRoom: number): History {
  const newestFirst: Block[] = [];
  let total = 0;
  let complete = false;
  let before: MessageId | undefined = input.continues?.id;
  while (!complete && total <= room) {
    const page = input.view.last(pageSize, before);
    for (const message of page.reverse()) {
      const text = renderMessage(input, message);
      const tokens = input.countTokens(text);
      newestFirst.push(asBlock(message, text, tokens));
      total += tokens;
      complete = message.id === input.windowFrom;
      if (complete || total > room) break;
    }
    before = page.at(-1)?.id;
    if (page.length < pageSize) complete = true;
  }
  const limit = total > room ? Math.max(softRoom, room / 2) * shareAfterTrim : room;
  const kept = fitting(newestFirst, Math.max(Math.min(room, limit), newestIn(newestFirst, room)));
  const left = newestFirst.slice(kept.length);
  const oldest = kept.at(-1)?.source ?? null;
  const dropped = left.map(({ name, tokens }) => ({ name, tokens, reason: 'older than the window' }));
  return { blocks: kept.reverse(), windowFrom: oldest, dropped };
}

/** Tokens of the newest block, which stays as long as there is room for it at all. */
const newestIn = ([newest]: readonly Block[], room: number): number =>
  newest && newest.tokens <= room ? newest.tokens : 0;

function fitting(newestFirst: readonly Block[], limit: number): Block[] {
  let sum = 0;
  const kept: Block[] = [];
  for (const block of newestFirst) {
    sum += block.tokens;
    if (sum > limit) break;
    kept.push(block);
  }
  return kept;
}

const asBlock = (message: Message, text: string, tokens: number): Block => ({
  name: `message ${message.id}`,
  zone: 'history',
  tier: 'nice',
  role: message.role === 'character' ? 'user' : 'system',
  source: message.id,
  reason: message.knownTo.length === 0 ? 'perceived: public' : 'perceived: in its audience',
  text,
  tokens,
});
