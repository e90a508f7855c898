import { SottoError } from '../../../domain/errors.ts';
import type { NewEvent, Payload } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { CharacterId } from '../../../domain/message.ts';
import type { KnownRecord } from '../../../domain/record.ts';
import { memoryKey, pinnedKey, sceneKey } from '../../../domain/rows/records.ts';
import { sanitize } from '../../../domain/sanitize.ts';
import type { AnyView } from '../../../domain/view.ts';
import { type Member, memberOf } from '../../../domain/world/world.ts';
import { requireIdle } from '../../open/idle.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { memoryIdOf, sceneMemoryId } from './memory-id.ts';
import { type Life, lifeIn, pastOf } from './past.ts';

type Target = NonNullable<Payload<'memory_written'>['target']>;

/** What somebody remembers, as it reads now. */
export interface Memory extends Omit<Payload<'memory_written'>, 'memory' | 'by' | 'target'> {
  readonly id: string;
  /** ISO 8601, UTC: when it was first kept. */
  readonly at: string;
  /** Whether no person wrote it. */
  readonly auto: boolean;
}

/** A memory with the chat that it is of, as its owner lived through it. */
export interface OwnMemory extends Memory {
  readonly life: Life;
}

/** A memory that was found, the higher the score the better. */
export interface MemoryHit extends OwnMemory {
  readonly score: number;
}

/** Whose memories are looked through, and how many are wanted of them: as `memories`. */
export interface Among {
  readonly limit: number;
  readonly of?: string | undefined;
  readonly isHere?: boolean;
}

type Kept = Omit<Memory, 'id' | 'owner'>;

/** A record of what somebody remembers. */
export const memoryOf = ({ key, value, owner }: KnownRecord): Memory => ({
  ...(value as unknown as Kept),
  id: key.slice(key.lastIndexOf(':') + 1),
  owner: owner ?? '',
});

const byTime = (a: Memory, b: Memory): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1);

/** What somebody remembers, in its view, oldest first. */
export const memoriesIn = (view: AnyView, owner: CharacterId): Memory[] =>
  view.records(memoryKey(owner)).map(memoryOf).sort(byTime);

/** What somebody has pinned of it, in its view, oldest first. */
export const pinnedIn = (view: AnyView, owner: CharacterId): Memory[] =>
  view
    .records(pinnedKey(owner))
    .flatMap(({ key }) => view.record(memoryKey(owner, key.slice(pinnedKey(owner).length))) ?? [])
    .map(memoryOf)
    .filter(({ pinned }) => pinned)
    .sort(byTime);

/** The chats whose memories are those of one of the cast: this one first, then all others that are its past here. */
function livesOf(chat: OpenChat, member: Member, isHere: boolean): Life[] {
  const { id: viewer } = member;
  const { facts, head } = chat.state;
  const known = chat.known(chat.viewer === 'everyone' ? 'everyone' : viewer).cast;
  const here: Life = { chat: chat.id, viewer, head, title: facts.title, known };
  return [here, ...(isHere ? [] : pastOf(chat, member).filter((life) => life.chat !== chat.id))];
}

const viewOf = ({ parts }: OpenChat, { chat, viewer, head }: Life): AnyView =>
  parts.store.view(chat, viewer, head);

/** One of the cast (the played character), or all of them where everyone together looks. */
function ownersOf(chat: OpenChat, of?: string): readonly Member[] {
  if (of !== undefined) return [chat.perspective.member(of)];
  return chat.viewer === 'everyone' ? chat.stage.cast : [chat.played];
}

/** The order of the play: by when it was, and at one time by what was written first. */
const inPlayOrder = ({ parts: { store } }: OpenChat) => {
  const placeOf = ({ life, of }: OwnMemory) => (of && store.log.byId(life.chat, of)?.seq) || 0;
  return (a: OwnMemory, b: OwnMemory): number =>
    a.at === b.at ? placeOf(a) - placeOf(b) || byTime(a, b) : byTime(a, b);
};

