import { createHash } from 'node:crypto';
import { toldPresence } from '../../../domain/audience/told-presence.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { memberNamed, memberOf, presentIn, type Stage } from '../../../domain/world/world.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { AtWork, JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { kept } from '../pass/facts.ts';
import { messageIn } from '../pass/state-pass.ts';
import { askPresence } from './ask-presence.ts';

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
