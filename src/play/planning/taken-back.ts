import { inCharacter } from '../../domain/audience/ooc.ts';
import { bounds } from '../../domain/fiction/kinds.ts';
import type { Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import type { AnyView } from '../../domain/view.ts';
import type { ToldText } from '../../domain/world/told-turn.ts';
import type { Epoch, Member } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import { partsOf, toldIn } from '../../prompt/told.ts';
import { loreName } from '../lore/lore-inserts.ts';
import { fingerprint, memoriesName } from '../memory/memory-lines.ts';
import { isNoteOff } from '../notes/note-inserts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { memoryOf } from '../story/memories/memories.ts';
import { pinnedMemories } from '../story/memories/memory-inserts.ts';
import { type Life, lifeIn, pastOf } from '../story/memories/past.ts';
import { propsAtRest, withoutProps } from '../story/occasions/props.ts';
import { sceneNumber, sceneSummary, sceneSummaryName } from '../story/scenes/scene-inserts.ts';
import { edgeSource, edgesTo, factPart, threads } from '../world/lines/world-inserts.ts';

/** What was told, and to whom. */
export interface ToldTo<Who> {
  readonly speaker: Member<Who>;
  readonly known: Known<Who>;
  readonly head: Position;
  readonly epoch: Epoch;
}

const keyOf = (name: string, source: string, part = ''): string => JSON.stringify([name, source, part]);

/** How each part of these texts may have been told. */
function waysOf(inserts: readonly Insert[]): Map<string, readonly string[]> {
  const all = inserts.flatMap((insert) =>
    partsOf(insert).map(({ part, text, alone = text }) => {
      return [keyOf(insert.name, insert.source, part), [text.trim(), alone.trim()]] as const;
    }),
  );
  return new Map(all);
}

/** All that may still be told of edges, threads, scenes and pinned memories, whoever is there. */
function holding<Who>({ known, speaker }: ToldTo<Who>, told: readonly ToldText[]): Insert[] {
  const others = known.cast.filter(({ id }) => id !== speaker.id);
  const scenes = told.filter(({ name }) => name === sceneSummaryName);
  return [
    ...edgesTo(known.mind, speaker, others),
    ...threads(known.mind),
    ...scenes.flatMap(({ source }) => sceneSummary({ known, speaker }, sceneNumber(source.join(' ')))),
    ...pinnedMemories(known.view, speaker.id),
  ];
}

/** Whether a fact may be gone because newer ones have taken its place. */
function hasGivenWay<Who>({ known, speaker }: ToldTo<Who>, source: string): boolean {
  const edge = known.mind.edges[speaker.id]?.[source.slice(edgeSource('').length)];
  return [edge?.knowledge, edge?.privateMoments].some((facts) => (facts?.length ?? 0) >= bounds.facts);
}

/** Kinds that hold while they can be made again: in these very words, or in any. What is in neither is outdated by a later one. */
const inTheseWords: ReadonlySet<string> = new Set([sceneSummaryName, 'memory']);
const inAnyWords: ReadonlySet<string> = new Set(['threads']);
const outlasting = 'last spoke';

/** Whether a text about the fiction can no longer be made. */
function isGone<Who>(
  about: ToldTo<Who>,
  now: ReadonlyMap<string, readonly string[]>,
  one: ToldText,
): boolean {
  const { name, part, text } = one;
  const source = one.source.join(' ');
  const ways = now.get(keyOf(name, source, part));
  if (inTheseWords.has(name)) return ways?.includes(text) !== true;
  if (inAnyWords.has(name)) return ways === undefined;
  if (name !== 'edge' || part === outlasting) return false;
  return ways === undefined && !(part?.startsWith(factPart) && hasGivenWay(about, source));
}

/** Whether a memory that was told is no longer there, or says something else. */
function isForgotten<Who>(
  chat: OpenChat,
  { speaker, known }: ToldTo<Who>,
  { source, part }: ToldText,
  lives: () => readonly Life[],
): boolean {
  const [type, id = '', other] = source;
  const life = other === undefined ? undefined : lifeIn(lives(), other);
  if (other !== undefined && !life) return true;
  const view: AnyView = life ? chat.parts.store.view(life.chat, life.viewer, life.head) : known.view;
  const record = type === 'memory' ? view.record(memoryKey(life?.viewer ?? speaker.id, id)) : undefined;
  const message = type === 'message' ? view.find(id) : undefined;
  const said = record ? memoryOf(record).text : message && inCharacter(message.text, chat.parts.settings.ooc);
  if (said === undefined) return true;
  return fingerprint(life ? said : withoutProps(said, propsAtRest(known.mind))) !== part;
}

/** Whether a message that the speaker had perceived when it was last told something reads otherwise now, or is gone. */
function isRevised<Who>(chat: OpenChat, { speaker, known, head, epoch }: ToldTo<Who>): boolean {
  const { store } = chat.parts;
  const begun = store.placeOf(epoch.asOf.message);
  const revised = store.revisedSince(chat.id, head, begun.seq);
  if (revised.length === 0) return false;
  const last = known.view.last(64).findLast((message) => message.speaker === speaker.id);
  const before = store.tree.before(chat.id, last ? store.placeOf(last.id) : begun);
  const then = store.view(chat.id, speaker.id, before);
  return revised.some((id) => {
    const was = then.find(id);
    return was !== undefined && !isSame(was, known.view.find(id));
  });
}

const isSame = (one: Message, other: Message | undefined): boolean =>
  other !== undefined && one.text === other.text && one.knownTo.join() === other.knownTo.join();

/** Whether lore was told of a book that is in use no more, or reads otherwise: the same id is the same text. */
function isUnread<Who>(chat: OpenChat, { speaker }: ToldTo<Who>, told: readonly ToldText[]): boolean {
  const lore = told.filter(({ name }) => name.startsWith(loreName));
  if (lore.length === 0) return false;
  const books = chat.parts.books?.({ speaker, chat: chat.state.facts.books }) ?? [];
  const ids = new Set(books.map(({ id }) => id));
  return lore.some(({ part = '' }) => !ids.has(part));
}

/** Whether something that stands in the speaker's epoch holds no longer, rather than being outdated by something later. */
export function isTakenBack<Who>(chat: OpenChat, about: ToldTo<Who>): boolean {
  const { epoch, speaker, known, head } = about;
  const told = toldIn(epoch);
  if (told.length === 0) return false;
  const now = waysOf(holding(about, told));
  let found: readonly Life[] | undefined;
  const lives = () => {
    found ??= pastOf(chat, speaker, head);
    return found;
  };
  const isOff = (one: ToldText): boolean =>
    one.name === memoriesName
      ? isForgotten(chat, about, one, lives)
      : (isNoteOff(known, speaker, one) ?? isGone(about, now, one));
  return told.some(isOff) || isUnread(chat, about, told) || isRevised(chat, about);
}
