import * as z from 'zod/mini';
import { type Arrival, arrivalOf, placedAt } from '../../../domain/decide/consequences.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import type { Moment } from '../../../domain/known/known.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { AnyView } from '../../../domain/view.ts';
import { presentIn } from '../../../domain/world/world.ts';
import { landingOf, minutesIn } from '../../../domain/world/world-time.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { AtWork, JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import { classifierOr, extractFrom } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { handSetIn, withHandSet } from '../../world/lines/hand-set.ts';
import { namedIds } from '../../world/lines/state-lines.ts';
import { kept } from '../../world/pass/facts.ts';
import { lenient } from '../../world/pass/schema.ts';
import { isOpen, lineIn } from '../scenes/openly.ts';
import { endOf, lastSeenByAll, perceivedTogether, type ReadAt } from '../scenes/own-scenes.ts';
import { isKnownLanguage, mayEndScene } from '../scenes/scene-hint.ts';
import { roomIn, sceneSaid, scriptSoFar, sinceItBegan } from '../scenes/script.ts';
import { seemsOver } from '../scenes/set-elsewhere.ts';
import { agreed, endedByWhereabouts, fewestLines, heldAlike, isSamePlace } from '../scenes/whereabouts.ts';
import { sourceOf, type TellingOptions } from './telling.ts';

/** How it is found out that a scene is over, and what comes of it. */
export interface EndingOptions extends TellingOptions {
  readonly close: () => 'auto' | 'ask' | 'manual';
}

type How = Pick<EndingOptions, 'hard' | 'over'>;

const mostLines = 10;
const linesRead = 8;
/** So many lines are asked about at once, whether the scene is over with the last of them. */
const linesTogether = 10;
const mostRecent = 24;
const mostTokens = 60;
const { text, flag } = lenient;
const schema = z._default(
  z.object({
    is_over: flag,
    reason: z.catch(z.optional(z.enum(['place', 'time', 'none'])), undefined),
    ...{ place: text, time: text },
  }),
  {},
);

/** Whether a person has said where somebody is, or when. */
const isMove = ({ kind, payload }: DomainEvent): boolean =>
  kind === 'manual_edit' && (payload.change.what === 'world' || payload.change.what === 'activity');

/** Of the last lines of a view those that everybody there perceived whole. */
const openLines = (view: AnyView, there: readonly CharacterId[], last: number): Message[] =>
  view.last(last).filter((message) => isOpen(message, there));

/** Whether a line may end the scene: where its words and those before are in no known language, any may. */
const mayEnd = (lines: readonly Message[]): boolean =>
  !isKnownLanguage(lines.map(({ text }) => text)) || mayEndScene(lines.at(-1)?.text ?? '');

/** What of a turn may end the scene: lines that everybody there perceived whole, and acts of a person that move somebody. */
function hinting({ events, moment }: WrittenTurn): JobAbout[] {
  const there = presentIn(moment.stage);
  const { view } = moment.known('everyone');
  const all = events.filter((event) => lineIn(event) !== null || isMove(event));
  if (all.length === 0 || openLines(view, there, mostRecent).length < fewestLines) return [];
  return all.flatMap((event) => {
    const line = lineIn(event);
    const message = line === null ? undefined : view.find(line);
    const isHint = message ? isOpen(message, there) : isMove(event);
    return isHint ? [{ about: event.id, source: sourceOf('scene', event.id) }] : [];
  });
}

/** The lines of a scene that everybody who is there perceived, the first first; a model of its own reads the last alone. */
function commonLines({ parts }: OpenChat, at: ReadAt, there: readonly CharacterId[]): Message[] {
  const open = openSince(at, there);
  if (!parts.classifier) return sinceItBegan(open, mostLines);
  const lines: Message[] = [];
  for (const message of open) if (lines.unshift(message) >= mostLines) break;
  return lines;
}

function* openSince(at: ReadAt, there: readonly CharacterId[]): Iterable<Message> {
  for (const message of perceivedTogether(at, there, endOf(at, lastSeenByAll(at, there))))
    if (isOpen(message, there)) yield message;
}

const question = (script: string, { place, time }: { place: string; time: string }): string => {
  const so = [place && `the place was ${place}`, time && `the time ${time}`].filter((one) => one !== '');
  return `${sceneSaid(script)}Beside the play: is this scene over with its last lines, since they are at another place now (place) or much time has passed (time)? ${so.length === 0 ? '' : `Until now ${so.join(' and ')}. `}Answer in JSON: is_over (true or false), reason ("place", "time" or "none"), place and time as they are now, where it is said.\nJSON:`;
};

interface Asked {
  readonly chat: OpenChat;
  readonly job: StoredJob;
  readonly there: readonly CharacterId[];
  /** The chat as the line was not yet said, and with what was found of it. */
  readonly before: Moment;
  readonly now: Moment;
}

async function answerTo(
  { chat, job, there, before }: Asked,
  lines: readonly Message[],
  how: How,
  signal: AbortSignal,
) {
  const known = before.stage.cast.filter(({ id }) => there.includes(id));
  const set = handSetIn(before.together(there).mind, ['world']);
  const room = roomIn(chat, how.hard()).lines;
  const script = scriptSoFar(chat, lines, { asked: Math.min(mostLines, lines.length), room, known });
  const asked = withHandSet(question(script, agreed(before, there)), set);
  const prompt = breakControls(asked, plainTemplate);
  const asks = classifierOr(chat, how.over, signal);
  const message = chat.parts.store.log.messageOf(chat.id, job.about) ?? null;
  const about = { kind: job.kind, owner: null, message, job: job.id, asks };
  const extraction = { prompt, schema, maxTokens: mostTokens, isDescribed: true };
  const found = await extractFrom(chat, extraction, about, signal);
  if (found.type === 'found') return found.value;
  throw new SottoError('server', 'no_answer', 'no model said whether the scene is over');
}

