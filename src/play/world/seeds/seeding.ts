import type * as z from 'zod/v4/core';
import { macroName, substitute } from '../../../cards/substitute.ts';
import { SottoError } from '../../../domain/errors.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import { edgeIn } from '../../../domain/world/mind.ts';
import { listed } from '../../../domain/world/names.ts';
import type { Member } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import { classifierOr, extractFrom, scriptOf } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { withScenario } from '../../texts/scenario.ts';
import type { StateLine } from '../lines/state-lines.ts';
import {
  edgeLine,
  innerLines,
  innerSchema,
  relationshipSchema,
  sceneLines,
  sceneSchema,
} from './asked-state.ts';
import { establish } from './establishing.ts';

const mostTokens = 600;
const longestSheet = 6000;
const fewLines = 4;

interface Asked<S extends z.$ZodDefault> {
  readonly kind: string;
  readonly owner: string | null;
  readonly prompt: string;
  readonly schema: S;
}

/** What a model makes of it: the classifier, else the one that plays. Rejects with SottoError `no_answer`. */
async function ask<S extends z.$ZodDefault>(
  chat: OpenChat,
  { kind, owner, prompt, schema }: Asked<S>,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const { classifier, classifierOver: over } = chat.parts;
  const asks = over ? classifierOr(chat, over, signal) : classifier;
  const extraction = {
    prompt: breakControls(prompt, plainTemplate),
    schema,
    maxTokens: mostTokens,
  };
  const found = await extractFrom(chat, extraction, { kind, owner, message: null, asks }, signal);
  if (found.type === 'found') return found.value;
  const message =
    'no model described the initial state; `sotto failures` shows what was asked, and everything can be set by hand';
  throw new SottoError('server', 'no_answer', message);
}

/** Those who are there and whom the viewer knows of. */
const there = (chat: OpenChat): Member[] => chat.known().cast.filter(({ present }) => present);

const namesOf = (members: readonly Member[]): string[] => members.map(({ name }) => name);

/** The opening as one of them heard it. */
const openingTo = (chat: OpenChat, who: string, known: readonly Member[]): string =>
  scriptOf(chat, chat.view(who).first(fewLines), known);

/** Of a card what says who somebody is; empty without one. */
function sheetOf(chat: OpenChat, member: Member): string {
  const character = withScenario(chat.character(member), chat.known(member.id), member);
  if (!character) return '';
  const said = [character.description, character.personality, character.scenario].filter(
    (one) => one.trim() !== '',
  );
  const names = { char: macroName(character), user: chat.played.name };
  return substitute(said.join('\n\n'), names).slice(0, longestSheet);
}

/** The opening as all who are there heard it. */
const heardByAll = (chat: OpenChat, all: readonly Member[]): string => {
  const { view } = chat.at(chat.state.head).together(all.map(({ id }) => id));
  return scriptOf(chat, view.first(fewLines), all);
};

async function readScene(chat: OpenChat, all: readonly Member[], signal: AbortSignal): Promise<StateLine[]> {
  const opening = heardByAll(chat, all);
  if (opening === '') return [];
  const names = namesOf(all);
  const question = `Beside the play: what is so as it begins, as everybody there can see? Time, weather and place; containers (rooms, vehicles, furniture that hold somebody); and for each of ${listed(names, 'and')} where they are and what they do. Leave out what is not said.`;
  const prompt = `The opening of a roleplay among ${listed(names, 'and')}:\n\n${opening}\n\n${question}`;
  const asked = { kind: 'kickoff', owner: null, prompt, schema: sceneSchema(names) };
  return sceneLines(await ask(chat, asked, signal));
}

async function readInner(
  chat: OpenChat,
  member: Member,
  all: readonly Member[],
  signal: AbortSignal,
): Promise<StateLine[]> {
  const sheet = sheetOf(chat, member);
  if (sheet === '') return [];
  const { id, name } = member;
  const others = namesOf(all.filter((one) => one.id !== id));
  const question = `Beside the play: what is so for ${name} as it begins: mood and goals, what ${name} carries, and for each of ${listed(others, 'and')} what ${name} feels (affinity and trust from -100 to 100), how they stand (summary) and what ${name} knows of them. Leave out what is not said.`;
  const prompt = `${name}, a character of a roleplay:\n\n${sheet}\n\nThe opening:\n\n${openingTo(chat, id, all)}\n\n${question}`;
  const asked = { kind: 'kickoff', owner: id, prompt, schema: innerSchema(others) };
  return innerLines(name, await ask(chat, asked, signal));
}

