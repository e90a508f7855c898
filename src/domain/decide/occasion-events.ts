import type { DomainEvent, NewEvent } from '../events/events.ts';
import type { Effects } from '../events/state-kinds.ts';
import { bounds } from '../fiction/kinds.ts';
import { type AnyKnown, isThere } from '../known/known.ts';
import type { CharacterId } from '../message.ts';
import { evolve } from '../world/evolve.ts';
import { visibleOf } from '../world/known-occasions.ts';
import { edgeIn, entityIn, mindOf, type Occasion } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { namesAny } from '../world/props.ts';
import { foldName, knownBy, presentIn, type World } from '../world/world.ts';
import type { Refusal } from './decision.ts';
import { changed, type Learners, privy, witnesses } from './occasion-learners.ts';

/** Whose hand it is, what ids are made with, and when it was where that is not the present time of the world. */
export interface Hand {
  readonly time?: string;
  readonly by?: CharacterId;
  readonly idFor: (about: string) => string;
}

/** The hand that does what a command says. */
export const handOf = ({
  by,
  idFor,
}: {
  readonly by: CharacterId | 'everyone';
  readonly idFor: Hand['idFor'];
}): Hand => ({ idFor, ...(by !== 'everyone' && { by }) });

/** An occasion under its id. */
export type OccasionEntry = readonly [id: string, occasion: Occasion];

/** What both lists bring about. */
export const both = (one: Effects, other: Effects): Effects => ({
  gives: [...(one.gives ?? []), ...(other.gives ?? [])],
  teaches: [...(one.teaches ?? []), ...(other.teaches ?? [])],
  relates: [...(one.relates ?? []), ...(other.relates ?? [])],
});

