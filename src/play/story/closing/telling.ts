import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import type { Member } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { extractFrom, scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { kept, memorable } from '../../world/pass/facts.ts';
import { lenient } from '../../world/pass/schema.ts';
import { withoutProps } from '../occasions/props.ts';

/** How what is kept of scenes is found out. */
export interface TellingOptions {
  /** Why it is not now; null while it is. Absent: it is. */
  readonly isOff?: () => string | null;
  /** What asks the model that plays, where there is no other. */
  readonly over: ClassifierOver;
  /** The most tokens of a question. */
  readonly hard: () => number;
}

/** A hash that tells a job about something, for somebody, from all others. */
export const sourceOf = (kind: string, about: string, owner: CharacterId | null = null): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, about, owner]))
    .digest('hex')
    .slice(0, 32);

/** A part of a scene: what was told of those before it, and the lines of this one. */
export interface Piece {
  readonly before: string;
  readonly script: string;
  readonly isLast: boolean;
}

/** A line of a scene, and how much it matters to whoever tells of it, 0 to 3. */
export interface Line {
  readonly text: string;
  readonly weight: number;
}

/** A scene to be told: its lines, whose telling it is, what may not be named, and how a part of it is asked about. */
export interface Telling<S extends z.core.$ZodDefault> {
  readonly job: Pick<StoredJob, 'id' | 'kind' | 'owner'>;
  readonly lines: readonly Line[];
  readonly props: readonly string[];
  /** The schema of the last answer; those before have a summary alone. */
  readonly schema: S;
  question(piece: Piece): string;
}

const charactersPerToken = 2;
const tokensBeside = 700;
const leastRoom = 800;
const mostPieces = 16;
const mostTokens = 400;

/** How many characters of lines a question has room for, and how many everything else may take. */
export const roomIn = (hard: number): { readonly lines: number; readonly beside: number } => {
  const all = Math.max(leastRoom, (hard - tokensBeside) * charactersPerToken);
  return { lines: Math.round(all * 0.75), beside: Math.round(all * 0.25) };
};

/** What was said as lines of a script, among people who know these, without what names a prop; all matter alike unless told. */
export const linesOf = (
  chat: OpenChat,
  messages: readonly Message[],
  {
    known,
    props,
    weightOf = () => 0,
  }: {
    readonly known: readonly Member[];
    readonly props: readonly string[];
    readonly weightOf?: (message: MessageId) => number;
  },
): Line[] =>
  messages.flatMap((message) => {
    const said = withoutProps(message.text, props);
    const text = said === '' ? '' : scriptOf(chat, [{ ...message, text: said }], known);
    return text === '' ? [] : [{ text, weight: weightOf(message.id) }];
  });

const sizeOf = ({ text }: Line, room: number): number => Math.min(text.length, room) + 1;

/** As many of these lines as have so many characters, of each at most `each`: what matters least is left out first, of that the oldest. */
function fitting(lines: readonly Line[], most: number, each = most): Line[] {
  let over = lines.reduce((sum, line) => sum + sizeOf(line, each), 0) - most;
  const out = new Set<Line>();
  for (const line of [...lines].sort((a, b) => a.weight - b.weight)) {
    if (over <= 0) break;
    out.add(line);
    over -= sizeOf(line, each);
  }
  return lines.filter((line) => !out.has(line));
}

/** Lines in parts of at most so many characters. */
function packed(lines: readonly Line[], room: number): Line[][] {
  const pieces: Line[][] = [];
  let left = 0;
  for (const line of lines) {
    const size = sizeOf(line, room);
    if (size > left) pieces.push([]);
    left = (size > left ? room : left) - size;
    pieces.at(-1)?.push({ ...line, text: line.text.slice(0, room) });
  }
  return pieces;
}

/** All lines in parts; of what is too much for as many as there may be, those that matter most. */
function inPieces(lines: readonly Line[], room: number): Line[][] {
  for (let most = room * mostPieces; ; most -= room) {
    const pieces = packed(fitting(lines, most, room), room);
    if (pieces.length <= mostPieces) return pieces;
  }
}

const scriptIn = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

/** What was told of the parts of a scene before one, and word for word the lines of them that matter much, in so many characters. */
function toldBefore(summary: string, lines: readonly Line[], room: number): string {
  const mattered = fitting(
    lines.filter(({ weight }) => weight >= memorable),
    room,
  );
  return [summary, scriptIn(mattered)].filter((part) => part !== '').join('\n');
}

const partSchema = z._default(z.object({ summary: lenient.text }), {});

/** A text of a model as it is kept of a scene: bounded, in one line, without what names a prop; undefined for nothing. */
export const keptOf = (text: string | undefined, props: readonly string[], most: number = bounds.summary) => {
  const said = withoutProps(kept(text, most) ?? '', props);
  return said === '' ? undefined : said;
};

/** What a model tells of a scene, a long one part by part. Rejects with SottoError where none has answered. */
export async function told<S extends z.core.$ZodDefault>(
  chat: OpenChat,
  { job, lines, props, schema, question }: Telling<S>,
  { over, hard }: TellingOptions,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const asks = chat.parts.classifier ?? (async () => over((await chat.server.open(signal)).backend));
  const about = { kind: job.kind, owner: job.owner, message: null, job: job.id, asks };
  const ask = async <Of extends z.core.$ZodDefault>(piece: Piece, of: Of): Promise<z.output<Of>> => {
    const prompt = breakControls(question(piece), plainTemplate);
    const extraction = { prompt, schema: of, maxTokens: mostTokens, isDescribed: true };
    const found = await extractFrom(chat, extraction, about, signal);
    if (found.type === 'found') return found.value;
    throw new SottoError('server', 'no_answer', 'no model summarized the scene');
  };
  const room = roomIn(hard()).lines;
  const apart = Math.round(room / 8);
  const whole = inPieces(lines, room);
  const pieces = whole.length > 1 ? inPieces(lines, room - apart) : whole;
  let summary = '';
  const pieceAt = (at: number): Piece => ({
    before: toldBefore(summary, pieces.slice(0, at).flat(), apart),
    script: scriptIn(pieces[at] ?? []),
    isLast: at >= pieces.length - 1,
  });
  for (let at = 0; at < pieces.length - 1; at += 1)
    summary = keptOf((await ask(pieceAt(at), partSchema)).summary, props) ?? summary;
  return ask(pieceAt(Math.max(0, pieces.length - 1)), schema);
}