/**
 * What one of the cast (the played character) remembers, of all chats that are its past here or of this one alone, oldest
 * first; of everyone together all of it.
 */
export function memoriesOf(chat: OpenChat, of?: string, isHere = false): OwnMemory[] {
  return ownersOf(chat, of)
    .flatMap((owner) => livesOf(chat, owner, isHere))
    .flatMap((life) => memoriesIn(viewOf(chat, life), life.viewer).map((memory) => ({ ...memory, life })))
    .sort(inPlayOrder(chat));
}

/** Those of them that hold any of these words, the best first, at most so many. */
export function findMemories(
  chat: OpenChat,
  text: string,
  { limit, of, isHere = false }: Among,
): MemoryHit[] {
  const { recall } = chat.parts.store;
  const hits = ownersOf(chat, of).flatMap((owner) => {
    const lives = livesOf(chat, owner, isHere);
    const found = recall.memories(lives, { text, limit });
    return found.flatMap(({ chat: where, memory, score }): MemoryHit[] => {
      const life = lifeIn(lives, where);
      const record = life && viewOf(chat, life).record(memoryKey(life.viewer, memory.id));
      return life && record ? [{ ...memoryOf(record), life, score }] : [];
    });
  });
  return hits.sort((a, b) => b.score - a.score || byTime(b, a)).slice(0, limit);
}

/** The viewer's memory whose id begins so. Throws SottoError `no_such_memory`. */
function memoryAt(chat: OpenChat, id: string): Memory {
  const found = memoriesOf(chat, undefined, true).filter((one) => one.id.startsWith(id));
  const [memory] = found;
  if (memory && (found.length === 1 || memory.id === id)) {
    const { life: _, ...kept } = memory;
    return kept;
  }
  const message =
    found.length > 1
      ? `several memories begin with ${id}; give more of the id`
      : `${chat.viewer === 'everyone' ? 'nobody has' : `${chat.played.name} has`} no memory ${id}; see \`sotto memories\``;
  throw new SottoError('not_found', 'no_such_memory', message);
}

const doer = ({ viewer }: OpenChat) => (viewer === 'everyone' ? {} : { by: viewer });

/** What its owner keeps of a scene reads as the memory of it does; nothing for any other memory. */
function summarized(chat: OpenChat, { id, owner, scene: n }: Memory, text: string): NewEvent[] {
  const key = sceneKey(owner, n);
  const closed = chat.view(owner).record(key)?.value as { readonly scene: string } | undefined;
  if (!closed || id !== sceneMemoryId(chat, owner, n)) return [];
  return [{ kind: 'scene_summarized', payload: { scene: closed.scene, n, owner, text, ...doer(chat) } }];
}

type Change = Partial<Pick<Memory, 'text' | 'pinned' | 'significance' | 'witnesses'>>;

/** A memory as it is from here on; `target`: what of it a person edited. */
const written = (chat: OpenChat, before: Memory, change: Change, target?: Target): NewEvent => {
  const { id, at, auto: _, ...said } = before;
  const payload = { ...said, ...change, memory: id, ...doer(chat), ...(target && { target }) };
  return { kind: 'memory_written', payload, at };
};

function write(chat: OpenChat, before: Memory, change: Change, target?: Target): Memory {
  requireIdle(chat);
  const told = change.text === undefined ? [] : summarized(chat, before, change.text);
  const isScene = told.length > 0 && target === 'memory';
  chat.record('human', () => [
    written(chat, before, change, isScene ? 'memory_pov_summary' : target),
    ...told,
  ]);
  return { ...before, ...change, auto: doer(chat).by === undefined };
}

/** What one of them remembers of the same, in the words of another: who speaks of themselves is named. */
function retold(chat: OpenChat, { owner, text }: Memory, to: Member): string {
  const from = memberOf(chat.stage, owner)?.name ?? '';
  const named = text.replace(/^I: /, () => `${from}: `);
  return named.startsWith(`${to.name}: `) ? `I${named.slice(to.name.length)}` : named;
}

