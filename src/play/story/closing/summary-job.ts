import { inCharacter } from '../../../domain/audience/ooc.ts';
import { isSottoError } from '../../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { Known } from '../../../domain/known/known.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { significanceKey } from '../../../domain/rows/records.ts';
import { edgeIn } from '../../../domain/world/mind.ts';
import { type Member, memberOf, presentIn } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { estimateTokens } from '../../../prompt/tokens.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { JobAbout, JobKind, WrittenTurn } from '../../chat/job-kind.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { ownPrompt } from '../../planning/behind-own.ts';
import { cacheOf } from '../../planning/warm-up.ts';
import { handSetIn, handSetLine, withHandSet } from '../../world/lines/hand-set.ts';
import { othersFor } from '../../world/pass/passing.ts';
import { passingProps } from '../occasions/props.ts';
import {
  endOf,
  messagesOfScene,
  momentAfter,
  type OwnScene,
  ownScenes,
  sceneClosedBy,
} from '../scenes/own-scenes.ts';
import { memoryOfScene } from '../scenes/scene-memory.ts';
import { linesOf, roomIn } from '../scenes/script.ts';
import { personaOf, summaryBehindOwn, summaryQuestion, summarySchema } from './summary-question.ts';
import {
  keptOf,
  mostTokens,
  type Piece,
  sourceOf,
  summarized,
  type TellingOptions,
  told,
} from './telling.ts';

/** At least so many letters are in a token of a card. */
const lettersOfToken = 2;

/** A scene of somebody before anybody is asked. */
interface Lived<Who = unknown> {
  readonly owner: Member<Who>;
  readonly scene: OwnScene;
  readonly messages: readonly Message[];
  readonly others: readonly Member[];
  readonly known: Known<Who>;
  readonly place: Position;
}

/** Whose scene is to be told because of an event: theirs who were there as it closed, or whose telling no longer holds. */
function ownersOf(event: DomainEvent, turn: WrittenTurn): readonly CharacterId[] {
  if (event.kind === 'scene_closed') return presentIn(momentAfter(turn, event.id).stage);
  return event.kind === 'scene_summarized' && event.payload.text === null ? [event.payload.owner] : [];
}

const tellings = (turn: WrittenTurn): JobAbout[] =>
  turn.events.flatMap((event) =>
    ownersOf(event, turn).map((owner) => ({
      about: event.id,
      owner,
      source: sourceOf('summary', event.id, owner),
    })),
  );

/** The scene that a job is about: the one that the event closed, else the one of which it says that it is to be told anew. */
function sceneOf(
  { parts: { store }, id }: OpenChat,
  { owner, about }: { readonly owner: CharacterId; readonly about: string },
  place: Position,
): OwnScene | undefined {
  const view = store.view(id, owner, place);
  const closed = sceneClosedBy(view, owner, about);
  if (closed) return closed;
  for (const event of store.log.read({ ...place, after: place.seq - 1, upTo: place.seq }))
    if (event.kind === 'scene_summarized')
      return ownScenes(view, owner).find(({ n }) => n === event.payload.n);
  return undefined;
}

/** What a telling is made from: the view and the mind of its owner at that place, and nothing else; null where there is nothing. */
function lived(chat: OpenChat, { owner: id, about }: StoredJob, place: Position): Lived | null {
  const moment = chat.at(place);
  const owner = memberOf(moment.stage, id);
  const scene = owner && sceneOf(chat, { owner: owner.id, about }, place);
  if (!owner || !scene) return null;
  const at = { store: chat.parts.store, chat: chat.id, head: place };
  const messages = messagesOfScene(at, owner.id, scene.n, place).filter(({ hidden }) => !hidden);
  if (messages.length === 0) return null;
  const known = moment.known(owner.id);
  return { owner, scene, messages, known, place, others: othersFor(known) };
}

/**
 * The question behind the own prompt of whoever lived a scene, where the server that plays keeps that and all of the scene stands
 * in it; null elsewhere.
 */
