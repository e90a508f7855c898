import { groupOf } from '../../../domain/decide/decide-state.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/events/state-kinds.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import { worldAs } from '../../../domain/world/known-world.ts';
import { type Mind, mindOf } from '../../../domain/world/mind.ts';
import { keepsNothing } from '../../../domain/world/minds.ts';
import { listed } from '../../../domain/world/names.ts';
import { presentIn, type World } from '../../../domain/world/world.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../jobs/job-kind.ts';
import { worldAt } from '../../planning/plan.ts';
import { handSetIn, withHandSet } from '../../world/hand-set.ts';
import { passingProps } from '../occasions/props.ts';
import { endOf, lastSeenByAll, perceivedSince, worldAfter } from './own-scenes.ts';
import { groupQuestion, groupSchema } from './summary-question.ts';
import { keptOf, linesOf, type Piece, sourceOf, type TellingOptions, told } from './telling.ts';

const leastMembers = 3;

/** Who is there, and whose group that is as a whole, as far as they know of it; nobody's where they are too few. */
function gathered(world: World): { there: readonly CharacterId[]; members: readonly CharacterId[] } {
  const there = presentIn(world);
  const isWhole = (id: CharacterId) => groupOf(worldAs(world, id)).every((one) => there.includes(one));
  return { there, members: there.length >= leastMembers ? there.filter(isWhole) : [] };
}

const merges = (turn: WrittenTurn): JobAbout[] =>
  turn.events.flatMap(({ kind, id }) =>
    kind === 'scene_closed' && gathered(worldAfter(turn, id)).members.length > 0
      ? [{ about: id, source: sourceOf('group', id) }]
      : [],
  );

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What all of these know alike, of minds of which each may know more. */
function knownAlike(minds: readonly Mind[]): { group: Mind['group']; props: string[]; set: string[] } {
  const [first, ...others] = minds;
  const none = { summary: '', dynamic: '' };
  if (!first) return { group: none, props: [], set: [] };
  const passing = others.map(passingProps);
  const setByAll = minds.map((mind) => handSetIn(mind, ['group']));
  return {
    group: others.every(({ group }) => isSame(group, first.group)) ? first.group : none,
    props: passingProps(first).filter((prop) => passing.every((props) => props.includes(prop))),
    set: handSetIn(first, ['group']).filter((field) => setByAll.every((fields) => fields.includes(field))),
  };
}

/** What all who are there perceived since the last close that all of them saw: nothing that one of them did not. */
function perceivedByAll(
  { parts: { store }, id: chat }: OpenChat,
  there: readonly CharacterId[],
  { about, place }: { readonly about: string; readonly place: Position },
): Message[] {
  const at = { store, chat, head: place };
  const start = endOf(at, lastSeenByAll(at, there, about));
  const all = [...perceivedSince(at, 'everyone', start)].reverse();
  return all.filter(({ perceived, hidden }) => !hidden && there.every((one) => perceived.includes(one)));
}

async function merged(
  chat: OpenChat,
  { job, place }: { readonly job: StoredJob; readonly place: Position },
  options: TellingOptions,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const world = worldAt(chat, place);
  const { there, members } = gathered(world);
  const messages = perceivedByAll(chat, there, { about: job.about, place });
  if (members.length === 0 || messages.length === 0) return [];
  const { group, props, set } = knownAlike(members.map((id) => mindOf(world.state, id)));
  const cast = world.cast.filter(({ id }) => there.includes(id));
  const names = listed(
    cast.map(({ name }) => name),
    'and',
  );
  const lines = linesOf(chat, messages, { known: cast, props });
  const asked = groupQuestion(names, group);
  const question = (piece: Piece) => withHandSet(asked(piece), set);
  const telling = { job, props, lines, schema: groupSchema, question };
  const said = await told(chat, telling, options, signal);
  const summary = keptOf(said.summary, props);
  const dynamic = keptOf(said.dynamic, props, bounds.fact);
  if (summary === undefined) return [];
  const fields = { summary, ...(dynamic !== undefined && { dynamic }) };
  const isFirst = members.every((id) => keepsNothing(mindOf(world.state, id)));
  const kind = isFirst ? 'group_node_initialized' : 'group_node_updated';
  return [{ kind, payload: { ...fields, knownTo: [...members] } }];
}

/** Whether nothing that all of them perceived reads otherwise, or is known to others, since it was to be told. */
function holds({ branch, aboutSeq }: StoredJob, chat: OpenChat): boolean {
  const { store } = chat.parts;
  const place = { branch, seq: aboutSeq };
  const { there } = gathered(worldAt(chat, place));
  const view = store.view(chat.id, 'everyone', place);
  const revised = store.revisedSince(chat.id, store.chats.mark(chat.id).head, aboutSeq);
  return !revised.some((id) => {
    const message = view.find(id);
    return message && there.every((one) => message.perceived.includes(one));
  });
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
