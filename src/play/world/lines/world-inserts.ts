import { groupOf } from '../../../domain/decide/decide-state.ts';
import { placeOf } from '../../../domain/decide/places.ts';
import type { AnyKnown } from '../../../domain/known/known.ts';
import type { CharacterId } from '../../../domain/message.ts';
import { type Activity, type Edge, entityIn, type Mind } from '../../../domain/world/mind.ts';
import { listed } from '../../../domain/world/names.ts';
import { type Member, memberOf, presentIn } from '../../../domain/world/world.ts';
import { minutesIn, timeInWords } from '../../../domain/world/world-time.ts';
import type { Insert, InsertPart } from '../../../prompt/input.ts';
import { sceneInsert } from '../../notes/note-inserts.ts';

/** For whom the state of the fiction is told, and how many characters the activities may take. */
export interface WorldTold {
  readonly known: AnyKnown;
  readonly speaker: Member;
  readonly room: number;
  /** What is told of the current scene: it stands behind the world and before what everyone does. */
  readonly scene?: readonly Insert[];
  /** Whose edge goes before those to the others; absent = they stand in the order of the cast. */
  readonly first?: CharacterId;
}

/** A text of the state of the fiction, as the speaker knows it. */
export const insert = (
  name: string,
  about: Pick<Insert, 'zone' | 'tier' | 'text'> & Partial<Insert>,
): Insert => ({
  ...{ name, source: 'world', reason: 'as the speaker knows it', isFilled: true },
  ...about,
});

const sentence = (label: string, said: readonly string[], between = '; '): string[] =>
  said.length === 0 ? [] : [`${label}: ${said.join(between)}.`];
const some = (text: string): string[] => (text === '' ? [] : [text]);

/** What the speaker is like now, to itself (RP-084, 1). */
function ownState(mind: Mind, { id, name }: Member): Insert[] {
  const { mood, goals, status, traits, inventory } = entityIn(mind, id);
  const said = [
    ...sentence('Your mood', some(mood)),
    ...sentence('Your state', some(status)),
    ...sentence('You are', traits, ', '),
    ...sentence('You want', goals),
    ...sentence('You carry', inventory, ', '),
  ];
  if (said.length === 0) return [];
  const text = `[${name}: ${said.join(' ')}]`;
  return [insert('state', { zone: 'live', tier: 'must', text })];
}

const leastApart = 60;

/** When two last spoke, where so much of the play's time has passed since that it is worth a line (RP-025). */
function lastSpoken(name: string, { lastInteraction }: Edge, time: string): string[] {
  const [then, now] = [minutesIn(lastInteraction), minutesIn(time)];
  if (then === null || now === null || now - then < leastApart) return [];
  return [`You last spoke with ${name}: ${timeInWords(lastInteraction)}.`];
}

/** What the text of an edge to somebody is made of. */
export const edgeSource = (id: CharacterId): string => `edge to ${id}`;

/** Part of an edge that is a fact; the same fact is told once. */
export const factPart = 'fact ';

const edgePart = (part: string, text: string): InsertPart => ({ part, text, alone: `[${text}]` });
const fact = (text: string): InsertPart => edgePart(`${factPart}${text}`, text);

/** So much of 100 an edge has moved when it is told again. */
const leastMoved = 5;

function figures(name: string, { affinity, trust }: Edge): InsertPart {
  const text = `You and ${name}: affinity ${affinity}, trust ${trust}, each of 100.`;
  const outdates = (before: string): boolean => {
    const [, was = 0, trusted = 0] = /affinity (-?\d+), trust (-?\d+)/.exec(before)?.map(Number) ?? [];
    return Math.max(Math.abs(affinity - was), Math.abs(trust - trusted)) >= leastMoved;
  };
  return { ...edgePart('figures', text), outdates, isEnd: affinity === 0 && trust === 0 };
}

/** What the speaker feels and knows about another, a part for each: of nothing felt only those are told who were told otherwise. */
const edgeParts = (name: string, edge: Edge, time: string): InsertPart[] => [
  figures(name, edge),
  ...some(edge.summary).map((text) => ({ part: 'summary', text, alone: `[You and ${name}: ${text}]` })),
  ...edge.knowledge.map((text) => fact(`About ${name}: ${text}`)),
  ...edge.privateMoments.map((text) => fact(`With ${name}: ${text}`)),
  ...lastSpoken(name, edge, time).map((text) => edgePart('last spoke', text)),
];

/** An insert of these parts, if there are any. */
const inParts = (name: string, source: string, parts: readonly InsertPart[], heading?: string): Insert[] =>
  parts.length === 0
    ? []
    : [
        insert(name, {
          ...{ zone: 'epoch', tier: 'should', source, parts, ...(heading !== undefined && { heading }) },
          text: [...some(heading ?? ''), ...parts.map(({ text }) => text)].join('\n'),
        }),
      ];