async function askedBehindOwn<Who>(
  chat: OpenChat,
  { owner, messages, others, known, place }: Lived<Who>,
  set: readonly string[],
  signal: AbortSignal,
) {
  const [first] = messages;
  const { epoch } = known;
  const now = chat.known(owner.id).epoch;
  const isHeld = epoch !== null && now?.from === epoch.from;
  if (chat.parts.classifier || owner.id === chat.human.member.id || !isHeld || !first) return null;
  const served = await chat.server.open(signal);
  const { store } = chat.parts;
  if (!served.backend.held || store.placeOf(epoch.from).seq > store.placeOf(first.id).seq) return null;
  const felt = others.map(({ name }) => ({ name, edge: undefined }));
  const said = inCharacter(first.text, chat.parts.settings.ooc).trim();
  const asked = `${summaryBehindOwn({ name: owner.name, felt }, said)}${handSetLine(set)}`;
  const room = estimateTokens(asked) + mostTokens;
  const own = await ownPrompt(chat, { speaker: owner, place, known, room }, { known: served, signal }).catch(
    (error) => {
      if (isSottoError(error)) return null;
      throw error;
    },
  );
  if (own?.plan.windowFrom !== epoch.from) return null;
  return { prompt: breakControls(asked, own.template), behind: own.behind, cache: cacheOf(chat, owner) };
}

async function tell(
  chat: OpenChat,
  of: Lived,
  { job, how }: { readonly job: StoredJob; readonly how: TellingOptions },
  signal: AbortSignal,
) {
  const { owner, messages, others, known } = of;
  const { mind, view } = known;
  const props = passingProps(mind);
  const weightOf = (message: MessageId) =>
    Number(view.record(significanceKey(owner.id, message))?.value ?? 0);
  const names = others.map(({ name }) => name);
  const felt = others.map(({ id, name }) => ({ name, edge: edgeIn(mind, owner.id, id) }));
  const persona = personaOf(chat, owner, lettersOfToken * roomIn(chat, how.hard()).beside);
  const set = others.flatMap((one) => handSetIn(mind, [`edge.${owner.id}.${one.id}`], one));
  const schema = summarySchema(names);
  const own = props.length === 0 ? await askedBehindOwn(chat, of, set, signal) : null;
  if (own) return summarized(chat, { ...own, schema }, { job, over: how.over }, signal);
  const asked = summaryQuestion({ name: owner.name, persona, felt, props });
  const telling = {
    ...{ job, props, schema },
    lines: linesOf(chat, messages, { known: known.cast, props, weightOf }),
    question: (piece: Piece) => withHandSet(asked(piece), set),
  };
  return told(chat, telling, how, signal);
}

type Told = Awaited<ReturnType<typeof tell>>;

/** What somebody keeps of a scene, as events that they alone know. */
function factsOf(chat: OpenChat, of: Lived, said: Told): NewEvent[] {
  const { owner, scene, others, messages, known } = of;
  const { mind } = known;
  const props = passingProps(mind);
  const text = keptOf(said.summary, props);
  if (text === undefined) return [];
  const remembered = { owner: owner.id, n: scene.n, text, messages, known, at: scene };
  const edges = others.flatMap(({ id, name }): NewEvent[] => {
    const own = said.others && Object.hasOwn(said.others, name) ? said.others[name]?.summary : undefined;
    const summary = keptOf(own, props, bounds.summary);
    if (summary === undefined || summary === edgeIn(mind, owner.id, id)?.summary) return [];
    return [{ kind: 'edge_update', payload: { from: owner.id, to: id, summary, knownTo: [owner.id] } }];
  });
  return [
    { kind: 'scene_summarized', payload: { scene: scene.scene, n: scene.n, owner: owner.id, text } },
    ...edges,
    { kind: 'memory_written', payload: memoryOfScene(chat, remembered) },
  ];
}

/** Whether nothing of the scene reads otherwise, or is known to others, since it was to be told. */
function holds({ owner, about, branch, aboutSeq }: StoredJob, chat: OpenChat): boolean {
  const { store } = chat.parts;
  const place = { branch, seq: aboutSeq };
  if (owner === null) return true;
  const view = store.view(chat.id, owner, place);
  const scene = sceneOf(chat, { owner, about }, place);
  const before = scene && ownScenes(view, owner).find(({ n }) => n === scene.n - 1);
  const start = endOf({ store, chat: chat.id }, before)?.seq ?? 0;
  const revised = store.revisedSince(chat.id, store.chats.mark(chat.id).head, aboutSeq);
  return !revised.some((id) => store.placeOf(id).seq > start && view.find(id));
}

/**
 * When a scene has closed, what each who was there keeps of it: asked of a model from their own view and known to them alone;
 * with it how they stand to the others, and the scene as a memory (RP-026, RP-050).
 */
export const summaryJob = (options: TellingOptions): JobKind<OpenChat> => ({
  kind: 'summary',
  priority: 4,
  isOff: () => options.isOff?.() ?? null,
  of: (turn) => ((options.isOff?.() ?? null) === null ? tellings(turn) : []),
  holds,
  async run(job, { chat, place, signal }) {
    const of = lived(chat, job, place);
    return of ? factsOf(chat, of, await tell(chat, of, { job, how: options }, signal)) : [];
  },
});
