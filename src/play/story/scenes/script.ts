import type { Message, MessageId } from '../../../domain/message.ts';
import type { Member } from '../../../domain/world/world.ts';
import { estimateTokens } from '../../../prompt/tokens.ts';
import { scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { withoutProps } from '../occasions/props.ts';

/** A line of a scene, about how many tokens it has, and how much it matters to whoever tells of it, 0 to 3. */
export interface Line {
  readonly text: string;
  readonly tokens: number;
  readonly weight: number;
}

/** Among whom lines are said, what in them is not named, and how much each matters: nothing, and all alike, unless told. */
interface Reading {
  readonly known: readonly Member[];
  readonly props?: readonly string[];
  readonly weightOf?: (message: MessageId) => number;
}

/** So many of the last letters of each line are read. */
const longestLine = 2400;
/** A scene is read from its beginning where it has no more lines. */
const mostLines = 96;
/** Elsewhere from a line with so many behind it at least. */
const leastLines = 14;
const firsts = /^0/;
const tokensBeside = 700;
const leastRoom = 400;
/** What lines, what came before them, and everything else may take of a question about a scene. */
const shares = { lines: 0.65, before: 0.1, beside: 0.25 } as const;

/**
 * How many tokens of so many, or of the context of the server that plays, a question about a scene has for its lines, for what came
 * before them, and for everything else.
 */
export function roomIn(
  { server, parts }: OpenChat,
  hard: number,
): Readonly<Record<keyof typeof shares, number>> {
  const { context, limit = 0 } = parts.settings.budget;
  const held = parts.classifier ? hard : (server.known?.context(context) ?? hard);
  const all = Math.max(leastRoom, Math.min(hard, held, limit || hard) - tokensBeside);
  const of = (share: number) => Math.round(all * share);
  return { lines: of(shares.lines), before: of(shares.before), beside: of(shares.beside) };
}

/** Messages as lines of a script. */
export const linesOf = (
  chat: OpenChat,
  messages: readonly Message[],
  { known, props = [], weightOf = () => 0 }: Reading,
): Line[] =>
  messages.flatMap((message) => {
    const said = withoutProps(message.text, props);
    const text = said === '' ? '' : scriptOf(chat, [{ ...message, text: said }], known, longestLine);
    return text === '' ? [] : [{ text, tokens: estimateTokens(text), weight: weightOf(message.id) }];
  });

/** Lines in parts of at most so many tokens; as more are said, the last grows and the others stay. */
export function packed(lines: readonly Line[], room: number): Line[][] {
  const pieces: Line[][] = [];
  let left = 0;
  for (const line of lines) {
    const isCut = line.tokens > room;
    const tokens = isCut ? room : line.tokens;
    if (tokens > left) pieces.push([]);
    left = (tokens > left ? room : left) - tokens;
    pieces.at(-1)?.push(isCut ? { ...line, tokens, text: line.text.slice(0, room) } : line);
  }
  return pieces;
}

/** Lines as they stand in a question. */
export const scriptIn = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

/**
 * What every question about a scene begins with: whoever perceived the same is asked behind the same words, which a server then reads
 * once, and reads on as more is said.
 */
export const sceneSaid = (script: string): string =>
  script === '' ? '' : `A scene of a roleplay.\n\nWhat was said\n${script}\n\n`;

/** A part of a question under a heading; empty where nothing stands in it. */
export const section = (label: string, said: string): string => (said === '' ? '' : `${label}\n${said}\n\n`);

/**
 * Messages of a scene, which come newest first, from one that stays the first for a while: that with which the scene begins, where
 * that is not long ago. The first first.
 */
export function sinceItBegan(messages: Iterable<Message>, asked: number): Message[] {
  const least = Math.max(leastLines, asked + 2);
  const lines: Message[] = [];
  let near: number | undefined;
  for (const message of messages) {
    if (message.hidden) continue;
    lines.push(message);
    if (lines.length >= least && near === undefined && firsts.test(message.id)) near = lines.length;
    if (lines.length > mostLines) return lines.slice(0, near ?? least).reverse();
  }
  return lines.reverse();
}

/** The last of these messages as a script that has room: from where the part begins that the first of the `asked` is in. */
export function scriptSoFar(
  chat: OpenChat,
  messages: readonly Message[],
  {
    asked,
    room,
    known,
  }: { readonly asked: number; readonly room: number; readonly known: readonly Member[] },
): string {
  const lines = linesOf(chat, messages, { known });
  const pieces = packed(lines, room);
  let left = lines.length - asked;
  const from = pieces.findIndex((piece) => {
    left -= piece.length;
    return left < 0;
  });
  return scriptIn(pieces.slice(Math.max(0, from)).flat());
}