/**
 * What is so as a play begins (RP-034, RP-092): what all can see from the opening alone, what is within each from its own card and
 * the opening as it heard it, so that nothing of one card is in another's mind. Rejects with SottoError `no_answer`.
 */
export async function readKickoff(
  chat: OpenChat,
  signal: AbortSignal = new AbortController().signal,
): Promise<StateLine[]> {
  const all = there(chat);
  const lines = [await readScene(chat, all, signal)];
  for (const member of all) lines.push(await readInner(chat, member, all, signal));
  return lines.flat();
}

/** Those who are there and, as far as the viewer knows, feel nothing about somebody, nor that one about them. */
export function strangersTo(chat: OpenChat, name: string): string[] {
  const { id } = chat.perspective.member(name);
  const mind = chat.known().mind;
  return there(chat).flatMap((other) => {
    const isKnown = edgeIn(mind, id, other.id) ?? edgeIn(mind, other.id, id);
    return other.id === id || isKnown ? [] : [other.name];
  });
}

/** What those know of each other who already know each other as a play begins. */
export const acquainted = 'You already know each other.';

/** That they already know each other, for each two who are there of whom neither these lines nor the viewer say anything (RP-138). */
export function acquaintances(chat: OpenChat, lines: readonly StateLine[]): StateLine[] {
  const mind = chat.known().mind;
  const isSaid = (from: Member, to: Member): boolean =>
    edgeIn(mind, from.id, to.id) !== undefined ||
    lines.some((line) => line.type === 'edge' && line.from === from.name && line.to === to.name);
  const all = there(chat);
  return all.flatMap((from) =>
    all.flatMap((to): StateLine[] =>
      from.id === to.id || isSaid(from, to)
        ? []
        : [{ type: 'edge', from: from.name, to: to.name, knowledge: [acquainted] }],
    ),
  );
}

/**
 * Seeds what somebody and those who are there feel about each other, both ways, from prose (RP-111, RP-133); what is felt already
 * stays, and facts that are new are added (RP-112). Resolves to the names for whom something was seeded. Rejects with SottoError `no_answer`.
 */
export async function seedRelations(
  chat: OpenChat,
  wanted: string,
  prose: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const { id, name } = chat.perspective.member(wanted);
  const others = namesOf(there(chat).filter((one) => one.id !== id));
  if (others.length === 0) return [];
  const question = `Beside the play: for each of ${listed(others, 'and')}, what ${name} feels about them (towards) and what they feel about ${name} (back): affinity and trust from -100 to 100, how they stand (summary), what is known. Leave out whom it does not concern.`;
  const prompt = `How ${name} and the others of a roleplay know each other:\n\n${prose.slice(0, longestSheet)}\n\n${question}`;
  const asked = { kind: 'relationship_seed', owner: id, prompt, schema: relationshipSchema(others) };
  const { others: said = {} } = await ask(chat, asked, signal);
  const lines = Object.entries(said ?? {}).flatMap(([other, both]) => [
    edgeLine(name, other, both?.towards),
    edgeLine(other, name, both?.back),
  ]);
  const seeds = lines.filter((line) => line !== null);
  const news = seeds.flatMap((line) => newIn(chat, line) ?? []);
  if (news.length > 0) establish(chat, news);
  const named = new Set(seeds.flatMap((line) => (line.type === 'edge' ? [line.from, line.to] : [])));
  return others.filter((one) => named.has(one));
}

/** What a line says of an edge beyond what is felt already: figures and summary stay, facts are added, and how they stand as one of them; null for nothing. */
function newIn(chat: OpenChat, line: StateLine): StateLine | null {
  if (line.type !== 'edge') return null;
  const [from, to] = [line.from, line.to].map((name) => chat.perspective.member(name).id);
  const held = from && to ? edgeIn(chat.known(from).mind, from, to) : undefined;
  if (!held) return line;
  const known = [held.summary, ...held.knowledge, ...held.privateMoments];
  const said = [...(line.summary ? [line.summary.slice(0, bounds.fact)] : []), ...(line.knowledge ?? [])];
  const knowledge = said.filter((fact) => !known.includes(fact));
  return knowledge.length === 0 ? null : { type: 'edge', from: line.from, to: line.to, knowledge };
}
