import { inCharacter } from '../../../domain/audience/ooc.ts';
import { significanceKey } from '../../../domain/events/records.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message } from '../../../domain/message.ts';
import type { View } from '../../../domain/view.ts';
import { mindOf } from '../../../domain/world/mind.ts';
import { foldName, knownBy, type Member, memberOf, type World } from '../../../domain/world/world.ts';
import type { StoredJob } from '../../../store/jobs/jobs.ts';
import type { OpenChat } from '../../chat/open-chat.ts';
import { worldAt } from '../../planning/plan.ts';
import { memoryIdOf } from '../../story/memories/memory-id.ts';
import type { Passing } from './facts.ts';

const mostNews = 8;
const linesBefore = 8;
const mostOthers = 12;

/** A pass as it stands before anybody is asked. */
export interface Prepared<Who = unknown> extends Passing {
  readonly speaker: Member<Who>;
  /** The last lines that its owner knows already. */
  readonly before: readonly Message[];
  readonly world: World;
  readonly place: Position;
}

const hasPassed = (view: View, owner: CharacterId, { id }: Message): boolean =>
  view.record(significanceKey(owner, id)) !== undefined;

/** What is new to somebody of the lines before a message: those since the last that they have passed over. */
function newOf(view: View, owner: CharacterId, before: readonly Message[]): readonly Message[] {
  const recent = before.slice(-(mostNews - 1));
  return recent.slice(recent.findLastIndex((one) => hasPassed(view, owner, one)) + 1);
}

/** The others who are there, each name once, as somebody knows them. */
export function othersFor(world: World, owner: CharacterId): Member[] {
  const names = new Set<string>();
  const isFirst = ({ name }: Member) => !names.has(foldName(name)) && names.add(foldName(name));
  return knownBy(world, owner)
    .filter((member) => member.present && member.id !== owner && isFirst(member))
    .slice(0, mostOthers);
}

/**
 * What a pass is made from: the view and the mind of its owner where the message stood, and nothing else. Null where the owner
 * has left the cast, perceives no such message or nothing is said in it.
 */
export function prepared<Who>(
  chat: OpenChat,
  { owner, about }: Pick<StoredJob, 'owner' | 'about'>,
  at: Position,
  pinsMost: number,
): Prepared<Who> | null {
  const { store, settings } = chat.parts;
  const world = worldAt(chat, at);
  const speaker = memberOf(world, owner) as Member<Who> | undefined;
  const id = store.log.messageOf(chat.id, about);
  if (!speaker || id === undefined) return null;
  const view = chat.view(speaker.id, at);
  const recent = view.last(linesBefore + 1);
  const isLast = recent.at(-1)?.id === id;
  const message = isLast ? recent.at(-1) : view.find(id);
  if (!message || message.hidden || inCharacter(message.text, settings.ooc).trim() === '') return null;
  const isNew = about === id;
  const isAgain = !isNew && hasPassed(view, speaker.id, message);
  const lines = isLast ? recent.slice(0, -1) : view.last(linesBefore, id);
  const news = isNew ? newOf(view, speaker.id, lines) : [];
  const [first] = news;
  return {
    ...{ speaker, world, place: at, pinsMost, isAgain, message, owner: speaker.id },
    memory: (about) => memoryIdOf(chat, speaker.id, about),
    others: othersFor(world, speaker.id),
    news: [...news, message],
    before: first ? view.last(linesBefore, first.id) : lines,
    mind: mindOf(world.state, speaker.id),
  };
}
