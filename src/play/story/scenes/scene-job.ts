import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { mindOf } from '../../../domain/world/mind.ts';
import { foldName, presentIn, type World } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import { extractFrom, scriptOf } from '../../director/asking.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../jobs/job-kind.ts';
import { worldAt } from '../../planning/plan.ts';
import { lenient } from '../../world/pass/schema.ts';
import { endOf, lastSeenByAll, perceivedSince } from './own-scenes.ts';
import { mayEndScene } from './scene-hint.ts';
import { sourceOf, type TellingOptions } from './telling.ts';

/** How it is found out that a scene is over, and what comes of it. */
export interface EndingOptions extends Omit<TellingOptions, 'hard'> {
  readonly close: () => 'auto' | 'ask' | 'manual';
}

const fewestLines = 4;
const mostLines = 12;
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

const isSaid = ({ kind }: DomainEvent): boolean => kind === 'message_said' || kind === 'reply_received';

const isPublic = ({ perceived }: Message, there: readonly CharacterId[]): boolean =>
  there.length > 0 && there.every((id) => perceived.includes(id));

/** The lines of a turn that everybody there perceived and that may end the scene: no line that was cut short (RP-115). */
function hinting({ chat, events, head, world, store }: WrittenTurn): JobAbout[] {
  const there = presentIn(world);
  return events.filter(isSaid).flatMap(({ id }) => {
    const message = store.view(chat, 'everyone', head).find(id);
    if (!message || !isPublic(message, there) || !mayEndScene(message.text)) return [];
    return [{ about: id, source: sourceOf('scene', id) }];
  });
}

/** The last lines of a scene that everybody who is there perceived, the first first. */
function commonLines(
  { parts: { store }, id: chat }: OpenChat,
  there: readonly CharacterId[],
  place: Position,
): Message[] {
  const at = { store, chat, head: place };
  const lines: Message[] = [];
  for (const message of perceivedSince(at, 'everyone', endOf(at, lastSeenByAll(at, there)))) {
    if (isPublic(message, there) && !message.hidden) lines.unshift(message);
    if (lines.length >= mostLines) break;
  }
  return lines;
}

/** Where they all take the scene to be, and when; empty where they do not agree. */
function agreed({ state }: World, there: readonly CharacterId[]): { place: string; time: string } {
  const [first, ...others] = there.map((id) => mindOf(state, id).world);
  const alike = (field: 'place' | 'time') =>
    first && others.every((one) => one[field] === first[field]) ? first[field] : '';
  return { place: alike('place'), time: alike('time') };
}

const question = (script: string, { place, time }: { place: string; time: string }): string => {
  const so = [place && `the place was ${place}`, time && `the time ${time}`].filter((one) => one !== '');
  return `The end of a scene in a roleplay:\n\n${script}\n\nBeside the play: is this scene over with the last line, since they are at another place now (place) or much time has passed (time)? ${so.length === 0 ? '' : `Until now ${so.join(' and ')}. `}Answer in JSON: is_over (true or false), reason ("place", "time" or "none"), place and time as they are now, where it is said.\nJSON:`;
};

/** Why the scene is over; null where it goes on. Rejects with SottoError where no model has answered. */
async function reasonFor(
  chat: OpenChat,
  { job, place }: { readonly job: StoredJob; readonly place: Position },
  over: EndingOptions['over'],
  signal: AbortSignal,
): Promise<'container' | 'time' | null> {
  const world = worldAt(chat, place);
  const there = presentIn(world);
  const lines = commonLines(chat, there, place);
  if (lines.length < fewestLines) return null;
  const was = agreed(world, there);
  const known = world.cast.filter(({ id }) => there.includes(id));
  const prompt = breakControls(question(scriptOf(chat, lines, known), was), plainTemplate);
  const asks = chat.parts.classifier ?? (async () => over((await chat.server.open(signal)).backend));
  const about = { kind: job.kind, owner: null, message: job.about, job: job.id, asks };
  const extraction = { prompt, schema, maxTokens: mostTokens, isDescribed: true };
  const found = await extractFrom(chat, extraction, about, signal);
  if (found.type !== 'found')
    throw new SottoError('server', 'no_answer', 'no model said whether the scene is over');
  const { is_over: isOver, reason, place: now = '' } = found.value;
  const isStill = reason === 'place' && now !== '' && foldName(now) === foldName(was.place);
  if (!isOver || isStill) return null;
  return reason === 'place' ? 'container' : reason === 'time' ? 'time' : null;
}

/** Whether nothing has ended the scene since, nor made the line another. */
function holds({ branch, aboutSeq, about }: StoredJob, { parts: { store }, id }: OpenChat): boolean {
  const { head } = store.chats.mark(id);
  if (store.revisedSince(id, head, aboutSeq).includes(about)) return false;
  const closed = (place: Position) => mindOf(store.worlds.at(id, place).state, 'everyone').scenes.closed;
  return closed({ branch, seq: aboutSeq }) === closed(head);
}

/** Tells whoever is there that the scene seems to be over, and leaves the rest to them. */
function suggest(chat: OpenChat, about: string): void {
  if (!chat.perspective.isThere || !chat.view().find(about)) return;
  chat.emit({ type: 'notice', message: 'the scene seems to be over: `sotto scenes close`' });
}

/**
 * After a line that everybody there perceived and that may end the scene, whether it does: asked of a model from what all of
 * them perceived. Then it closes behind that line, for all of them, or a person is told (RP-063).
 */
export const sceneJob = ({ isOff = () => null, over, close }: EndingOptions): JobKind<OpenChat> => ({
  kind: 'scene',
  priority: 3,
  isOff,
  of: (turn) => (isOff() === null && close() !== 'manual' ? hinting(turn) : []),
  holds,
  async run(job, { chat, place, signal }): Promise<NewEvent[]> {
    const reason = close() === 'manual' ? null : await reasonFor(chat, { job, place }, over, signal);
    if (reason === null) return [];
    if (close() === 'auto') return [{ kind: 'scene_closed', payload: { reason } }];
    suggest(chat, job.about);
    return [];
  },
});
