import { createHash } from 'node:crypto';
import { begunOpenly } from '../../../domain/decide/consequences.ts';
import { unmet } from '../../../domain/decide/occasion-events.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import type { Known, Moment } from '../../../domain/known/known.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { Together } from '../../../domain/view.ts';
import type { Occasion } from '../../../domain/world/mind.ts';
import { presentIn } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { AtWork, JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { askClassifier, classifierOr, scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';

const mostLines = 8;

/** How what occasions begin after is judged. */
export interface TriggerOptions {
  /** Why it is not judged now; null while it is. */
  readonly isOff: () => string | null;
  /** What asks the model that plays, where there is no other. */
  readonly over: ClassifierOver;
}

const said: ReadonlySet<DomainEvent['kind']> = new Set(['message_said', 'reply_received', 'reply_cut_short']);

/**
 * The occasions that wait for something to happen, of which somebody who is there knows, and that have what they need as far as
 * each knows who is there and knows of them. Who does not know of one lets none begin by what they say.
 */
function waiting(moment: Moment, speaker: CharacterId | null): [string, Occasion][] {
  const there = presentIn(moment.stage);
  if (speaker === null || !there.includes(speaker)) return [];
  const isReady = (id: string, who: CharacterId): boolean => {
    const known = moment.known(who);
    const own = known.mind.occasions[id];
    return !own || (own.state === 'planned' && unmet(known, own).length === 0);
  };
  return Object.entries(moment.known(speaker).mind.occasions).filter(
    ([id, { condition, state }]) =>
      condition !== '' && state === 'planned' && there.every((who) => isReady(id, who)),
  );
}

/** What all who are there know together. */
const knownToAll = (moment: Moment): Known<Together> => moment.together(presentIn(moment.stage));

/** It is the speaker's matter: who else hears the message need not know that anything waited for it. */
function jobsOf({ events, moment }: WrittenTurn): JobAbout[] {
  return events.flatMap(({ id, kind, payload }) => {
    const speaker = said.has(kind) && 'speaker' in payload ? (payload.speaker ?? null) : null;
    if (waiting(moment, speaker).length === 0 || !knownToAll(moment).view.find(id)) return [];
    const source = createHash('sha256')
      .update(JSON.stringify(['occasion', id]))
      .digest('hex')
      .slice(0, 32);
    return [{ about: id, source, owner: speaker ?? '' }];
  });
}

/** Whether it has happened by the last of these lines, which all who are there perceived. */
async function isSo(
  chat: OpenChat,
  { moment, lines, condition }: { moment: Moment; lines: readonly Message[]; condition: string },
  { job, over }: { readonly job: StoredJob; readonly over: ClassifierOver },
  signal: AbortSignal,
): Promise<boolean> {
  const script = scriptOf(chat, lines, knownToAll(moment).cast);
  const question = `Has this come about by the last line: ${JSON.stringify(condition)}? Answer yes or no.`;
  const prompt = breakControls(
    `The end of a scene in a roleplay:\n\n${script}\n\n${question}\nAnswer:`,
    plainTemplate,
  );
  const about = { kind: 'occasion', owner: job.owner, message: job.about, job: job.id };
  const asks = classifierOr(chat, over, signal);
  const answer = await askClassifier(chat, { prompt, choices: ['yes', 'no'] }, { ...about, asks }, signal);
  if (answer === null)
    throw new SottoError('server', 'no_answer', `no model said whether "${condition}" has happened`);
  return answer === 'yes';
}

/**
 * After each message of somebody who knows of it and that all who are there perceived, whether it is what an occasion begins after:
 * judged from what all of them perceived, so that its beginning tells nobody anything else.
 */
export const occasionTriggers = ({ isOff, over }: TriggerOptions): JobKind<OpenChat> => ({
  kind: 'occasion',
  priority: 1,
  isOff: () => (isOff() === null ? null : ''),
  of: (turn) => (isOff() === null ? jobsOf(turn) : []),
  async run(job, { chat, place, signal }: AtWork<OpenChat>) {
    const moment = chat.at(place);
    // The understudy judges nothing.
    if (!chat.parts.classifier && !(await chat.server.open(signal)).backend.isModel) return [];
    const lines = knownToAll(moment).view.last(mostLines);
    const last = lines.at(-1);
    if (last?.id !== job.about) return [];
    const events: NewEvent[] = [];
    for (const known of waiting(moment, last.speaker)) {
      const [, { condition }] = known;
      if (!(await isSo(chat, { moment, lines, condition }, { job, over }, signal))) continue;
      events.push(...begunOpenly(moment.whole, known));
    }
    return events;
  },
});
