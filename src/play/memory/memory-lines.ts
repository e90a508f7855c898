import { createHash } from 'node:crypto';
import type { ChatId } from '../../domain/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { listed } from '../../domain/world/names.ts';
import type { Insert } from '../../prompt/input.ts';
import type { PlaySettings } from '../chat/parts.ts';
import { type Surfaced, surfacedId } from './sieve.ts';

const dayMs = 86_400_000;
const longest = 320;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** A text in one line that opens nothing and is not too long. */
function tame(text: string): string {
  const line = oneLine(sanitize(text));
  return line.length > longest ? `${line.slice(0, longest).replace(/\s+\S*$/, '')}…` : line;
}

const daysOfYear = 365;
const daysOfMonth = 30.4;

/** How long ago something was, as of an ISO time, in words. */
function ago(at: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / dayMs);
  if (days < 1) return 'from earlier';
  if (days >= 2 * daysOfYear) return `from ${Math.floor(days / daysOfYear)} years ago`;
  if (days >= 2 * daysOfMonth) return `from ${Math.floor(days / daysOfMonth)} months ago`;
  return days === 1 ? 'from a day ago' : `from ${days} days ago`;
}

/** Names of those who were there, whom its owner knew; the owner is not named. */
export function companyOf(one: Surfaced): string[] {
  const { known, viewer } = one.life;
  const there = one.type === 'memory' ? one.memory.witnesses : whoHeard(one);
  return known.filter(({ id }) => id !== viewer && there.includes(id)).map(({ name }) => oneLine(name));
}

const whoHeard = ({ message }: Extract<Surfaced, { type: 'message' }>) =>
  message.knownTo.length > 0 ? message.knownTo : message.perceived;

/** Who said it, where it was said; empty for what nobody said. */
function speakerOf(one: Surfaced): string {
  const id = one.type === 'message' ? one.message.speaker : null;
  return oneLine(one.life.known.find((member) => member.id === id)?.name ?? '');
}

function plainLine(one: Surfaced, now: string): string {
  const company = companyOf(one);
  const where = company.length === 0 ? '' : `, with ${listed(company, 'and')}`;
  const speaker = speakerOf(one);
  const isOwn = one.type === 'message' && one.message.speaker === one.life.viewer;
  const isApart = one.type === 'message' && one.message.knownTo.length > 0;
  const who = isOwn ? 'you yourself' : speaker;
  const said = who === '' ? '' : `${who} said${isApart ? ' in confidence' : ''}: `;
  const text = tame(one.text).replace(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')'));
  return `[You remember, ${ago(one.at, now)}${where}: ${said}${text}]`;
}

function lmmlLine(one: Surfaced): string {
  const speaker = speakerOf(one);
  const attributes = {
    timestamp: one.at,
    chatId: one.life.chat,
    relevance: (one.relevance ?? 1).toFixed(2),
    participants: companyOf(one).join(', '),
  };
  const said = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  const text = `${speaker === '' ? '' : `${speaker}: `}${tame(one.text)}`;
  return `<memory ${said.join(' ')}>${escaped(text)}</memory>`;
}

/** What comes back to mind as a line of a prompt; `now` is an ISO time. */
export const memoryLine = (one: Surfaced, now: string, { memory }: Pick<PlaySettings, 'memory'>): string =>
  memory.shape === 'lmml' ? lmmlLine(one) : plainLine(one, now);

/** Tells what a memory says from what it said before. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12);

/** What a memory is of, word by word: a memory or a message, which one, and the chat where that is another. */
const sourceOf = (one: Surfaced, here: ChatId): string =>
  [one.type, surfacedId(one), ...(one.life.chat === here ? [] : [one.life.chat])].join(' ');

/** What comes back to mind as texts of a prompt, oldest first, in so many letters; where it is too much, what says least is left out. */
export function memoryInserts(
  surfaced: readonly Surfaced[],
  { now, settings, room, here }: MemoriesTold,
): Insert[] {
  const told = surfaced.map((one): Insert => {
    const reason = one.relevance === null ? 'pinned' : 'recalled';
    const where = { zone: 'told', tier: 'nice', isBehind: true, isByWords: true, isFilled: true } as const;
    const match = one.relevance !== null && { match: one.score };
    const about = { source: sourceOf(one, here), reason, worth: one.relevance ?? 1, ...match };
    const text = memoryLine(one, now, settings);
    const parts = [{ part: fingerprint(one.text), text }];
    return { name: memoriesName, ...about, ...where, parts, text };
  });
  let left = room;
  const isLeft = ({ text }: Insert): boolean => {
    left -= text.length;
    return left >= 0;
  };
  const fitting = new Set([...told].sort((a, b) => (b.worth ?? 0) - (a.worth ?? 0)).filter(isLeft));
  return told.filter((one) => fitting.has(one));
}

/** As of when, how and in how many letters memories are told, and in which chat. */
export interface MemoriesTold {
  /** ISO time. */
  readonly now: string;
  readonly settings: PlaySettings;
  readonly room: number;
  readonly here: ChatId;
}

/** What the texts are called that come back to mind. */
export const memoriesName = 'memories';