/** What the speaker feels and knows about each of these (RP-084, 2 and 3). */
export const edgesTo = (mind: Mind, { id }: Member, others: readonly Member[]): Insert[] =>
  others.flatMap((other) => {
    const edge = mind.edges[id]?.[other.id];
    return edge ? inParts('edge', edgeSource(other.id), edgeParts(other.name, edge, mind.world.time)) : [];
  });

/** What all of them are together, while all of them are there (RP-084, 4). */
function group(known: AnyKnown, speaker: Member): Insert[] {
  const members = groupOf(known);
  const present = presentIn(known);
  const { summary, dynamic } = known.mind.group;
  if (members.length < 3 || !members.every((id) => present.includes(id))) return [];
  if (!members.includes(speaker.id)) return [];
  const those = known.cast.filter(({ id }) => members.includes(id));
  const names = listed(
    those.map(({ name }) => name),
    'and',
  );
  const heading = `${names} together:`;
  const parts = Object.entries({ summary, dynamic })
    .filter(([, text]) => text !== '')
    .map(([part, text]) => ({ part, text, alone: `[${heading} ${text}]` }));
  return inParts('group', 'world', parts, heading);
}

/** What lies where the speaker is. */
function atHand(mind: Mind, id: CharacterId): string[] {
  const { name = '', things = [] } = mind.containers[placeOf(mind, id)] ?? {};
  return sentence(name === '' ? 'Here' : `In ${name}`, things.length > 0 ? [listed(things, 'and')] : []);
}

/** Time, weather and place (RP-084, 5), and what lies there. */
function surroundings(mind: Mind, { id }: Member): Insert[] {
  const { time, weather, place } = mind.world;
  const said = [
    ...sentence('Time', some(timeInWords(time))),
    ...sentence('Weather', some(weather)),
    ...sentence('Place', some(place)),
    ...atHand(mind, id),
  ];
  return said.length === 0
    ? []
    : [insert('world', { zone: 'live', tier: 'must', text: `[${said.join(' ')}]` })];
}

const whereIs = ({ containers }: Mind, { container, slot }: Activity): string[] => {
  const place = containers[container];
  if (!place?.name) return some(slot);
  const traits = [...some(slot), ...(place.moving ? ['moving'] : []), ...(place.public ? ['public'] : [])];
  return [traits.length === 0 ? `in ${place.name}` : `in ${place.name} (${traits.join('; ')})`];
};

const interruptible = { true: 'may be interrupted', false: 'not to be interrupted', null: '' };

/** What somebody is doing, in a line; empty where nothing is known. */
function doing(mind: Mind, id: CharacterId): string {
  const { activity } = entityIn(mind, id);
  const { posture, verb, duration, demands, holding, attention, status } = activity;
  const how = [...some(duration), ...some(interruptible[`${activity.interruptible}`]), ...some(demands)];
  return [
    ...whereIs(mind, activity),
    ...some(posture),
    ...some(verb && how.length > 0 ? `${verb} (${how.join('; ')})` : verb),
    ...(holding.length === 0 ? [] : [`holding ${listed(holding, 'and')}`]),
    ...some(attention && `attention on ${attention}`),
    ...some(status),
  ].join(', ');
}

/** What everyone who is there is doing, a line each, the speaker's own first: of too many the last go (RP-056, RP-116). */
function activities({ known, speaker, room }: WorldTold, others: readonly Member[]): Insert[] {
  const bullets = [speaker, ...others].flatMap((member) => {
    const said = doing(known.mind, member.id);
    return said === '' ? [] : [`- ${member.id === speaker.id ? 'You' : member.name}: ${said}`];
  });
  const fitting = bullets.filter((_, at) => bullets.slice(0, at + 1).join('\n').length <= room || at === 0);
  if (fitting.length === 0 || !memberOf(known, speaker.id)?.present) return [];
  return [
    insert('activities', { zone: 'live', tier: 'must', text: ['[Now:', ...fitting].join('\n').concat(']') }),
  ];
}

/** What is unresolved (RP-062, RP-084, 8); that it is over is told to those who were told of it. */
export const threads = (mind: Mind): Insert[] =>
  inParts(
    'threads',
    'world',
    Object.entries(mind.threads).map(([part, { text, state }]) =>
      state === 'open'
        ? { part, text: `[Unresolved: ${text}]` }
        : { part, text: `[Over: ${text}]`, isEnd: true },
    ),
  );

/** The state of the fiction as a speaker knows it, in the order of RP-084. */
export function worldInserts(told: WorldTold): Insert[] {
  const { known, speaker, first, scene = [] } = told;
  const { mind } = known;
  const others = known.cast.filter(({ id, present }) => id !== speaker.id && present);
  const felt = [...others].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return [
    ...ownState(mind, speaker),
    ...edgesTo(mind, speaker, felt),
    ...group(known, speaker),
    ...surroundings(mind, speaker),
    ...sceneInsert(known, speaker),
    ...scene,
    ...activities(told, others),
    ...threads(mind),
  ];
}
