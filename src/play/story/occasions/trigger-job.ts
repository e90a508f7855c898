import { createHash } from 'node:crypto';
import { started, unmet } from '../../../domain/decide/occasion-events.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { View } from '../../../domain/view.ts';
import { mindOf, type Occasion } from '../../../domain/world/mind.ts';
import { knownBy, presentIn, type World } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { askClassifier, scriptOf } from '../../director/asking.ts';
import type { AtWork, JobAbout, JobKind, WrittenTurn } from '../../jobs/job-kind.ts';
import { worldAt } from '../../planning/plan.ts';

const mostLines = 8;
const atOnce = 32;

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
function waiting(world: World, speaker: CharacterId | null): [string, Occasion][] {
  const there = presentIn(world);
  if (speaker === null || !there.includes(speaker)) return [];
  const isReady = (id: string, who: CharacterId): boolean => {
    const known = mindOf(world.state, who).occasions[id];
    return !known || (known.state === 'planned' && unmet(world, who, known).length === 0);
  };
  return Object.entries(mindOf(world.state, speaker).occasions).filter(
    ([id, { condition, state }]) =>
      condition !== '' && state === 'planned' && there.every((who) => isReady(id, who)),
  );
}

const perceivedByAll =
  (world: World) =>
  ({ perceived }: Message): boolean =>
    presentIn(world).every((id) => perceived.includes(id));

/** The last lines that all who are there perceived, however many others were said between them. */
function heardByAll(view: View, world: World): Message[] {
  let found: Message[] = [];
  let [before, some]: [string | undefined, Message[]] = [undefined, view.last(atOnce)];
  while (some.length > 0 && found.length < mostLines) {
    found = [...some.filter(perceivedByAll(world)), ...found];
    before = some[0]?.id;
    some = before === undefined ? [] : view.last(atOnce, before);
  }
  return found.slice(-mostLines);
}

/** It is the speaker's matter: who else hears the message need not know that anything waited for it. */
function jobsOf({ chat, events, head, world, store }: WrittenTurn): JobAbout[] {
  if (!Object.values(world.state.all.occasions).some(({ condition }) => condition !== '')) return [];
  return events.flatMap(({ id, kind }) => {
    const message = said.has(kind) ? store.view(chat, 'everyone', head).find(id) : undefined;
    if (!message || !perceivedByAll(world)(message)) return [];
    if (waiting(world, message.speaker).length === 0) return [];
    const source = createHash('sha256')
      .update(JSON.stringify(['occasion', id]))
      .digest('hex')
      .slice(0, 32);
    return [{ about: id, source, owner: message.speaker ?? '' }];
  });
}

/** Whether it has happened by the last of these lines, which all who are there perceived. */
async function isSo(
  chat: OpenChat,
  { world, lines, condition }: { world: World; lines: readonly Message[]; condition: string },
  { job, over }: { readonly job: StoredJob; readonly over: ClassifierOver },
  signal: AbortSignal,
): Promise<boolean> {
  const known = presentIn(world)
    .map((id) => knownBy(world, id))
    .reduce((all, own) => all.filter(({ id }) => own.some((one) => one.id === id)));
  const script = scriptOf(chat, lines, known);
  const question = `Has this come about by the last line: ${JSON.stringify(condition)}? Answer yes or no.`;
  const prompt = breakControls(
    `The end of a scene in a roleplay:\n\n${script}\n\n${question}\nAnswer:`,
    plainTemplate,
  );
  const about = { kind: 'occasion', owner: job.owner, message: job.about, job: job.id };
  const asks = chat.parts.classifier
    ? {}
    : { asks: async () => over((await chat.server.open(signal)).backend) };
  const answer = await askClassifier(chat, { prompt, choices: ['yes', 'no'] }, { ...about, ...asks }, signal);
  if (answer === null)
    throw new SottoError('server', 'no_answer', `no model said whether "${condition}" is so`);
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
    const world = worldAt(chat, place);
    // The understudy judges nothing.
    if (!chat.parts.classifier && !(await chat.server.open(signal)).backend.isModel) return [];
    const lines = heardByAll(chat.view('everyone', place), world);
    const last = lines.at(-1);
    if (last?.id !== job.about) return [];
    const events: NewEvent[] = [];
    for (const known of waiting(world, last.speaker)) {
      const [, { condition }] = known;
      if (!(await isSo(chat, { world, lines, condition }, { job, over }, signal))) continue;
      events.push(...started(world, known));
    }
    return events;
  },
});