/** When it is once a line has said so; a clock that was known goes on by what it says, and by nothing that names no time. */
function landed({ there, before }: Asked, said: string | undefined): string | null {
  const time = kept(said) ?? null;
  if (time === null || minutesIn(time) !== null) return time;
  const clocks = there.map((id) => before.known(id).mind.world.time);
  if (clocks.every((clock) => minutesIn(clock) === null)) return time;
  return landingOf(time, agreed(before, there).time);
}

/** For whom it is so, and how new things are called. */
const arrivalFor = ({ chat, there }: Pick<Asked, 'chat' | 'there'>): Arrival => ({
  there,
  containerFor: namedIds(chat.parts.idFor, chat.id).container,
  idFor: chat.parts.idFor,
});

/** What ends the scene, by a line that says so. Rejects with SottoError where no model has answered. */
async function endedByLine(
  asked: Asked,
  lines: readonly Message[],
  how: How,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const said = await answerTo(asked, lines, how, signal);
  const was = agreed(asked.before, asked.there);
  const isStill = said.reason === 'place' && !!said.place && isSamePlace(said.place, was.place);
  if (!said.is_over || (isStill && was.place !== '')) return [];
  if (said.reason !== 'place' && said.reason !== 'time') return [];
  const reason = said.reason === 'place' ? 'container' : 'time';
  return [
    { kind: 'scene_closed', payload: { reason, was: heldAlike(asked.before, asked.there) } },
    ...arrivalOf(asked.now.whole, {
      ...arrivalFor(asked),
      place: kept(said.place),
      time: landed(asked, said.time),
    }),
  ];
}

/** What ends the scene behind what a job is about; nothing where it goes on. Rejects with SottoError where no model has answered. */
async function endOfScene(
  chat: OpenChat,
  { job, place, covered }: { readonly job: StoredJob } & Pick<AtWork, 'place' | 'covered'>,
  how: How,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const { store } = chat.parts;
  const now = chat.at(place);
  const there = presentIn(now.stage);
  const at = { store, chat: chat.id, head: place };
  const lines = commonLines(chat, at, there);
  if (lines.length < fewestLines) return [];
  const moved = endedByWhereabouts(at, now);
  if (moved) {
    const place = moved.reason === 'container' ? agreed(now, there).place : '';
    const placed = place ? placedAt(now.whole, arrivalFor({ chat, there }), place) : [];
    return [{ kind: 'scene_closed', payload: moved }, ...placed];
  }
  const isLine = store.log.messageOf(chat.id, job.about) === lines.at(-1)?.id;
  const [first = job] = covered;
  const abouts = new Set([...covered, job].map(({ about }) => store.log.messageOf(chat.id, about)));
  const open = openLines(store.view(chat.id, 'everyone', place), there, linesRead + covered.length);
  const mayBeOver = open.some(
    ({ id }, at) => abouts.has(id) && mayEnd(open.slice(Math.max(0, at + 1 - linesRead), at + 1)),
  );
  if (!isLine || !mayBeOver) return [];
  const before = chat.at(store.tree.before(chat.id, { branch: first.branch, seq: first.aboutSeq }));
  return endedByLine({ chat, job, there, before, now }, lines, how, signal);
}

/** Whether nothing has ended the scene since, nor made the line another. */
function holds({ branch, aboutSeq, about }: StoredJob, { parts: { store }, id }: OpenChat): boolean {
  const { head } = store.chats.mark(id);
  if (store.revisedSince(id, head, aboutSeq).includes(store.log.messageOf(id, about) ?? about)) return false;
  const closed = (place: Position) => store.moment(id, place).known('everyone').mind.scenes.closed;
  return closed({ branch, seq: aboutSeq }) === closed(head);
}

/** Tells whoever is there that the scene seems to be over, and leaves the rest to them. */
function suggest(chat: OpenChat, about: string): void {
  if (!chat.perspective.isThere || !chat.view().find(about)) return;
  chat.emit({ type: 'notice', message: seemsOver });
}

/**
 * After a line that everybody there perceived, whether the scene is over: they are elsewhere by now than when it began, or a model
 * says so of a line that may end it, from what all of them perceived. Then it closes behind that line, for all of them, and where
 * and when they are goes along; or a person is told (RP-063).
 */
export const sceneJob = ({ isOff = () => null, close, ...how }: EndingOptions): JobKind<OpenChat> => ({
  kind: 'scene',
  priority: 3,
  isOff,
  isDue: (_, covered) => covered.length + 1 >= linesTogether,
  pieces: (jobs) =>
    Array.from({ length: Math.ceil(jobs.length / linesTogether) }, (_, at) =>
      jobs.slice(at * linesTogether, (at + 1) * linesTogether),
    ),
  of: (turn) => (isOff() === null && close() !== 'manual' ? hinting(turn) : []),
  holds,
  async run(job, { chat, place, covered, signal }): Promise<NewEvent[]> {
    const ended = close() === 'manual' ? [] : await endOfScene(chat, { job, place, covered }, how, signal);
    if (close() === 'auto' || ended.length === 0) return ended;
    suggest(chat, job.about);
    return [];
  },
});
