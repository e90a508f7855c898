import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { toldPresence } from '../../../domain/audience/told-presence.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { foldName, memberNamed, memberOf, presentIn, type Stage } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { AtWork, JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { classifierOr, extractFrom, readable } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { kept } from '../pass/facts.ts';
import { lenient } from '../pass/schema.ts';
import { messageIn } from '../pass/state-pass.ts';

const mostTokens = 80;

const shape = z.object({ left: lenient.texts, came: lenient.texts, left_to: lenient.text });
const presenceSchema = z._default(shape, {});

/** Who has gone out of earshot and who has come into it, by names that stand in the message. */
interface SaidPresence {
  readonly left: readonly string[];
  readonly came: readonly string[];
  readonly leftTo: string | undefined;
}

interface Asked {
  readonly message: Message;
  readonly speaker: string;
  /** The job that asks. */
  readonly job: string;
  readonly over: ClassifierOver;
}

/** Each of these once that stands in the message and is said of them alone. */
function namedIn(text: string, names: readonly string[] = [], others: readonly string[] = []): string[] {
  const folded = foldName(text);
  const isOther = new Set(others.map(foldName));
  const stands = (name: string) => name.trim() !== '' && folded.includes(foldName(name));
  return [...new Set(names)].filter((name) => stands(name) && !isOther.has(foldName(name)));
}

/** What a model says of who comes and goes in a message. Rejects with SottoError where none answers, which is kept as a failure. */
async function askPresence(
  chat: OpenChat,
  { message, speaker, job, over }: Asked,
  signal: AbortSignal,
): Promise<SaidPresence> {
  const { settings } = chat.parts;
  const line = `${speaker}: ${readable(message.text, settings.ooc, [speaker])}`;
  const question =
    'Beside the play: who has gone out of sight and earshot by the end of this line, and who has come into it, as it tells of what happens? What is only said, planned, past or elsewhere does not count. Answer in JSON: left [names], left_to (where to, in a word or two), came [names]; {} for nobody.';
  const extraction = {
    prompt: breakControls(`A line of a roleplay:\n\n${line}\n\n${question}\nJSON:`, plainTemplate),
    schema: presenceSchema,
    maxTokens: mostTokens,
    isDescribed: true,
  };
  const asks = classifierOr(chat, over, signal);
  const asked = { kind: 'presence', owner: null, message: message.id, job, asks };
  const found = await extractFrom(chat, extraction, asked, signal);
  if (found.type !== 'found') throw new SottoError('server', 'no_answer', 'no model said who comes and goes');
  const { left, came, left_to } = found.value;
  return { left: namedIn(line, left, came), came: namedIn(line, came, left), leftTo: left_to };
}

/** How it is followed who comes and goes. */
export interface PresencePassOptions {
  /** Why it is not followed now; null while it is. Absent: it is. */
  readonly isOff?: () => string | null;
  /** Whether a model is asked of every message; else only of those in which rules find that somebody comes or goes. */
  readonly asksAlways: () => boolean;
  /** What asks the model that plays, where there is no other. */
  readonly over: ClassifierOver;
}

const mostProposals = 12;

const sourceOf = (about: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['presence', about]))
    .digest('hex')
    .slice(0, 32);

/** Whether all who are there perceived it, and people say in it what is so. */
const isForAll = (stage: Stage, { knownTo, perceived, hidden }: Message): boolean =>
  knownTo.length === 0 && !hidden && presentIn(stage).every((id) => perceived.includes(id));

/** Whether rules find that somebody comes or goes in it. */
function isAboutPresence(stage: Stage, { speaker, text }: Message): boolean {
  const { left, came } = toldPresence(text, memberOf(stage, speaker)?.name ?? '');
  return left.length + came.length > 0;
}

function passesOf({ events, moment }: WrittenTurn, asksAlways: boolean): JobAbout[] {
  const { stage } = moment;
  const { view } = moment.together(presentIn(stage));
  return events.flatMap((event) => {
    const id = messageIn(event);
    const message = id && view.find(id);
    const isAsked = message && isForAll(stage, message) && (asksAlways || isAboutPresence(stage, message));
    return isAsked ? [{ about: event.id, source: sourceOf(event.id) }] : [];
  });
}

/** What is proposed of those who are called so, where it is news. */
function proposalsOf(
  stage: Stage,
  message: Message,
  said: {
    readonly left: readonly string[];
    readonly came: readonly string[];
    readonly leftTo?: string | undefined;
  },
): NewEvent[] {
  const idsOf = (names: readonly string[], isThere: boolean): CharacterId[] => [
    ...new Set(
      names.flatMap((name) => {
        const member = memberNamed(stage, name);
        return member?.present === isThere ? [member.id] : [];
      }),
    ),
  ];
  const where = kept(said.leftTo);
  const knownTo = presentIn(stage);
  const propose =
    (what: 'leaves' | 'arrives') =>
    (who: CharacterId): NewEvent => ({
      kind: 'proposal_made',
      payload: {
        ...{ message: message.id, what, who, knownTo },
        ...(what === 'leaves' && where !== undefined && { where }),
      },
    });
  return [
    ...idsOf(said.left, true).map(propose('leaves')),
    ...idsOf(said.came, false).map(propose('arrives')),
  ].slice(0, mostProposals);
}

async function run(
  chat: OpenChat,
  { id: job, about }: StoredJob,
  { place, signal }: Pick<AtWork, 'place' | 'signal'>,
  over: ClassifierOver,
): Promise<NewEvent[]> {
  const id = chat.parts.store.log.messageOf(chat.id, about);
  const moment = chat.at(place);
  const { stage } = moment;
  const message = id && moment.together(presentIn(stage)).view.find(id);
  if (!message || !isForAll(stage, message)) return [];
  const speaker = memberOf(stage, message.speaker)?.name ?? '';
  const said = await askPresence(chat, { message, speaker, job, over }, signal);
  return proposalsOf(stage, message, said);
}

/**
 * After each utterance that all perceived who are there, whether it tells that somebody has come or gone: asked from its words
 * alone, so that the same words propose the same whatever is hidden from some. It moves nobody.
 */
export const presencePass = (options: PresencePassOptions): JobKind<OpenChat> => ({
  kind: 'presence',
  priority: 3,
  isOff: () => (options.isOff?.() == null ? null : ''),
  of: (turn) => ((options.isOff?.() ?? null) === null ? passesOf(turn, options.asksAlways()) : []),
  run: (job, { chat, place, signal }) => run(chat, job, { place, signal }, options.over),
});
