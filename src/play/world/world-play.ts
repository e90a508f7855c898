import { SottoError } from '../../domain/errors.ts';
import { castList } from '../../domain/world/names.ts';
import type { ProposalSeen } from '../chat/play-state.ts';
import type { OpenChat } from '../open/open-chat.ts';
import * as places from './container-edits.ts';
import * as edits from './edits.ts';
import {
  type ContainerSeen,
  containersIn,
  type EdgeSeen,
  type EntitySeen,
  edgesIn,
  entitiesIn,
  type GroupSeen,
  groupIn,
  type ThreadSeen,
  threadsIn,
  type WorldSeen,
} from './lines/known.ts';
import type { StateLine } from './lines/state-lines.ts';
import { answerProposal, proposalsIn } from './proposals/proposals.ts';
import { establish } from './seeds/establishing.ts';
import { acquaintances, readKickoff, seedRelations, strangersTo } from './seeds/seeding.ts';

/**
 * The state of the fiction as the viewer knows it, and what a person sets of it by hand. Every edit is an event that undo
 * takes back; a value out of bounds is refused (SottoError `out_of_bounds`), a name that nobody bears too.
 */
export interface WorldPlay {
  now(): WorldSeen;
  entities(): EntitySeen[];
  /** One of the cast, as far as the viewer knows them. Throws SottoError `unknown_name`. */
  entity(name: string): EntitySeen;
  containers(): ContainerSeen[];
  /** The viewer's own, or those of one of the cast as far as the viewer knows them: none of another's. */
  edges(of?: string): EdgeSeen[];
  group(): GroupSeen;
  threads(): ThreadSeen[];
  set(field: 'time' | 'weather' | 'place', value: string): Promise<void>;
  /** Sets a field of somebody: `mood`, `goals`, `status`, `traits`, `inventory`, `activity.FIELD`. Rejects with SottoError `bad_field`. */
  setEntity(who: string, field: string, value: string): Promise<void>;
  /** Adds a place, or changes the one of this name. Resolves to its id. */
  addContainer(name: string, fields: places.ContainerEdit): Promise<string>;
  setContainer(name: string, fields: places.ContainerEdit): Promise<void>;
  /** Moves somebody to a place: who is within earshot of the played character is there, who is not is away. */
  moveTo(who: string, container: string, slot?: string): Promise<void>;
  setEdge(from: string, to: string, fields: edits.EdgeEdit): Promise<void>;
  know(from: string, to: string, fact: string): Promise<void>;
  /** Takes a fact away, by its text or its number from 1. Rejects with SottoError `no_such_fact`. */
  unknow(from: string, to: string, fact: string): Promise<void>;
  /** Opens a thread for everyone present. Resolves to its id. */
  openThread(text: string): Promise<string>;
  closeThread(id: string, isDropped: boolean): Promise<void>;
  setGroup(field: 'summary' | 'dynamic', value: string): Promise<void>;
  /** What a model takes to be so as the play begins, to be agreed to; nothing is stored. Rejects with SottoError `no_answer`. */
  readKickoff(signal?: AbortSignal): Promise<StateLine[]>;
  /** Those who are there and feel nothing about somebody yet, nor that one about them. */
  strangersTo(name: string): string[];
  /** That they already know each other, for each two who are there of whom nothing is said yet, in these lines or in the play. */
  acquaintances(lines: readonly StateLine[]): StateLine[];
  /** Seeds how somebody and those who are there know each other, from prose, both ways; what is felt already stays. Resolves to their names. */
  seedRelations(name: string, prose: string, signal?: AbortSignal): Promise<string[]>;
  /** Lets what lines say be so, as one act; a value out of bounds or an unknown name refuses all of them. */
  establish(lines: readonly StateLine[]): Promise<void>;
  /** What waits for an answer, the newest first: that somebody seems to have come or gone. */
  proposals(): ProposalSeen[];
  /** Agrees to a proposal, by its id, else the newest, or refuses it. Resolves to it. Rejects with SottoError `no_such_proposal`. */
  answer(id: string | undefined, isAccepted: boolean): Promise<ProposalSeen>;
  /** Says how much a message matters to somebody (the played character), from 0 to 3. */
  score(message: string, significance: number, of?: string): Promise<void>;
}

function entityOf(chat: OpenChat, name: string): EntitySeen {
  const { id } = chat.perspective.member(name);
  const found = entitiesIn(chat.known()).find((one) => one.id === id);
  if (found) return found;
  const message = `nobody here is called "${name}"; there is ${castList(chat.stage, chat.viewer)}`;
  throw new SottoError('not_found', 'unknown_name', message);
}

/** The world of an open chat. */
export const worldOf = (chat: OpenChat): WorldPlay => ({
  now: () => chat.known().mind.world,
  entities: () => entitiesIn(chat.known()),
  entity: (name) => entityOf(chat, name),
  containers: () => containersIn(chat.known()),
  edges: (of) => edgesIn(chat.known(), of === undefined ? undefined : chat.perspective.member(of).id),
  group: () => groupIn(chat.known()),
  threads: () => threadsIn(chat.known()),
  set: async (field, value) => edits.setWorld(chat, field, value),
  setEntity: async (who, field, value) => edits.setEntity(chat, who, field, value),
  addContainer: async (name, fields) => places.addContainer(chat, name, fields),
  setContainer: async (name, fields) => places.setContainer(chat, name, fields),
  moveTo: async (who, container, slot) => places.moveTo(chat, who, container, slot),
  setEdge: async (from, to, fields) => edits.setEdge(chat, from, to, fields),
  know: async (from, to, fact) => edits.know(chat, from, to, fact),
  unknow: async (from, to, fact) => edits.unknow(chat, from, to, fact),
  openThread: async (text) => edits.openThread(chat, text),
  closeThread: async (id, isDropped) => edits.closeThread(chat, id, isDropped),
  setGroup: async (field, value) => edits.setGroup(chat, field, value),
  readKickoff: (signal = new AbortController().signal) => readKickoff(chat, signal),
  strangersTo: (name) => strangersTo(chat, name),
  acquaintances: (lines) => acquaintances(chat, lines),
  seedRelations: (name, prose, signal = new AbortController().signal) =>
    seedRelations(chat, name, prose, signal),
  establish: async (lines) => establish(chat, lines),
  proposals: () => proposalsIn(chat),
  answer: async (id, isAccepted) => answerProposal(chat, id, isAccepted),
  score: async (message, significance, of) => edits.score(chat, message, significance, of),
});