/** A summary with more behind it; of too long a one the beginning gives way, whole sentences of it where there are any. */
export function lengthened(summary: string, more: string): string {
  const all = [summary, more].filter((one) => one !== '').join(' ');
  if (all.length <= bounds.summary) return all;
  const end = all.slice(-bounds.summary);
  const from = /[.!?…]\s+/u.exec(end);
  const isWhole = from !== null && end.length - from.index > more.length;
  return (isWhole ? end.slice(from.index + from[0].length) : end).replace(/^[\udc00-\udfff]/, '');
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** What effects change, each known to whom it concerns alone. */
export function effectEvents(
  { state }: World,
  { gives = [], teaches = [], relates = [] }: Effects,
): NewEvent[] {
  const given = distinct(gives.map(({ who }) => who)).map((who) => {
    const gains = distinct(gives.filter((one) => one.who === who).map(({ object }) => object));
    return stateEvent({ what: 'entity', entity: who, gains: gains.slice(-bounds.inventory) }, [who]);
  });
  const edges = distinct([
    ...teaches.map(({ who, about }) => `${who}\n${about}`),
    ...relates.map(({ from, to }) => `${from}\n${to}`),
  ]);
  const felt = edges.map((between) => {
    const [from = '', to = ''] = between.split('\n');
    const learns = teaches.filter((one) => one.who === from && one.about === to).map(({ fact }) => fact);
    const said = relates.filter((one) => one.from === from && one.to === to).map(({ text }) => text);
    const before = edgeIn(mindOf(state, from), from, to)?.summary ?? '';
    const summary = said.reduce(lengthened, before);
    const fields = {
      ...(learns.length > 0 && { learns: learns.slice(-bounds.facts) }),
      ...(said.length > 0 && { summary }),
    };
    return stateEvent({ what: 'edge', from, to, ...fields }, [from]);
  });
  return [...given, ...felt];
}

/** Of what is brought about, what concerns some. */
export function concerning(
  { gives = [], teaches = [], relates = [] }: Effects,
  isMeant: (who: CharacterId) => boolean,
) {
  return {
    gives: gives.filter(({ who }) => isMeant(who)),
    teaches: teaches.filter(({ who }) => isMeant(who)),
    relates: relates.filter(({ from }) => isMeant(from)),
  };
}

/**
 * An occasion begins, in front of all who are there unless for these alone, with what it brings about for each for whom it has not
 * begun before.
 */
export function started(
  world: World,
  [id, occasion]: OccasionEntry,
  { by, learners }: { readonly by?: CharacterId | undefined; readonly learners?: Learners | undefined } = {},
): NewEvent[] {
  const isMeant = (who: CharacterId) =>
    mindOf(world.state, who).occasions[id]?.state !== 'active' &&
    (learners === undefined || learners.knownTo.includes(who));
  return [
    changed(id, visibleOf(occasion), learners ?? witnesses(world, by), by),
    ...effectEvents(world, concerning(occasion.onStart, isMeant)),
  ];
}

/** What each of those who are there and know of an occasion remembers of it. */
function remembered(
  world: World,
  { knownTo }: Learners,
  [id, { gist, significance }]: OccasionEntry,
  { by, idFor, time }: Hand,
): NewEvent[] {
  const present = presentIn(world).filter((one) => knownTo.includes(one));
  if (gist === '') return [];
  return present.map((owner): NewEvent => {
    const mind = mindOf(world.state, owner);
    const known = knownBy(world, owner).map((one) => one.id);
    const payload = {
      ...{ memory: idFor(`memory\n${id}\n${owner}`), owner, text: gist, significance, of: null },
      ...{ scene: mind.scenes.closed + 1, time: time ?? mind.world.time, place: mind.world.place },
      ...{ witnesses: present.filter((one) => known.includes(one)), pinned: false },
    };
    return { kind: 'memory_written', payload: { ...payload, ...(by !== undefined && { by }) } };
  });
}

interface Passing {
  readonly effects: Effects;
  readonly hand: Hand;
  readonly learners?: Learners;
}

interface Ending extends Passing {
  readonly state: Occasion['state'];
}

/** An occasion is over for those who know of it and are there, unless for these alone: what they remember of it stays. */
export function ended(
  world: World,
  [id, occasion]: OccasionEntry,
  { state, effects, hand, learners = privy(world, id, hand.by) }: Ending,
): NewEvent[] {
  const fields = { state, gist: occasion.gist, onComplete: { gives: effects.gives ?? [] } };
  return [changed(id, fields, learners, hand.by), ...remembered(world, learners, [id, occasion], hand)];
}

/** An occasion has begun and is over, in front of all who are there unless of these alone. */
export function passed(
  world: World,
  [id, occasion]: OccasionEntry,
  { effects, hand, learners = witnesses(world, hand.by) }: Passing,
): NewEvent[] {
  const told = { gist: occasion.gist, onComplete: { gives: effects.gives ?? [] } };
  const fields = { ...visibleOf(occasion), ...told, state: 'completed' as const };
  return [changed(id, fields, learners, hand.by), ...remembered(world, learners, [id, occasion], hand)];
}

/** An occasion is over, and brings about what it does. */
export const over = (world: World, known: OccasionEntry, ending: Ending): NewEvent[] => [
  ...ended(world, known, ending),
  ...effectEvents(world, ending.effects),
];

/**
 * What an occasion needs and has not, as far as somebody knows, who does not see who is there while they are away: one that is
 * completed, an object that somebody there carries, somebody there.
 */
export function unmet(known: Pick<AnyKnown, 'viewer' | 'cast' | 'mind'>, { needs }: Occasion): string[] {
  if (needs.length === 0) return [];
  const { cast, mind } = known;
  const there = isThere(known) ? cast.filter(({ present }) => present) : [];
  const names = there.map(({ name }) => foldName(name));
  const carried = there.flatMap(({ id }) => entityIn(mind, id).inventory.map(foldName));
  const done = Object.values(mind.occasions).flatMap(({ name, state }) =>
    state === 'completed' ? [foldName(name)] : [],
  );
  const met = new Set([...names, ...carried, ...done]);
  return needs.filter((need) => !met.has(foldName(need)));
}

/** As `unmet`, of somebody in a world. */
export const unmetFor = (world: World, viewer: CharacterId | 'everyone', occasion: Occasion): string[] =>
  unmet({ viewer, cast: knownBy(world, viewer), mind: mindOf(world.state, viewer) }, occasion);

/** A world in which these have happened as well. */
export const after = (world: World, events: readonly NewEvent[]): World =>
  events.reduce(
    (before, event, index) => evolve(before, { id: `~${index}`, ...event } as DomainEvent),
    world,
  );

/** Why effects and a gist cannot stay when the props go; null where they can. `giving` is the option, where there is one, that gives a prop to somebody. */
export function propProblem({ props, gist, onStart, onComplete }: Occasion, giving?: string): Refusal | null {
  const { gives = [], teaches = [], relates = [] } = both(onStart, onComplete);
  const given = gives.map(({ object }) => object);
  const gone = props.filter((prop) => !given.some((object) => namesAny(object, [prop])));
  const texts = [gist, ...teaches.map(({ fact }) => fact), ...relates.map(({ text }) => text)];
  const named = gone.find((prop) => texts.some((text) => namesAny(text, [prop])));
  if (named === undefined) return null;
  const orGive = giving === undefined ? '' : `, or give it to somebody with ${giving}`;
  const message = `"${named}" is a prop and goes with the occasion, so lasting effects cannot name it; leave it out${orGive}`;
  return { code: 'names_prop', message };
}
