import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import { bounds } from '../../../domain/events/state-kinds.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { Member } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { extractFrom, scriptOf } from '../../director/asking.ts';
import { kept } from '../../world/pass/facts.ts';
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

/** A scene to be told: its lines, whose telling it is, what may not be named, and how a part of it is asked about. */
export interface Telling<S extends z.core.$ZodDefault> {
  readonly job: Pick<StoredJob, 'id' | 'kind' | 'owner'>;
  readonly lines: readonly string[];
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

/** What was said as lines of a script, among people who know these, without what names a prop. */
export const linesOf = (
  chat: OpenChat,
  messages: readonly Message[],
  { known, props }: { readonly known: readonly Member[]; readonly props: readonly string[] },
): string[] =>
  messages.flatMap((message) => {
    const text = withoutProps(message.text, props);
    const line = text === '' ? '' : scriptOf(chat, [{ ...message, text }], known);
    return line === '' ? [] : [line];
  });

/** Lines in parts of at most so many characters; of too many parts the newest. */
function inPieces(lines: readonly string[], room: number): string[] {
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    const short = line.slice(0, room);
    if (last === undefined || last.length + short.length >= room) pieces.push(short);
    else pieces[pieces.length - 1] = `${last}\n${short}`;
  }
  return pieces.slice(-mostPieces);
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
    throw new SottoError('server', 'no_answer', 'no model told what is kept of the scene');
  };
  const pieces = inPieces(lines, roomIn(hard()).lines);
  let before = '';
  for (const script of pieces.slice(0, -1))
    before = keptOf((await ask({ before, script, isLast: false }, partSchema)).summary, props) ?? before;
  return ask({ before, script: pieces.at(-1) ?? '', isLast: true }, schema);
}
