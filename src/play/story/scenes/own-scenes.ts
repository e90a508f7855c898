import type { Moment } from '../../../domain/known/known.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { sceneKeys, significanceKey, summaryKey } from '../../../domain/rows/records.ts';
import type { AnyView, Viewer } from '../../../domain/view.ts';
import type { Store } from '../../../store/store.ts';
import type { WrittenTurn } from '../../chat/job-kind.ts';

/** A scene that somebody saw close, under their own number of it. */
export interface OwnScene {
  readonly n: number;
  /** Id of the event that closed it. */
  readonly scene: string;
  readonly reason: string;
  /** As they knew it. */
  readonly time: string;
  readonly place: string;
  readonly present: readonly CharacterId[];
}

/** A chat, and a place in it up to which it is read. */
export interface ReadAt {
  readonly store: Store;
  readonly chat: string;
  readonly head: Position;
}

type Value = Omit<OwnScene, 'n'>;

const sceneOf = (n: number, value: unknown): OwnScene => ({ n, ...(value as Value) });

/** The scenes that a viewer saw close, the first first. */
export const ownScenes = (view: AnyView, viewer: Viewer): OwnScene[] =>
  view.records(sceneKeys(viewer)).map(({ key, value }) => sceneOf(Number(key.split(':').at(-1)), value));

/** The scene of a viewer that this event closed; undefined where they did not see it. */
export const sceneClosedBy = (view: AnyView, viewer: Viewer, event: string): OwnScene | undefined =>
  ownScenes(view, viewer).find(({ scene }) => scene === event);

/** What somebody keeps of a scene, by their own number of it; empty = nothing. */
export const summaryOf = (view: AnyView, owner: CharacterId, n: number): string =>
  (view.record(summaryKey(owner, n))?.value as { readonly text?: string } | undefined)?.text ?? '';

const pageSize = 64;

/** What a viewer perceived behind one place and through another, as it reads at the second; the newest first. */
export function* perceivedSince(
  { store, chat, head }: ReadAt,
  viewer: Viewer,
  after: Position | null,
): Iterable<Message> {
  yield* readSince(store, store.view(chat, viewer, head), after);
}

/** What all of these perceived behind one place and through another; the newest first. */
export const perceivedTogether = (
  { store, chat, head }: ReadAt,
  all: readonly CharacterId[],
  after: Position | null,
): Iterable<Message> => readSince(store, store.moment(chat, head).together(all).view, after);

function* readSince(store: Store, view: AnyView, after: Position | null): Iterable<Message> {
  for (let page = view.last(pageSize); page.length > 0; page = view.last(pageSize, page[0]?.id)) {
    for (const message of page.toReversed()) {
      if (after && store.placeOf(message.id).seq <= after.seq) return;
      yield message;
    }
    if (page.length < pageSize) return;
  }
}

/** Whether a viewer perceived nothing behind a place. */
export function isEmptySince({ store, chat, head }: ReadAt, viewer: Viewer, after: Position | null): boolean {
  const [newest] = store.view(chat, viewer, head).last(1);
  return !newest || (after !== null && store.placeOf(newest.id).seq <= after.seq);
}

/** Where a scene ended; null for none. */
export const endOf = (
  { store, chat }: Pick<ReadAt, 'store' | 'chat'>,
  scene: Pick<OwnScene, 'scene'> | undefined,
): Position | null => (scene && store.log.byId(chat, scene.scene)) ?? null;

/** Where the scene of a viewer began that a message is in; null where it is the first. */
export function beginOf(at: ReadAt, viewer: Viewer, message: MessageId): Position | null {
  const { seq } = at.store.placeOf(message);
  const scenes = ownScenes(at.store.view(at.chat, viewer, at.head), viewer);
  const ends = scenes.map((scene) => endOf(at, scene));
  return ends.findLast((end) => end !== null && end.seq < seq) ?? null;
}

/** The messages of a viewer's `n`-th scene, the first first, as they read where it ended or at another place behind that. */
export function messagesOfScene(at: ReadAt, viewer: Viewer, n: number, asAt?: Position): Message[] {
  const all = ownScenes(at.store.view(at.chat, viewer, at.head), viewer);
  const scene = all.find((one) => one.n === n);
  const end = endOf(at, scene);
  if (!scene || !end) return [];
  const before = endOf(
    at,
    all.find((one) => one.n === n - 1),
  );
  const read = { ...at, head: asAt ?? end };
  const messages = [...perceivedSince(read, viewer, before)].reverse();
  return asAt ? messages.filter(({ id }) => at.store.placeOf(id).seq <= end.seq) : messages;
}

/** The last close, before this one, that all of these saw: what they have in common since begins behind it. */
export function lastSeenByAll(
  { store, chat, head }: ReadAt,
  all: readonly CharacterId[],
  except = '',
): OwnScene | undefined {
  const seen = all.map((id) => ownScenes(store.view(chat, id, head), id));
  const [first = [], ...others] = seen;
  const isCommon = ({ scene }: OwnScene) =>
    scene !== except && others.every((own) => own.some((one) => one.scene === scene));
  return first.findLast(isCommon);
}

/** How much a message matters to somebody, from 0 to 3; undefined where nobody has said. */
export const significanceTo = (view: AnyView, owner: CharacterId, message: MessageId): number | undefined => {
  const value = view.record(significanceKey(owner, message))?.value;
  return typeof value === 'number' ? value : undefined;
};

/** Whether all of these have perceived no line together since the last scene that all of them saw close: what some heard has no say. */
export function isUnsaidAmong(at: ReadAt, all: readonly CharacterId[]): boolean {
  for (const { role } of perceivedTogether(at, all, endOf(at, lastSeenByAll(at, all))))
    if (role === 'character') return false;
  return true;
}

/** The chat just as an event of a turn has been, whatever else is in the turn. */
export function momentAfter({ chat, store, head, moment }: WrittenTurn, event: string): Moment {
  const place = store.log.byId(chat, event);
  return !place || place.seq === head.seq ? moment : store.moment(chat, place);
}
