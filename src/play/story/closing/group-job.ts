import { groupOf } from '../../../domain/decide/decide-state.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { Moment } from '../../../domain/known/known.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { keepsNothing } from '../../../domain/world/minds.ts';
import { listed } from '../../../domain/world/names.ts';
import { presentIn } from '../../../domain/world/world.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { handSetIn, withHandSet } from '../../world/lines/hand-set.ts';
import { passingProps } from '../occasions/props.ts';
import { endOf, lastSeenByAll, momentAfter, perceivedTogether } from '../scenes/own-scenes.ts';
import { linesOf } from '../scenes/script.ts';
import { groupQuestion, groupSchema } from './summary-question.ts';
import { keptOf, type Piece, sourceOf, type TellingOptions, told } from './telling.ts';

const leastMembers = 3;

/** Who is there, and whose group that is as a whole, as far as they know of it; nobody's where they are too few. */
function gathered(moment: Moment): { there: readonly CharacterId[]; members: readonly CharacterId[] } {
  const there = presentIn(moment.stage);
  const isWhole = (id: CharacterId) => groupOf(moment.known(id)).every((one) => there.includes(one));
  return { there, members: there.length >= leastMembers ? there.filter(isWhole) : [] };
}

const merges = (turn: WrittenTurn): JobAbout[] =>
  turn.events.flatMap(({ kind, id }) =>
    kind === 'scene_closed' && gathered(momentAfter(turn, id)).members.length > 0
      ? [{ about: id, source: sourceOf('group', id) }]
      : [],
  );

/** The props that all of these know to pass with an occasion, of which each may know more. */
function propsKnownTo(moment: Moment, members: readonly CharacterId[]): string[] {
  const [first = [], ...others] = members.map((id) => passingProps(moment.known(id).mind));
  return first.filter((prop) => others.every((props) => props.includes(prop)));
}

/** What all who are there perceived since the last close that all of them saw: nothing that one of them did not. */
function perceivedByAll(
  { parts: { store }, id: chat }: OpenChat,
  there: readonly CharacterId[],
  { about, place }: { readonly about: string; readonly place: Position },
): Message[] {
  const at = { store, chat, head: place };
  const start = endOf(at, lastSeenByAll(at, there, about));
  return [...perceivedTogether(at, there, start)].reverse().filter(({ hidden }) => !hidden);
}

async function merged(
  chat: OpenChat,
  { job, place }: { readonly job: StoredJob; readonly place: Position },
  options: TellingOptions,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const moment = chat.at(place);
  const { there, members } = gathered(moment);
  const messages = perceivedByAll(chat, there, { about: job.about, place });
  if (members.length === 0 || messages.length === 0) return [];
  const { mind } = moment.together(members);
  const props = propsKnownTo(moment, members);
  const cast = moment.stage.cast.filter(({ id }) => there.includes(id));
  const names = listed(
    cast.map(({ name }) => name),
    'and',
  );
  const lines = linesOf(chat, messages, { known: cast, props });
  const asked = groupQuestion(names, mind.group);
  const question = (piece: Piece) => withHandSet(asked(piece), handSetIn(mind, ['group']));
  const telling = { job, props, lines, schema: groupSchema, question };
  const said = await told(chat, telling, options, signal);
  const summary = keptOf(said.summary, props);
  const dynamic = keptOf(said.dynamic, props, bounds.fact);
  if (summary === undefined) return [];
  const fields = { summary, ...(dynamic !== undefined && { dynamic }) };
  const isFirst = members.every((id) => keepsNothing(moment.known(id).mind));
  const kind = isFirst ? 'group_node_initialized' : 'group_node_updated';
  return [{ kind, payload: { ...fields, knownTo: [...members] } }];
}

/** Whether nothing that all of them perceived reads otherwise, or is known to others, since it was to be told. */
function holds({ branch, aboutSeq }: StoredJob, chat: OpenChat): boolean {
  const { store } = chat.parts;
  const place = { branch, seq: aboutSeq };
  const moment = chat.at(place);
  const { view } = moment.together(presentIn(moment.stage));
  const revised = store.revisedSince(chat.id, store.chats.mark(chat.id).head, aboutSeq);
  return !revised.some((id) => view.find(id));
}

/**
 * When a scene has closed and all of the group were there, what they keep of it together: merged by a model from what all of
 * them perceived and what they kept before, known to them alone (RP-051, RP-113). Who knows of somebody who was away keeps
 * nothing; who does not cannot tell.
 */
export const groupJob = (options: TellingOptions): JobKind<OpenChat> => ({
  kind: 'group',
  priority: 5,
  isOff: () => options.isOff?.() ?? null,
  of: (turn) => ((options.isOff?.() ?? null) === null ? merges(turn) : []),
  holds,
  run: (job, { chat, place, signal }) => merged(chat, { job, place }, options, signal),
});
