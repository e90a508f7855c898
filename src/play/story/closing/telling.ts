import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { CharacterId } from '../../../domain/message.ts';
import type { Extraction } from '../../../inference/questions/calls.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { classifierOr, extractFrom } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { kept, memorable } from '../../world/pass/facts.ts';
import { lenient } from '../../world/pass/schema.ts';
import { withoutProps } from '../occasions/props.ts';
import { type Line, packed, roomIn, scriptIn } from '../scenes/script.ts';

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

/** A scene to be told: its lines, whose telling it is, what may not be named, and how a part of it is asked about. */
export interface Telling<S extends z.core.$ZodDefault> {
  readonly job: Pick<StoredJob, 'id' | 'kind' | 'owner'>;
  readonly lines: readonly Line[];
  readonly props: readonly string[];
  /** The schema of the last answer; those before have a summary alone. */
  readonly schema: S;
  question(piece: Piece): string;
}

const mostPieces = 16;
/** Tokens that a model may write of a scene. */
export const mostTokens = 400;

/** As many of these lines as have so many tokens, of each at most `each`: what matters least is left out first, of that the oldest. */
function fitting(lines: readonly Line[], most: number, each = most): Line[] {
  const sizeOf = ({ tokens }: Line) => Math.min(tokens, each);
  let over = lines.reduce((sum, line) => sum + sizeOf(line), 0) - most;
  const out = new Set<Line>();
  for (const line of [...lines].sort((a, b) => a.weight - b.weight)) {
    if (over <= 0) break;
    out.add(line);
    over -= sizeOf(line);
  }
  return lines.filter((line) => !out.has(line));
}

/** All lines in parts; of what is too much for as many as there may be, those that matter most. */
function inPieces(lines: readonly Line[], room: number): Line[][] {
  for (let most = room * mostPieces; ; most -= room) {
    const pieces = packed(fitting(lines, most, room), room);
    if (pieces.length <= mostPieces) return pieces;
  }
}

/** What was told of the parts of a scene before one, and word for word the lines of them that matter much, in so many tokens. */
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

/** What a model answers to a question about a scene. Rejects with SottoError where none has answered. */
export async function summarized<S extends z.core.$ZodDefault>(
  chat: OpenChat,
  asked: Pick<Extraction<S>, 'behind' | 'cache' | 'prompt' | 'schema'>,
  { job, over }: Pick<Telling<S>, 'job'> & Pick<TellingOptions, 'over'>,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const asks = classifierOr(chat, over, signal);
  const about = { kind: job.kind, owner: job.owner, message: null, job: job.id, asks };
  const found = await extractFrom(
    chat,
    { ...asked, maxTokens: mostTokens, isDescribed: true },
    about,
    signal,
  );
  if (found.type === 'found') return found.value;
  throw new SottoError('server', 'no_answer', 'no model summarized the scene');
}

/** What a model tells of a scene, a long one part by part. Rejects with SottoError where none has answered. */
export async function told<S extends z.core.$ZodDefault>(
  chat: OpenChat,
  { job, lines, props, schema, question }: Telling<S>,
  { over, hard }: TellingOptions,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const ask = <Of extends z.core.$ZodDefault>(piece: Piece, schema: Of): Promise<z.output<Of>> => {
    const prompt = breakControls(question(piece), plainTemplate);
    return summarized(chat, { prompt, schema }, { job, over }, signal);
  };
  const room = roomIn(chat, hard());
  const pieces = inPieces(lines, room.lines);
  let summary = '';
  const pieceAt = (at: number): Piece => ({
    before: toldBefore(summary, pieces.slice(0, at).flat(), room.before),
    script: scriptIn(pieces[at] ?? []),
    isLast: at >= pieces.length - 1,
  });
  for (let at = 0; at < pieces.length - 1; at += 1)
    summary = keptOf((await ask(pieceAt(at), partSchema)).summary, props) ?? summary;
  return ask(pieceAt(Math.max(0, pieces.length - 1)), schema);
}