/** Who comes to a memory has it too, who is taken out of it has it no longer. */
function witnessed(chat: OpenChat, before: Memory, witnesses: readonly string[]): NewEvent[] {
  const others = chat.stage.cast.filter(({ id }) => id !== before.owner);
  const about = before.of ?? before.id;
  return others.flatMap((one): NewEvent[] => {
    const memory = memoryIdOf(chat, one.id, about);
    const isKept = chat.view(one.id).record(memoryKey(one.id, memory)) !== undefined;
    const [was, is] = [before.witnesses.includes(one.id), witnesses.includes(one.id)];
    if (was === is) return [];
    if (!is)
      return isKept ? [{ kind: 'memory_forgotten', payload: { memory, owner: one.id, ...doer(chat) } }] : [];
    const scene = chat.known(one.id).mind.scenes.closed + 1;
    const own = { id: memory, owner: one.id, scene, text: retold(chat, before, one), pinned: false };
    return isKept ? [] : [written(chat, { ...before, ...own }, { witnesses: [...witnesses] }, 'witnesses')];
  });
}

/**
 * Says by name who else was there: who comes to it remembers it as well from here on, who is taken out of it no longer does.
 * Throws SottoError `unknown_name`.
 */
export function setWitnesses(chat: OpenChat, id: string, names: readonly string[]): Memory {
  requireIdle(chat);
  const memory = memoryAt(chat, id);
  const named = names.map((name) => chat.perspective.member(name).id);
  const witnesses = chat.stage.cast
    .map((one) => one.id)
    .filter((one) => [...named, memory.owner].includes(one));
  const events = witnessed(chat, memory, witnesses);
  chat.record('human', () => [written(chat, memory, { witnesses }, 'witnesses'), ...events]);
  return { ...memory, witnesses, auto: doer(chat).by === undefined };
}

/** Changes what a memory says, and of a scene what is kept of it, from here on. Throws SottoError `no_such_memory`, `empty_text`, `out_of_bounds`. */
export function editMemory(chat: OpenChat, id: string, text: string): Memory {
  const memory = memoryAt(chat, id);
  const said = sanitize(text, { newlines: true }).trim();
  if (said === '')
    throw new SottoError('usage', 'empty_text', 'the memory is empty; use `memory forget` to drop it');
  if (said.length > bounds.summary) {
    const message = `a memory has at most ${bounds.summary} characters; write less`;
    throw new SottoError('usage', 'out_of_bounds', message);
  }
  return write(chat, memory, { text: said }, 'memory');
}

/** Drops a memory. Throws SottoError `no_such_memory`. */
export function forgetMemory(chat: OpenChat, id: string): Memory {
  requireIdle(chat);
  const memory = memoryAt(chat, id);
  const payload = { memory: memory.id, owner: memory.owner, ...doer(chat) };
  chat.record('human', () => [{ kind: 'memory_forgotten', payload }, ...summarized(chat, memory, '')]);
  return memory;
}

/** Says how much a memory matters to its owner, from 0 to 3. Throws SottoError `no_such_memory`, `out_of_bounds`. */
export function weighMemory(chat: OpenChat, id: string, significance: number): Memory {
  if (!Number.isInteger(significance) || significance < 0 || significance > 3) {
    const message = "a memory's significance is 0 (routine), 1 (notable), 2 (significant) or 3 (pivotal)";
    throw new SottoError('usage', 'out_of_bounds', message);
  }
  return write(chat, memoryAt(chat, id), { significance }, 'significance');
}

/** Keeps a memory in every prompt of its owner, or no longer. Throws SottoError `no_such_memory`. */
export const pinMemory = (chat: OpenChat, id: string, isPinned: boolean): Memory =>
  write(chat, memoryAt(chat, id), { pinned: isPinned });
